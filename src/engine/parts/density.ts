import { type NumberAttribute, quantity } from '../figures/attribute.ts'
import { divide, exact, type Range } from '../figures/range.ts'

/** What the tables of measured densities say: GB per cm2, and whether the caller's words narrowed the rows at all. */
export interface DensityEstimate {
  readonly density: Range
  readonly source: string
  readonly narrowed: boolean
}

const UNIT = 'GB/cm2'

/** Density in GB per cm2: given; else of the rows that the caller's words leave; else the archetype's; else of all rows. */
export function densityAttribute(
  given: number | undefined,
  { density, source, narrowed }: DensityEstimate,
  typical: Range | undefined,
): NumberAttribute {
  if (given !== undefined) return quantity('INPUT', exact(given), UNIT)
  if (!narrowed && typical !== undefined) return quantity('ARCHETYPE', typical, UNIT)
  return quantity('COMPLETED', density, UNIT, source)
}

/** The die area in cm2 that holds a capacity in GB at a density in GB per cm2. */
export function dieArea(capacity: Range, density: Range): Range {
  return divide(capacity, density)
}
