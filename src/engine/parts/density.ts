import { input, leaf, type NumberAttribute } from '../figures/attribute.ts'
import type { Cell } from '../figures/cell.ts'
import type { Range } from '../figures/range.ts'

/** What the tables of measured densities have: GB per cm2, and whether the caller's words narrowed the rows at all. */
export interface DensityEstimate {
  readonly density: Range
  readonly source: string
  readonly narrowed: boolean
  /** The rule and what narrowed it: `ram-densities.average.samsung.25`. */
  readonly id: string
  /** The densities that the estimate is the mean of. */
  readonly rows: readonly number[]
}

const UNIT = 'GB/cm2'

/**
 * Density in GB per cm2 of what was given, or else of the rows that the caller's words leave; else the archetype's; else of
 * all rows, as their mean between the smallest and the largest.
 */
export function densityOf(
  given: number | undefined,
  givenId: string,
  { density, source, narrowed, id, rows }: DensityEstimate,
  typical: Cell | undefined,
): NumberAttribute {
  if (given !== undefined) return input(givenId, given, UNIT)
  if (!narrowed && typical !== undefined) return typical.in(UNIT)
  const drawn = rows.length > 1 ? { rows: { id, values: rows } } : {}
  return leaf({ id, ...drawn }, 'COMPLETED', density, UNIT, source)
}
