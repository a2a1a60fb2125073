import type { NameMatch } from '../../engine/values/name-match.ts'
import type { Location } from '../tables.ts'
import { nearestNames } from './nearest-names.ts'

/** Longer texts are cut; no place has such a name. */
const LONGEST_NAME = 200

const MOST_NEAR = 3

/** Above Paris and Pakistan (62), and below Frnace and France (83). */
const LEAST_LIKENESS = 75

/** Finds a location by its three-letter code, its ISO 3166 alpha-2 code or its name, in any case. */
export class LocationMatcher {
  readonly #locations: readonly Location[]
  readonly #aliases: ReadonlyMap<string, string>
  readonly #byCode: ReadonlyMap<string, Location>
  #byName: Map<string, Location> | undefined

  /** `aliases` holds names in use that neither the table nor the ISO list has, with their codes. */
  constructor(locations: readonly Location[], aliases: ReadonlyMap<string, string> = new Map()) {
    this.#locations = locations
    this.#aliases = aliases
    this.#byCode = new Map(locations.map((location) => [location.code, location]))
  }

  match(given: string): NameMatch<Location> {
    const same = this.#byCode.get(given)
    if (same !== undefined) return { given, outcome: 'same', row: same, name: same.code, nearest: [] }
    const found = this.#named(simplify(given))
    if (found !== undefined) return { given, outcome: 'equal', row: found, name: found.code, nearest: [] }
    return { given, outcome: 'none', nearest: this.#nearest(given) }
  }

  /**
   * The locations with a text in their name, ignoring accents and case. The location that the text means comes first.
   */
  search(text: string): readonly Location[] {
    const wanted = simplify(text)
    if (wanted === '') return this.#locations
    const meant = this.#named(wanted)
    const found = this.#locations.filter((each) => each !== meant && simplify(each.name).includes(wanted))
    return meant === undefined ? found : [meant, ...found]
  }

  #named(name: string): Location | undefined {
    this.#byName ??= this.#readNames()
    return this.#byName.get(name)
  }

  #readNames(): Map<string, Location> {
    const englishNames = new Intl.DisplayNames(['en'], { type: 'region' })
    const names = new Map<string, Location>()
    const add = (name: string | undefined, location: Location) => {
      if (name !== undefined && !names.has(simplify(name))) names.set(simplify(name), location)
    }
    for (const location of this.#locations) {
      add(location.code, location)
      add(location.iso2, location)
    }
    for (const location of this.#locations) {
      add(location.name, location)
      add(location.iso2 && englishNames.of(location.iso2), location)
    }
    for (const [name, code] of this.#aliases) {
      const location = this.#byCode.get(code)
      if (location !== undefined) add(name, location)
    }
    return names
  }

  #nearest(given: string): readonly string[] {
    const byName = new Map(this.#locations.map(({ name, code }) => [name, code]))
    return nearestNames(given, byName.keys(), MOST_NEAR, LEAST_LIKENESS).map((name) => `${byName.get(name)} (${name})`)
  }
}

function simplify(name: string): string {
  return name
    .slice(0, LONGEST_NAME)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
