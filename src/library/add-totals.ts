import type { Boundary } from '../engine/assessment/impact.ts'
import { CRITERIA, type Criterion } from '../engine/figures/criteria.ts'
import type { Range } from '../engine/figures/range.ts'
import { type FigureRow, figureColumns, phasesWithin } from './figures.ts'
import { Sums, type Totals } from './totals.ts'

/**
 * The totals of shares that were done apart, added up: those of the whole. A phase that one of the shares has no figure for
 * is null; a share in which nothing was assessed adds no figure. Throws a RangeError where the shares differ in their
 * criteria or in their boundary.
 *
 * Example: 2 kg of one share and 3 kg of another are 5 kg; 2 kg and null are null.
 */
export function addTotals(shares: readonly Totals[]): Totals {
  const criteria = Object.keys(shares[0]?.impacts ?? {}) as Criterion[]
  const boundary = boundaryOf(shares[0])
  const sums = new Sums(criteria, boundary)
  for (const share of shares) {
    if (Object.keys(share.impacts).join() !== criteria.join())
      throw new RangeError(`Shares of other criteria: ${Object.keys(share.impacts).join()} and ${criteria.join()}`)
    if (boundaryOf(share) !== boundary) throw new RangeError('Shares of two boundaries')
    sums.addSums(sumsOf(share, criteria, boundary), share)
  }
  return sums.totals()
}

/** Only within that of the data centre there is a building. */
function boundaryOf(share: Totals | undefined): Boundary {
  const [phases = {}] = Object.values(share?.impacts ?? {})
  return 'building' in phases ? 'DATA_CENTRE' : 'EQUIPMENT'
}

/** The numbers that the totals were made from; zeros where nothing was assessed. */
function sumsOf(
  { assessed, impacts, energyKwh }: Totals,
  criteria: readonly Criterion[],
  boundary: Boundary,
): FigureRow {
  if (assessed === 0) return new Float64Array(figureColumns(criteria, boundary).length)
  const figures = criteria.flatMap((criterion) => phasesWithin(boundary).map((phase) => impacts[criterion]?.[phase]))
  const unknown = [Number.NaN, Number.NaN, Number.NaN]
  const numbers = figures.flatMap((figure) => (figure ? [figure.value, figure.min, figure.max] : unknown))
  return Float64Array.from([...numbers, energyKwh ?? Number.NaN])
}

/** Whether a value, as read from a file, has what is added up of totals. */
export function isTotals(value: unknown): value is Totals {
  const { units, assessed, faulty, impacts, energyKwh } = (value ?? {}) as Partial<Record<keyof Totals, unknown>>
  const isCount = (each: unknown) => typeof each === 'number' && each >= 0 && Number.isFinite(each)
  const isPhase = (each: unknown) =>
    each === null || (['value', 'min', 'max'] as const).every((bound) => Number.isFinite((each as Range)?.[bound]))
  return (
    [units, assessed, faulty].every(isCount) &&
    (energyKwh === null || isCount(energyKwh)) &&
    typeof impacts === 'object' &&
    impacts !== null &&
    Object.entries(impacts).every(
      ([code, phases]) =>
        Object.hasOwn(CRITERIA, code) &&
        [phases?.embedded, phases?.use, phases?.building ?? null, phases?.total].every(isPhase),
    )
  )
}
