import { CRITERION_CODES, type Criterion } from '../engine/figures/criteria.ts'
import type { FactorBounds } from '../engine/use/electricity-factors.ts'
import type { Tables } from './tables.ts'

/**
 * Smallest and largest factor of every criterion over all locations: what is known where the location is not. `rows`, where
 * all of them have the criterion: the factors of single countries that have gwp and pe, in the same order for all criteria.
 */
export function electricityBounds({
  electricity,
  locations,
}: Pick<Tables, 'electricity' | 'locations'>): Readonly<Partial<Record<Criterion, FactorBounds>>> {
  const bounds: Partial<Record<Criterion, FactorBounds>> = {}
  const countries = new Set(locations.flatMap(({ code, iso2 }) => (iso2 === undefined ? [] : [code])))
  const single = electricity.filter(({ location, factors: { gwp, pe } }) => countries.has(location) && gwp && pe)
  for (const criterion of CRITERION_CODES) {
    const figures = electricity.flatMap(({ factors }) => factors[criterion] ?? [])
    if (figures.length === 0) continue
    const sorted = figures.toSorted((a, b) => a.value - b.value)
    const [least, most] = [sorted[0], sorted.at(-1)]
    if (least === undefined || most === undefined) continue
    const doubts = [least.doubt, most.doubt].filter((doubt): doubt is string => doubt !== undefined)
    const rows = single.flatMap(({ factors }) => factors[criterion]?.value ?? [])
    const drawn = rows.length === single.length ? { rows } : {}
    bounds[criterion] = { min: least.value, max: most.value, doubts: [...new Set(doubts)], ...drawn }
  }
  return bounds
}
