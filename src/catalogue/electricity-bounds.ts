import type { FactorBounds } from '../engine/use/electricity-factors.ts'
import { CRITERION_CODES, type Criterion } from '../engine/values/criteria.ts'
import type { Tables } from './tables.ts'

/**
 * Smallest and largest factor of every criterion over all locations, for an unknown location. `rows` holds the factors
 * of single countries with gwp and pe, in the same order for all criteria. It is set only for criteria that all of them
 * have. In a release with removed cells, `rows` covers all single countries with gwp, and a country without the
 * criterion takes the factor of the next one that has it.
 */
export function electricityBounds({
  electricity,
  locations,
  removedCells,
}: Pick<Tables, 'electricity' | 'locations' | 'removedCells'>): Readonly<Partial<Record<Criterion, FactorBounds>>> {
  const bounds: Partial<Record<Criterion, FactorBounds>> = {}
  const countries = new Set(locations.flatMap(({ code, iso2 }) => (iso2 === undefined ? [] : [code])))
  const lacksCells = removedCells.some(({ table }) => table === 'electricity')
  const single = electricity.filter(
    ({ location, factors: { gwp, pe } }) => countries.has(location) && gwp && (pe || lacksCells),
  )
  for (const criterion of CRITERION_CODES) {
    const figures = electricity.flatMap(({ factors }) => factors[criterion] ?? [])
    if (figures.length === 0) continue
    const sorted = figures.toSorted((a, b) => a.value - b.value)
    const [least, most] = [sorted[0], sorted.at(-1)]
    if (least === undefined || most === undefined) continue
    const doubts = [least.doubt, most.doubt].filter((doubt): doubt is string => doubt !== undefined)
    const ofSingle = single.map(({ factors }) => factors[criterion]?.value)
    const rows = lacksCells ? withNext(ofSingle) : ofSingle.filter((value) => value !== undefined)
    const drawn = rows.length === single.length ? { rows } : {}
    bounds[criterion] = { min: least.value, max: most.value, doubts: [...new Set(doubts)], ...drawn }
  }
  return bounds
}

/** Each value, or the next known one in its place, wrapping around; empty if all are unknown. */
function withNext(values: readonly (number | undefined)[]): readonly number[] {
  let next = values.find((value) => value !== undefined)
  if (next === undefined) return []
  return values
    .toReversed()
    .map((value) => {
      next = value ?? next
      return next as number
    })
    .toReversed()
}
