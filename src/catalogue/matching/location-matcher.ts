import type { NameMatch } from '../../engine/values/name-match.ts'
import type { City, Location } from '../tables.ts'
import { SimilarNames } from './nearest-names.ts'
import { PARTS_OF_COUNTRIES, type PartOfCountry } from './parts-of-countries.ts'
import { RowSearch } from './row-search.ts'
import { LONGEST_NAME, simplify } from './simplify.ts'

const MOST_NEAR = 3

/** Above Paris and Pakistan (62), and below Frnace and France (83). */
const LEAST_LIKENESS = 75

/** Words beside the name of a place: `Berlin HQ`, `Frankfurt DC2`. */
const BESIDE_PLACES =
  /\b(hq|headquarters?|(head )?office|buro|bureau|oficina|ufficio|sede|siege|standort|site|campus|data ?cent(er|re)|rechenzentrum|(dc|rz) ?\d*)\b/g
/** A code, alone or with a postcode: `VA`, `U.S.`, `MA 02110`. */
const CODE = /^([a-z]{2,3})( .*)?$/i
const BETWEEN_PARTS = /[,;/()|]| [-–] /
/** Postcodes alone, and texts with the number of a house or floor. `Idaho 83843` says more than a number does. */
const NUMBERED = /^([a-z]{0,2}\d[a-z\d]*( |$))+$|(^| )\d{1,3}[a-z]?( |$)/
/** The postcode before a city, and the number of a district behind it. */
const NUMBER_OF_CITY = /^\d{4,5} | \d{1,3}$/g
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it']

/** Names of countries in use that no list of a language has. */
const MORE_COUNTRIES: Readonly<Record<string, string>> = {
  großbritannien: 'GBR',
  grossbritannien: 'GBR',
  'gran bretagna': 'GBR',
  'gran bretana': 'GBR',
  'grande bretagne': 'GBR',
  hollande: 'NLD',
  holanda: 'NLD',
  olanda: 'NLD',
  'republique tcheque': 'CZE',
}

const SHORT_NAMES: ReadonlySet<string> = new Set(['usa', 'uk'])
const STATE_BY_NAME = new Map(PARTS_OF_COUNTRIES.map((part) => [part.name, part]))

/** A matched location, whether it was read from a text with a city or several parts, and the city that decided it. */
export interface PlaceMatch extends NameMatch<Location> {
  readonly isRead?: boolean
  readonly city?: string
}

/** The place that a text means, and the city that decided it. */
interface ReadPlace {
  readonly row: Location
  readonly city?: string
}

/** What a part of a text says. `Georgia` can be two locations. */
type Part =
  | { readonly is: 'city'; readonly row: Location; readonly city: string }
  | { readonly is: 'place'; readonly rows: readonly Location[]; readonly decides: boolean }
  | { readonly is: 'code'; readonly code: string }
  | { readonly is: 'state'; readonly state: PartOfCountry }
  | { readonly is: 'unknown' }

