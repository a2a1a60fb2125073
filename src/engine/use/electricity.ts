import { type NumberAttribute, quantity, type TextAttribute } from '../figures/attribute.ts'
import { CRITERIA, type Criterion, MJ_PER_KWH } from '../figures/criteria.ts'
import type { ElectricityMix, Factors, Figure } from '../figures/figures.ts'
import { exact, range } from '../figures/range.ts'
import { union } from '../figures/union.ts'

/** Smallest and largest factor over all locations, with the doubts of the rows they come from. */
export interface FactorBounds {
  readonly min: number
  readonly max: number
  readonly doubts: readonly string[]
}

/** Where a thing is used, as far as known, and what a kWh means there. */
export interface Electricity {
  readonly location: TextAttribute
  readonly mix: ElectricityMix
  /** Bounds over all locations; there only where the location itself is assumed. */
  readonly bounds?: Readonly<Partial<Record<Criterion, FactorBounds>>>
}

/**
 * Impact of one kWh: the caller's own factor (INPUT); else the location's (COMPLETED, bounds equal); else, where nothing
 * is said of the location, the default location's with the bounds of all (DEFAULT). Undefined where none is published.
 */
export function electricityFactor(
  criterion: Criterion,
  given: Factors | undefined,
  { mix, bounds }: Electricity,
): NumberAttribute | undefined {
  const unit = CRITERIA[criterion].electricityUnit
  const own = given?.[criterion]
  if (own !== undefined) return quantity('INPUT', exact(own), unit)
  if (criterion === 'fe') return quantity('COMPLETED', exact(MJ_PER_KWH), unit, '3.6 MJ are 1 kWh, by definition')
  const row = rowOf(criterion)
  const figure: Figure | undefined = mix.factors[row]
  if (figure === undefined) return undefined
  const doubts = figure.doubt === undefined ? [] : [figure.doubt]
  if (bounds === undefined) return quantity('COMPLETED', exact(figure.value), unit, figure.source, doubts)
  const { min, max, doubts: doubtsOfBounds } = bounds[row] ?? { min: figure.value, max: figure.value, doubts: [] }
  return quantity('DEFAULT', range(figure.value, min, max), unit, figure.source, union(doubts, doubtsOfBounds))
}

/** Depletion of minerals, `adp`, is published for electricity under its PEF name, `adpe`. */
function rowOf(criterion: Criterion): Criterion {
  return criterion === 'adp' ? 'adpe' : criterion
}
