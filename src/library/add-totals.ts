import type { PhaseCoverage } from '../engine/assessment/coverage.ts'
import { type Boundary, PHASES } from '../engine/assessment/impact.ts'
import { ASSUMPTIONS } from '../engine/values/assumptions.ts'
import { CRITERIA, type Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import type { AssumedUnits } from './assumptions.ts'
import { SampleSums, type WrittenSamples } from './sample-sums.ts'
import { Sums, type Totals } from './totals.ts'

/** Totals of a share of many rows. */
export interface ShareOfTotals extends Totals {
  /** Sums of the samples, where likely ranges were drawn: those of the whole come from the samples of all shares. */
  readonly samples?: WrittenSamples
}

/**
 * Adds up the totals of shares to those of the whole. A phase is the sum over the shares that have it, and says how
 * many units that covers. It has a likely range if all shares have their samples. Throws a RangeError if the shares
 * differ in their criteria or boundary.
 *
 * Example: 2 kg of one share and 3 kg of another are 5 kg; 2 kg of 4 units and null of 1 unit are 2 kg of 4 of 5 units.
 */
export function addTotals(shares: readonly ShareOfTotals[]): Totals {
  const criteria = Object.keys(shares[0]?.impacts ?? {}) as Criterion[]
  const boundary = boundaryOf(shares[0])
  const sums = new Sums(criteria, boundary)
  const samples = shares.every((share) => share.samples) ? new SampleSums(criteria, boundary) : undefined
  for (const share of shares) {
    if (Object.keys(share.impacts).join() !== criteria.join())
      throw new RangeError(
        `The shares have different criteria: ${Object.keys(share.impacts).join()} and ${criteria.join()}`,
      )
    if (share.computedFor !== shares[0]?.computedFor)
      throw new RangeError(
        `The shares were computed for different settings: ${shares[0]?.computedFor} and ${share.computedFor}`,
      )
    if (boundaryOf(share) !== boundary) throw new RangeError('The shares have different boundaries')
    sums.addTotals(share)
    if (share.samples) samples?.addWritten(share.samples)
  }
  return sums.totals(shares[0]?.computedFor ?? '', samples)
}

/** Only within that of the data centre there is a building. */
function boundaryOf(share: Totals | undefined): Boundary {
  const [phases = {}] = Object.values(share?.impacts ?? {})
  return 'building' in phases ? 'DATA_CENTRE' : 'EQUIPMENT'
}

const COUNTS = ['units', 'assessed', 'faulty', 'skipped', 'assumed', 'energyUnits'] as const

/** Whether a value read from a file has the form of totals. */
export function isTotals(value: unknown): value is Totals {
  const given = (value ?? {}) as Partial<Record<keyof Totals, unknown>>
  const { impacts, energyKwh } = given
  const isCount = (each: unknown) => typeof each === 'number' && each >= 0 && Number.isFinite(each)
  const isPhase = (each: unknown) =>
    each === null || (['value', 'min', 'max'] as const).every((bound) => Number.isFinite((each as Range)?.[bound]))
  return (
    COUNTS.every((count) => isCount(given[count])) &&
    typeof given.computedFor === 'string' &&
    (energyKwh === null || isCount(energyKwh)) &&
    Array.isArray(given.assumptions) &&
    given.assumptions.every(
      ({ reason, units }: AssumedUnits) => Object.hasOwn(ASSUMPTIONS, reason) && isCount(units),
    ) &&
    typeof impacts === 'object' &&
    impacts !== null &&
    Object.entries(impacts).every(
      ([code, phases]) =>
        Object.hasOwn(CRITERIA, code) &&
        [phases?.embedded, phases?.use, phases?.building ?? null, phases?.total].every(isPhase) &&
        typeof phases.isPartial === 'boolean' &&
        Array.isArray(phases.coverage) &&
        phases.coverage.every(({ phase, units: having }: PhaseCoverage) => PHASES.includes(phase) && isCount(having)),
    )
  )
}