/** Finds a location by its three-letter code, its ISO 3166 alpha-2 code or its name, in any case, or by a city. */
export class LocationMatcher {
  readonly #locations: readonly Location[]
  readonly #aliases: ReadonlyMap<string, string>
  readonly #byCode: ReadonlyMap<string, Location>
  readonly #cities: readonly City[]
  #byPart: RowSearch<Location> | undefined
  #byName: Map<string, Location> | undefined
  #byCity: ReadonlyMap<string, ReadPlace & { readonly city: string }> | undefined
  #inParts: ReadonlyMap<string, Part> | undefined
  #similar: readonly { readonly codes: ReadonlyMap<string, string>; readonly names: SimilarNames }[] | undefined

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
      const read = { isRead: true, ...(city !== undefined && { city }) }
      return { given, outcome: 'equal', row, name: row.code, nearest: [], ...read }
    }
    return { given, outcome: 'none', nearest: this.#nearest(given) }
  }

  /**
   * The location of a city, or the one that the parts of a text agree on: `Paris (FR)`, `Ashburn, VA`, `Berlin HQ`. A
   * code never decides alone, since `IT` and `HR` are departments, too. Undefined for `Paris, Texas`, whose parts
   * differ, and for a city beside a part that nobody knows: there is a Moscow in Idaho.
   */
  #inText(given: string): ReadPlace | undefined {
    if (this.#cities.length === 0) return undefined
    const whole = this.#knownPart(simplify(given))
    if (whole?.is === 'city') return whole
    // Some names have brackets of their own: `RAE de Hong Kong (China)`.
    const [only, ...others] = whole?.is === 'place' && whole.decides ? whole.rows : []
    if (only !== undefined && others.length === 0) return { row: only }
    const parts = this.#partsOf(given)
    const cities = parts.filter((part) => part.is === 'city')
    const [city] = cities
    if (city !== undefined) {
      const isSure = cities.every(({ row }) => row === city.row) && parts.every((part) => part.is !== 'unknown')
      return isSure && parts.every((part) => this.#agrees(part, city.row)) ? city : undefined
    }
    const rows = parts.flatMap((part) => (part.is === 'place' && part.decides ? part.rows : []))
    const agreed = new Set(rows.filter((row) => parts.every((part) => this.#agrees(part, row))))
    const [row] = agreed
    return row !== undefined && agreed.size === 1 ? { row } : undefined
  }

  /** What the parts of a text say. Two parts can be one name: `Washington, D.C.`, `Frankfurt/Main`. */
  #partsOf(given: string): readonly Part[] {
    const texts = given.slice(0, LONGEST_NAME).split(BETWEEN_PARTS)
    const parts: Part[] = []
    for (let at = 0; at < texts.length; at++) {
      const [text = '', next] = texts.slice(at, at + 2)
      const both = next === undefined ? undefined : this.#cityOf(simplify(`${text} ${next}`))
      if (both === undefined) parts.push(...this.#partOf(text))
      else {
        parts.push({ is: 'city', ...both })
        at++
      }
    }
    return parts
  }

  /** What a part says: nothing for `HQ` and `10115`, both places for `london uk`. */
  #partOf(text: string): readonly Part[] {
    const simple = simplify(text)
    const own = simplify(simple.replace(BESIDE_PLACES, ' '))
    if (own === '') return []
    const known = this.#knownPart(simple) ?? this.#knownPart(own) ?? this.#knownPart(own.replace(NUMBER_OF_CITY, ''))
    if (known !== undefined) return [known]
    const code = codeIn(text)
    if (code !== undefined) return [{ is: 'code', code }]
    const words = text.trim().split(/\s+/)
    for (let at = 1; at < words.length; at++) {
      const city = this.#knownPart(simplify(words.slice(0, at).join(' ')).replace(NUMBER_OF_CITY, ''))
      if (city?.is !== 'city') continue
      const rest = words.slice(at).join(' ')
      const code = codeIn(rest)
      return [city, this.#knownPart(simplify(rest)) ?? (code === undefined ? { is: 'unknown' } : { is: 'code', code })]
    }
    return NUMBERED.test(own) ? [] : [{ is: 'unknown' }]
  }

  /** Whether a location can be the one that a part speaks of. */
  #agrees(part: Part, row: Location): boolean {
    if (part.is === 'unknown') return true
    if (part.is === 'city') return part.row === row
    if (part.is === 'state') return this.#isIn(part.state, row)
    if (part.is === 'place')
      return part.rows.some(
        (each) => each === row || each.code === row.country || (!part.decides && each.country === row.code),
      )
    const code = this.#named(part.code.toLowerCase())?.code
    if (code !== undefined && (code === row.code || code === row.country)) return true
    return PARTS_OF_COUNTRIES.some((state) => state.code === part.code && this.#isIn(state, row))
  }

  /** Whether a state is this location, or in it. A city in a state with a row of its own has that row. */
  #isIn({ code, country }: PartOfCountry, row: Location): boolean {
    const own = `${country}-${code}`
    return row.code === own || (row.code === country && !this.#byCode.has(own))
  }

  #cityOf(name: string): (ReadPlace & { readonly city: string }) | undefined {
    this.#byCity ??= new Map(
      this.#cities.flatMap((city) => {
        const row = this.#byCode.get(city.location)
        const names = row === undefined ? [] : [city.name, ...city.otherNames]
        return names.map((each) => [simplify(each), { row: row as Location, city: city.name }] as const)
      }),
    )
    return this.#byCity.get(name)
  }

  /** A city, a location in any language, or a part of a country, by its simplified name. */
  #knownPart(name: string): Part | undefined {
    const city = this.#cityOf(name)
    if (city !== undefined) return { is: 'city', ...city }
    this.#inParts ??= this.#readParts()
    return this.#inParts.get(name)
  }

  #readParts(): ReadonlyMap<string, Part> {
    const rows = new Map<string, readonly Location[]>()
    const add = (name: string, row: Location) => {
      const before = rows.get(name) ?? []
      if (!before.includes(row)) rows.set(name, [...before, row])
    }
    this.#byName ??= this.#readNames()
    // Shorter names are codes, and departments.
    for (const [name, row] of this.#byName) if (name.length > 3 || SHORT_NAMES.has(name)) add(name, row)
    for (const language of LANGUAGES) {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
      for (const row of this.#locations) {
        const name = simplify((row.iso2 && names.of(row.iso2)) || '')
        if (name !== '' && !rows.has(name)) add(name, row)
      }
    }
    for (const [name, code] of Object.entries(MORE_COUNTRIES)) {
      const row = this.#byCode.get(code)
      if (row !== undefined) add(name, row)
    }
    const cities = this.#cities.flatMap(({ name, location }) => ({ name: `${simplify(name)} `, location }))
    const undecided = new Set<string>()
    for (const row of this.#locations) {
      if (row.country === undefined) continue
      const name = simplify(row.name.split(',')[0] ?? '')
      add(name, row)
      // Washington DC is not in the state of Washington.
      if (cities.some((city) => city.name.startsWith(`${name} `) && city.location !== row.code)) undecided.add(name)
    }
    const places = [...rows].map(([name, each]): readonly [string, Part] => {
      return [name, { is: 'place', rows: each, decides: !undecided.has(name) }]
    })
    const states = [...STATE_BY_NAME].map(([name, state]) => [name, { is: 'state', state }] as const)
    return new Map([...states, ...places])
  }

  /**
   * The locations with a text in their name, ignoring accents and case. The location that the text means comes first.
   */
  search(text: string): readonly Location[] {
    this.#byPart ??= new RowSearch(this.#locations, ({ name }) => name, simplify)
    const found = this.#byPart.find(text)
    const wanted = simplify(text)
    const meant = wanted === '' ? undefined : (this.#named(wanted) ?? this.#inText(text)?.row)
    return meant === undefined ? found : [meant, ...found.filter((each) => each !== meant)]
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
    this.#similar ??= [
      this.#locations.map(({ name, code }) => [name, code] as const),
      this.#cities.map(({ name, location }) => [name, location] as const),
    ].map((places) => {
      const codes = new Map(places)
      return { codes, names: new SimilarNames(codes.keys()) }
    })
    // Florence is as near to Frence as France is, but most people mean a country.
    const near = this.#similar.flatMap(({ codes, names }) =>
      names.nearest(given, MOST_NEAR, LEAST_LIKENESS).map((name) => `${codes.get(name)} (${name})`),
    )
    return near.slice(0, MOST_NEAR)
  }
}

/** The code in a part, in capitals: `VA`, `U.S.`, `MA 02110`. */
function codeIn(text: string): string | undefined {
  const [, code, postcode = ''] = CODE.exec(text.trim().replaceAll('.', '')) ?? []
  const hasDigits = (word: string) => /\d/.test(word)
  return code !== undefined &&
    postcode
      .trim()
      .split(' ')
      .every((word) => word === '' || hasDigits(word))
    ? code.toUpperCase()
    : undefined
}
