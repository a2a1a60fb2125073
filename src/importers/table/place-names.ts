import { CITIES, STATES } from '../../generated/city-names.ts'
import { CLOUD_REGION } from '../billing/region-of.ts'
import { LANGUAGES } from './column-names.ts'

/** Countries by name in all languages of headings, and by two-letter code. */
let countries: { readonly byName: ReadonlyMap<string, string>; readonly codes: ReadonlySet<string> } | undefined
let english: Intl.DisplayNames | undefined
/** The codes of the places that cities are in, by name. */
let cities: ReadonlyMap<string, string> | undefined
let zones: ReadonlySet<string> | undefined

/** Names in use that no list has. */
const MORE: Readonly<Record<string, string>> = {
  'etats unis': 'US',
  'estados unidos': 'US',
  'stati uniti': 'US',
  usa: 'US',
  uk: 'GB',
  'royaume uni': 'GB',
  grossbritannien: 'GB',
  'gran bretagna': 'GB',
  'gran bretana': 'GB',
  'grande bretagne': 'GB',
  'pays bas': 'NL',
  holland: 'NL',
  hollande: 'NL',
  holanda: 'NL',
  olanda: 'NL',
  'republique tcheque': 'CZ',
  tschechien: 'CZ',
}

/**
 * The code of the country that a text means for certain, in any language of headings: `Allemagne` is DE. A city of it
 * or an unknown part can stand next to it: `Paris, France`. Undefined for anything else, since the data release knows
 * English names, codes and cities, and what `Boston, UK` and `Seattle, USA` mean.
 */
export function countryOf(text: string): string | undefined {
  return placeOf(text)?.country
}

/** The English name of the country of a text with an unknown part: Sweden of `Rack 4, Schweden`. */
export function countryWithin(text: string): string | undefined {
  const { country, isWhole = true } = placeOf(text) ?? {}
  return country === undefined || isWhole ? undefined : nameOf(country)
}

/** The country of a text, and whether all parts of the text are names of it or of its cities. */
interface Place {
  readonly country: string
  readonly isWhole: boolean
}

function placeOf(text: string): Place | undefined {
  if (asked.has(text)) return asked.get(text)
  const place = findPlace(text)
  if (asked.size >= MOST_ASKED) asked.clear()
  if (text.length <= LONGEST_ASKED) asked.set(text, place)
  return place
}

/** Tables repeat few places in many rows. */
const asked = new Map<string, Place | undefined>()
const MOST_ASKED = 1000
const LONGEST_ASKED = 100
const BETWEEN_PARTS = /[,;/()|]| [-–] /
const SHORTEST_NAME = 4
const POSTCODE = /\b\d{4,5}\b/
const NAMES_OF_STATES: ReadonlySet<string> = new Set(STATES.split('|').map(simple))
/** Countries with figures for their parts: a town there may be in one of them. */
const WITH_PARTS: ReadonlySet<string> = new Set(['US', 'IN'])

function findPlace(text: string): Place | undefined {
  const { byName } = known()
  const whole = byName.get(simple(text))
  if (whole !== undefined) return isEnglish(text, whole) ? undefined : { country: whole, isWhole: true }
  const written = text.split(BETWEEN_PARTS).filter((part) => simple(part) !== '')
  const parts = written.map(simple)
  const code = codeBesideCities(written)
  if (code !== undefined) return { country: code, isWhole: true }
  const site = countryOfSite(text)
  if (site !== undefined) return { country: site, isWhole: false }
  const [country, ...others] = new Set(parts.flatMap((part) => byName.get(part) ?? []))
  if (parts.length < 2 || country === undefined || others.length > 0) return undefined
  const isSure = parts.every((part) => {
    if (NAMES_OF_STATES.has(part)) return false
    if (byName.has(part)) return true
    const words = part.split(' ')
    const city = words.map((_, at) => cityOf(words.slice(0, at + 1).join(' '))).find((each) => each !== undefined)
    if (city !== undefined) return city === country && cityOf(part) === country
    return part.length >= SHORTEST_NAME && !words.some(isCode) && !WITH_PARTS.has(country)
  })
  if (!isSure) return undefined
  return { country, isWhole: parts.every((part) => byName.has(part) || isCityOf(country, part)) }
}

