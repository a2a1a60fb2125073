import { isWrittenScope, Scope } from '../engine/assessment/computed-for.ts'
import { type PhaseCoverage, UNCOUNTED_REASONS } from '../engine/assessment/coverage.ts'
import { type Boundary, PHASES, WHOLE_LIFE } from '../engine/assessment/impact.ts'
import { ASSUMPTIONS } from '../engine/values/assumptions.ts'
import { CRITERIA, type Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import type { AssumedUnits, UnitsOfTotal } from './assumptions.ts'
import { SampleSums, type WrittenSamples } from './sample-sums.ts'
import { Sums, type Totals } from './totals.ts'
import type { UncountedUnits } from './uncounted.ts'

/** Totals over some of the rows. */
export interface ShareOfTotals extends Totals {
  /**
   * Sums of the samples, if likely ranges were requested. The ranges of the whole come from the samples of all shares.
   */
  readonly samples?: WrittenSamples
}

/**
 * Adds up the totals of shares. A phase is the sum over the shares that have it, with the number of units it covers. It
 * has a likely range if all shares have their samples. Throws a RangeError if the shares differ in criteria or
 * boundary.
 *
 * Example: 2 kg in one share and 3 kg in another are 5 kg. 2 kg for 4 units and null for 1 unit are 2 kg for 4 of 5
 * units.
 */
export function addTotals(shares: readonly ShareOfTotals[]): Totals {
  const criteria = Object.keys(shares[0]?.impacts ?? {}) as Criterion[]
  const boundary = boundaryOf(shares[0])
  const sums = new Sums(criteria, boundary)
  const samples = shares.every((share) => share.samples) ? new SampleSums(criteria, boundary) : undefined
  for (const share of shares) {
    if (Object.keys(share.impacts).join() !== criteria.join())
      throw new RangeError(
        `The parts have different criteria: ${Object.keys(share.impacts).join()} and ${criteria.join()}`,
      )
    if (boundaryOf(share) !== boundary) throw new RangeError('The parts have different boundaries')
    sums.addTotals(share)
    if (share.samples) samples?.addWritten(share.samples)
  }
  return sums.totals(scopeOf(shares), samples)
}

function scopeOf(shares: readonly ShareOfTotals[]): Scope {
  const scope = new Scope(shares[0]?.scope.span ?? WHOLE_LIFE, shares[0]?.scope.release ?? '')
  for (const share of shares) scope.addWritten(share.scope)
  return scope
}

/** A building phase occurs only with the data centre boundary. */
function boundaryOf(share: Totals | undefined): Boundary {
  const [phases = {}] = Object.values(share?.impacts ?? {})
  return 'building' in phases ? 'DATA_CENTRE' : 'EQUIPMENT'
}

const COUNTS = ['units', 'assessed', 'counted', 'faulty', 'skipped', 'assumed', 'energyUnits'] as const

/** Whether a value from a file has the form of totals. */
export function isTotals(value: unknown): value is Totals {
  const given = (value ?? {}) as Partial<Record<keyof Totals, unknown>>
  const { impacts, energyRange, ownFigures } = given
  const isCount = (each: unknown) => typeof each === 'number' && each >= 0 && Number.isFinite(each)
  const isPhase = (each: unknown) =>
    each === null || (['value', 'min', 'max'] as const).every((bound) => Number.isFinite((each as Range)?.[bound]))
  const isText = (each: unknown) => typeof each === 'string'
  const isGroup = ({ reason, kind, word, units, rows, give, nearest }: UncountedUnits) =>
    Object.hasOwn(UNCOUNTED_REASONS, reason) &&
    [kind, word].every((each) => each === null || isText(each)) &&
    isCount(units) &&
    isCount(rows) &&
    [give, nearest].every((each) => Array.isArray(each) && each.every(isText))
  return (
    COUNTS.every((count) => isCount(given[count])) &&
    typeof given.computedFor === 'string' &&
    isWrittenScope(given.scope) &&
    isPhase(energyRange) &&
    Array.isArray(given.assumptions) &&
    given.assumptions.every(
      ({ reason, units }: AssumedUnits) => Object.hasOwn(ASSUMPTIONS, reason) && isCount(units),
    ) &&
    Array.isArray(given.uncounted) &&
    given.uncounted.every(isGroup) &&
    (ownFigures === null || isCount((ownFigures as UnitsOfTotal | undefined)?.units)) &&
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
