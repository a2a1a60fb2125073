import { type AttributeStatus, leaf, type NumberAttribute } from '../values/attribute.ts'
import { type Estimate, exact } from '../values/range.ts'
import { NO_WARNINGS, type Warning } from '../values/warning.ts'
import { type CurveParameters, meanPowerOf, powerOf, type WorkloadLevel } from './power-curve.ts'

/** Loads are percentages, 0 to 100. */
export const LOAD_UNIT = '%'

/** A load: one number with bounds, or levels over time. */
export interface WorkloadAttribute {
  readonly load: NumberAttribute | undefined
  readonly levels: readonly WorkloadLevel[] | undefined
  readonly status: AttributeStatus
  readonly unit: string
  readonly source: string | undefined
  readonly warnings: readonly Warning[]
  /** Path that names the levels. */
  readonly at: string
}

/** A load or levels of it, from the input or typical. `at` is the path of the usage. */
export function workload(
  at: string,
  load: NumberAttribute | undefined,
  levels: readonly WorkloadLevel[] | undefined,
): WorkloadAttribute {
  const status = load?.status ?? 'INPUT'
  return { load, levels, status, unit: LOAD_UNIT, source: load?.source, warnings: NO_WARNINGS, at }
}

/** Power of a curve for a workload, in W: at each bound of a load, or averaged over levels. */
export function workloadPower(curve: CurveParameters, { load, levels, at }: WorkloadAttribute): Estimate {
  if (levels !== undefined) return meanPowerOf(curve, levels, at)
  return powerOf(curve, load ?? NO_LOAD)
}

const NO_LOAD = leaf({ table: 'defaults', column: 'load' }, 'DEFAULT', exact(0), LOAD_UNIT)