/** Countries by the metro in the code of a site: PA3 of Equinix is in Paris, and FRA14 of Interxion in Frankfurt. */
const SITES: readonly (readonly [operator: RegExp, code: RegExp, countries: Readonly<Record<string, string>>])[] = [
  // https://www.equinix.com/data-centers
  [
    /\bequinix\b/i,
    /\b([A-Z]{2})\d{1,2}[a-z]?\b/,
    {
      ...{ AM: 'NL', BX: 'FR', DB: 'IE', DU: 'DE', FR: 'DE', GV: 'CH', HE: 'FI', HH: 'DE', LD: 'GB', LS: 'PT' },
      ...{ MA: 'GB', MD: 'ES', ML: 'IT', MU: 'DE', PA: 'FR', SK: 'SE', SO: 'BG', WA: 'PL', ZH: 'CH' },
      ...{ HK: 'HK', ME: 'AU', OS: 'JP', SG: 'SG', SL: 'KR', SP: 'BR', SY: 'AU', TR: 'CA', TY: 'JP' },
    },
  ],
  // https://www.digitalrealty.com/data-centers: the code of the airport
  [
    /\b(interxion|digital realty)\b/i,
    /\b([A-Z]{3})\d{1,2}\b/,
    {
      ...{ AMS: 'NL', ATH: 'GR', BRU: 'BE', CPH: 'DK', DUB: 'IE', DUS: 'DE', FRA: 'DE', LON: 'GB', MAD: 'ES' },
      ...{ MRS: 'FR', PAR: 'FR', STO: 'SE', VIE: 'AT', ZAG: 'HR', ZRH: 'CH' },
    },
  ],
]

/** The country of a site that an operator of data centres and its code name: FR of `DC Equinix PA3`. */
function countryOfSite(text: string): string | undefined {
  for (const [operator, code, countries] of SITES) {
    const metro = operator.test(text) ? (code.exec(text)?.[1] ?? '') : ''
    if (Object.hasOwn(countries, metro)) return countries[metro]
  }
  return undefined
}

/** The code of a country next to cities of it: FR of `Paris (FR)`. Alone it can be something else: `Boston, MA`. */
function codeBesideCities(parts: readonly string[]): string | undefined {
  const code = parts.map((part) => part.trim()).find((part) => known().codes.has(part))
  if (code === undefined || parts.length < 2) return undefined
  return parts.every((part) => part.trim() === code || isCityOf(code, simple(part))) ? code : undefined
}

/** Whether a part is a known city of a country, also with its postcode. */
function isCityOf(country: string, part: string): boolean {
  return cityOf(part.replace(POSTCODE, '').trim()) === country
}

/** Short words may be codes of other places. */
function isCode(word: string): boolean {
  return word.length < SHORTEST_NAME && !/\d/.test(word)
}

function cityOf(name: string): string | undefined {
  cities ??= new Map(
    Object.entries(CITIES).flatMap(([code, names]) => names.split('|').map((each) => [simple(each), code] as const)),
  )
  return cities.get(name)
}

/** The data release matches English names with its own tables. */
function isEnglish(text: string, code: string): boolean {
  return simple(nameOf(code)) === simple(text)
}

function nameOf(code: string): string {
  english ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
  return english.of(code) ?? code
}

/** The column that would read most texts of an unread column, if they are places. */
export function placeColumnOf(texts: readonly string[]): 'location' | 'region' | undefined {
  if (texts.length === 0) return undefined
  if (texts.every((text) => CLOUD_REGION.test(text.trim()))) return 'region'
  const { codes } = known()
  if (texts.every((text) => codes.has(text.trim()))) return 'location'
  // Most unread columns are numbers and dates, which need no search.
  const named = texts.filter((text) => /\p{L}/u.test(text))
  const inCountries = named.filter(isCountry)
  const places = named.filter((text) => isCountry(text) || isCity(text))
  return inCountries.length >= 2 || (places.length > 0 && places.length * 2 >= texts.length) ? 'location' : undefined
}

function isCountry(text: string): boolean {
  const { byName } = known()
  return byName.has(simple(text)) || text.split(BETWEEN_PARTS).some((part) => byName.has(simple(part)))
}

/**
 * Whether a text starts with a known city, one that names a time zone (Europe/Vaduz), or a state of a country: Texas.
 */
function isCity(text: string): boolean {
  zones ??= new Set(Intl.supportedValuesOf('timeZone').map((zone) => simple(zone.split('/').at(-1) ?? '')))
  const first = simple(text.split(/[,;/()-]/)[0] ?? '')
  const names = [first, first.split(' ')[0] ?? '', simple(text)]
  return names.some((name) => cityOf(name) !== undefined || zones?.has(name) || NAMES_OF_STATES.has(name))
}

function known() {
  if (countries !== undefined) return countries
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))
  const byName = new Map(Object.entries(MORE))
  const codes = new Set<string>()
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = names.of(code)
      if (name === undefined || isNoCountry(code)) continue
      codes.add(code)
      byName.set(simple(name), code)
    }
  }
  countries = { byName, codes }
  return countries
}

/** Codes of groups of countries, for tests, and of countries with a new code. */
function isNoCountry(code: string): boolean {
  return (
    /^(X[A-JL-Z]|Q[M-Z]|ZZ|EU|EZ|UN|AA)$/.test(code) || Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`
  )
}

function simple(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
