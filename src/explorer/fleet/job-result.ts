import type { Criterion } from '../../generated/explorer-operations.ts'
import type { JobStatus } from '../../jobs/job.ts'
import type { Catalogue } from '../form/catalogue.ts'
import type { FleetResult } from './fleet-result.ts'

/** What a job comes to, as the page shows fleets; its rows are in its result. */
export function jobResult(
  { units, assessed, impacts, energyKwh }: NonNullable<JobStatus['totals']>,
  faulty: number,
  { criteria }: Pick<Catalogue, 'criteria'>,
): FleetResult {
  return {
    size: units,
    assessed,
    totals: Object.entries(impacts).flatMap(([code, { embedded, use, total }]) => {
      const criterion = code.toUpperCase() as Criterion
      const { unit = '', description = code } = criteria.find((each) => each.criterion === criterion) ?? {}
      if (total === null) return []
      return [{ criterion, unit, description, embedded: embedded ?? undefined, use: use ?? undefined, total }]
    }),
    energy: energyKwh === null ? undefined : { value: energyKwh, min: energyKwh, max: energyKwh },
    largest: [],
    faults: [],
    otherFaults: faulty,
  }
}
