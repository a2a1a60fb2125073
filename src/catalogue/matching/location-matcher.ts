import type { NameMatch } from '../../engine/values/name-match.ts'
import type { City, Location } from '../tables.ts'
import { nearestNames } from './nearest-names.ts'

/** Longer texts are cut; no place has such a name. */
const LONGEST_NAME = 200

const MOST_NEAR = 3

/** Above Paris and Pakistan (62), and below Frnace and France (83). */
const LEAST_LIKENESS = 75

/** Words beside the name of a place: `Berlin HQ`, `Frankfurt DC2`. */
const BESIDE_PLACES =
  /\b(hq|headquarters?|(head )?office|buro|bureau|oficina|ufficio|sede|siege|standort|site|campus|data ?cent(er|re)|rechenzentrum|(dc|rz) ?\d*)\b/g
const CODE = /^[A-Z]{2,3}$/
const BETWEEN_PARTS = /[,;/()|]| [-–] /

/** A matched location, and the city that decided it, if one did. */
export interface PlaceMatch extends NameMatch<Location> {
  readonly city?: string
}

/** Finds a location by its three-letter code, its ISO 3166 alpha-2 code or its name, in any case, or by a city. */
export class LocationMatcher {
  readonly #locations: readonly Location[]
  readonly #aliases: ReadonlyMap<string, string>
  readonly #byCode: ReadonlyMap<string, Location>
  readonly #cities: readonly City[]
  #byName: Map<string, Location> | undefined
  #byCity: ReadonlyMap<string, City> | undefined

  /** `aliases` holds names in use that neither the table nor the ISO list has, with their codes. */
  constructor(
    locations: readonly Location[],
    aliases: ReadonlyMap<string, string> = new Map(),
    cities: readonly City[] = [],
  ) {
    this.#locations = locations
    this.#aliases = aliases
    this.#cities = cities
    this.#byCode = new Map(locations.map((location) => [location.code, location]))
  }

  match(given: string): PlaceMatch {
    const same = this.#byCode.get(given)
    if (same !== undefined) return { given, outcome: 'same', row: same, name: same.code, nearest: [] }
    const found = this.#named(simplify(given))
    if (found !== undefined) return { given, outcome: 'equal', row: found, name: found.code, nearest: [] }
    const inText = this.#inText(given)
    if (inText !== undefined) {
      const { row, city } = inText
      return { given, outcome: 'equal', row, name: row.code, nearest: [], ...(city !== undefined && { city }) }
    }
    return { given, outcome: 'none', nearest: this.#nearest(given) }
  }

  /**
   * The location that the parts of a text agree on: `Paris (FR)`, `Ashburn, VA`, `Berlin HQ`. A code never decides
   * alone, since `IT` and `HR` are departments, too. Undefined for `Paris, Texas`, whose parts differ.
   */
  #inText(given: string): { readonly row: Location; readonly city?: string } | undefined {
    if (this.#cities.length === 0) return undefined
    const places: { readonly row: Location; readonly city?: string }[] = []
    const codes: string[] = []
    for (const part of given.slice(0, LONGEST_NAME).split(BETWEEN_PARTS)) {
      if (CODE.test(part.trim())) codes.push(part.trim())
      else {
        const own = simplify(simplify(part).replace(BESIDE_PLACES, ' '))
        const place = this.#placeOf(simplify(part)) ?? this.#placeOf(own)
        places.push(...(place === undefined ? this.#cityAndCountry(own) : [place]))
      }
    }
    // A part of a country is more exact than the country.
    const [first, ...others] = places.toSorted((one, other) => countryFirst(other.row) - countryFirst(one.row))
    if (first === undefined) return undefined
    const { row } = first
    const isSame = (code: string) => code === row.code || code === row.country
    const agrees = (code: string) =>
      isSame(this.#named(simplify(code))?.code ?? '') ||
      row.code === `USA-${code}` ||
      (row.code === 'USA' && code.length === 2)
    return others.every((other) => isSame(other.row.code)) && codes.every(agrees) ? first : undefined
  }

  /** Both places of `london uk`. */
  #cityAndCountry(name: string): readonly { readonly row: Location; readonly city?: string }[] {
    const words = name.split(' ')
    for (let at = 1; at < words.length; at++) {
      const [city, row] = [this.#placeOf(words.slice(0, at).join(' ')), this.#named(words.slice(at).join(' '))]
      if (city?.city !== undefined && row !== undefined) return [city, { row }]
    }
    return []
  }

  /** A city, a location or a part of a country, by its simplified name. */
  #placeOf(name: string): { readonly row: Location; readonly city?: string } | undefined {
    this.#byCity ??= new Map(
      this.#cities.flatMap((city) => [city.name, ...city.otherNames].map((each) => [simplify(each), city] as const)),
    )
    const city = this.#byCity.get(name)
    const row = this.#byCode.get(city?.location ?? '')
    if (city !== undefined && row !== undefined) return { row, city: city.name }
    if (name.length <= 3) return undefined
    const isPart = (each: Location) => each.country !== undefined && simplify(each.name.split(',')[0] ?? '') === name
    const found = this.#named(name) ?? this.#locations.find(isPart)
    return found && { row: found }
  }

  /**
   * The locations with a text in their name, ignoring accents and case. The location that the text means comes first.
   */
  search(text: string): readonly Location[] {
    const wanted = simplify(text)
    if (wanted === '') return this.#locations
    const meant = this.#named(wanted) ?? this.#inText(text)?.row
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
    const countries = this.#locations.map(({ name, code }) => [name, code] as const)
    const cities = this.#cities.map(({ name, location }) => [name, location] as const)
    // Florence is as near to Frence as France is, but most people mean a country.
    const near = [countries, cities].flatMap((places) => {
      const byName = new Map(places)
      const names = nearestNames(given, byName.keys(), MOST_NEAR, LEAST_LIKENESS)
      return names.map((name) => `${byName.get(name)} (${name})`)
    })
    return near.slice(0, MOST_NEAR)
  }
}

/** 1 for a part of a country, 0 for a country. */
function countryFirst({ country }: Location): number {
  return country === undefined ? 0 : 1
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
