import type { CloudRegion } from '../tables.ts'
import { nearestNames } from './nearest-names.ts'
import { simplify } from './simplify.ts'

/** Number of suggestions. */
const MOST_NEAR = 3

/** Of a name. Above Mars and Paris (67), since names of cities are shorter than ids. */
const LEAST_LIKENESS = 75

/** Finds a region by its id, such as `eu-central-1`, or by what its provider calls it: `Europe (Frankfurt)`. */
export class RegionMatcher {
  readonly #regions: readonly CloudRegion[]
  readonly #byId: ReadonlyMap<string, CloudRegion>
  #byName: ReadonlyMap<string, readonly CloudRegion[]> | undefined

  constructor(regions: readonly CloudRegion[]) {
    this.#regions = regions
    this.#byId = new Map(regions.map((each) => [`${each.provider} ${each.region.toLowerCase()}`, each]))
  }

  /**
   * The region of a provider. Without a provider, the first region with this id, or the only one with this name.
   * Undefined if several regions have the name.
   */
  find(provider: string | undefined, text: string): CloudRegion | undefined {
    const id = text.trim().toLowerCase()
    const found =
      provider === undefined
        ? this.#regions.find((each) => each.region.toLowerCase() === id)
        : this.#byId.get(`${provider} ${id}`)
    if (found !== undefined) return found
    const [only, ...others] = this.#named(provider, text)
    return others.length === 0 ? only : undefined
  }

  /** Ids of regions to suggest: all with this name, or those with the closest ids and names, best first. */
  nearest(provider: string | undefined, text: string): readonly string[] {
    const named = this.#named(provider, text)
    if (named.length > 0) return named.map(({ region }) => region)
    const regions = this.#of(provider)
    const byId = nearestNames(
      text,
      regions.map(({ region }) => region),
      MOST_NEAR,
    )
    const ids = new Map(regions.flatMap(({ region, otherNames = [] }) => otherNames.map((name) => [name, region])))
    const byName = nearestNames(text, ids.keys(), MOST_NEAR, LEAST_LIKENESS).map((name) => ids.get(name) as string)
    return [...new Set([...byId, ...byName])].slice(0, MOST_NEAR)
  }

  #named(provider: string | undefined, text: string): readonly CloudRegion[] {
    this.#byName ??= this.#readNames()
    const found = this.#byName.get(simplify(text)) ?? []
    return provider === undefined ? found : found.filter((each) => each.provider === provider)
  }

  #of(provider: string | undefined): readonly CloudRegion[] {
    return provider === undefined ? this.#regions : this.#regions.filter((each) => each.provider === provider)
  }

  /** Consoles also print the id before or after the name: `europe-west3 (Frankfurt)`. */
  #readNames(): ReadonlyMap<string, readonly CloudRegion[]> {
    const named = new Map<string, CloudRegion[]>()
    for (const each of this.#regions) {
      const { region, otherNames = [] } = each
      for (const name of otherNames) {
        for (const written of [name, `${region} ${name}`, `${name} ${region}`]) {
          const regions = named.get(simplify(written))
          if (regions === undefined) named.set(simplify(written), [each])
          else regions.push(each)
        }
      }
    }
    return named
  }
}
