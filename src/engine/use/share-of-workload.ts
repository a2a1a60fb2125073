import { shareOfLevel, shareOfRange } from '../formulas/server-power.ts'
import { leaf, type NumberAttribute } from '../values/attribute.ts'
import { type Estimate, range } from '../values/range.ts'
import { meanOverLevels } from './power-curve.ts'
import { LOAD_UNIT, type WorkloadAttribute } from './workload.ts'

/** Shares of the range between idle and full load, at 10, 20, ... 90 percent. They rise, from 0 to 1. */
export type PowerShape = readonly NumberAttribute[]

/** Any load, if nothing is known of it. */
export const ANY_LOAD = leaf({ table: 'defaults', column: 'time_workload' }, 'DEFAULT', range(50, 0, 100), LOAD_UNIT)

/** The share of the range at one load in percent. */
export function shareAtLoad(shape: PowerShape, load: Estimate): Estimate {
  return shareOfRange.of(load, ...(shape as [NumberAttribute]))
}

/** The mean share of the range over a workload. Power is linear in it, so it gives the mean power. */
export function shareOfWorkload(shape: PowerShape, workload: WorkloadAttribute | undefined): Estimate {
  if (workload?.levels === undefined) return shareAtLoad(shape, workload?.load ?? ANY_LOAD)
  return meanOverLevels(workload.levels, workload.at, (load) => shareAtLoad(shape, load), shareOfLevel)
}
