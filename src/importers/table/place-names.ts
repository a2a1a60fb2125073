import { LANGUAGES } from './column-names.ts'

/** Countries by name in all languages of headings, and by two-letter code. */
let countries: { readonly byName: ReadonlyMap<string, string>; readonly codes: ReadonlySet<string> } | undefined
let english: Intl.DisplayNames | undefined
let cities: ReadonlySet<string> | undefined

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

/** Large towns that name no time zone, and those that do under their own names. */
const MORE_CITIES =
  'Warszawa, Kraków, Wrocław, Gdańsk, Poznań, Łódź, Praha, Prag, Prague, Brno, Wien, Graz, Roma, Milano, Milan, Torino, Turin, Napoli, Firenze, Bologna, Lisboa, Porto, Bruxelles, Brussel, Brüssel, Antwerpen, København, Göteborg, Malmö, București, Bukarest, Athina, Beograd, Moskva, Kyiv, München, Munich, Frankfurt, Hamburg, Köln, Cologne, Stuttgart, Düsseldorf, Leipzig, Dresden, Nürnberg, Hannover, Bremen, Genève, Geneva, Genf, Basel, Bern, Lausanne, Lyon, Marseille, Lille, Toulouse, Nantes, Bordeaux, Strasbourg, Rennes, Grenoble, Barcelona, Valencia, Sevilla, Bilbao, Londres, Londra, Manchester, Birmingham, Leeds, Edinburgh, Glasgow, Parigi, Berlino, Berlín, Rotterdam, Utrecht, Eindhoven, Boston, Seattle, San Francisco, Dallas, Atlanta, Montréal, Mumbai, Bangalore, Bengaluru'

/** Prefixes of cloud regions: `eu-west-3`, `us-east1`. */
const CLOUD_REGION =
  /^(us|eu|ap|sa|ca|me|af|il|mx|cn|asia|europe|northamerica|southamerica|australia|africa)(-gov)?-[a-z]+-?\d[a-f]?$/

/**
 * The code of a country that a whole text names in one of the languages of headings: `Allemagne` is DE. Undefined for
 * anything else: the data release knows English names, codes and cities, and what a text of several parts means.
 */
export function wholeCountryOf(text: string): string | undefined {
  return remembered(text).whole
}

/** The code of a country that a text names, alone or next to a town: `Berlin (Deutschland)` is in DE. */
function countryOf(text: string): string | undefined {
  const { whole, beside } = remembered(text)
  return whole ?? beside
}

function remembered(text: string): Countries {
  const before = asked.get(text)
  if (before !== undefined) return before
  const countries = findCountries(text)
  if (asked.size >= MOST_ASKED) asked.clear()
  if (text.length <= LONGEST_ASKED) asked.set(text, countries)
  return countries
}

/** The country that a text is, or the one that it has next to a town. */
interface Countries {
  readonly whole?: string
  readonly beside?: string
}

/** Tables repeat few places in many rows. */
const asked = new Map<string, Countries>()
const MOST_ASKED = 1000
const LONGEST_ASKED = 100

function findCountries(text: string): Countries {
  const { byName } = known()
  const whole = byName.get(simple(text))
  if (whole !== undefined) return isEnglish(text, whole) ? {} : { whole }
  const parts = text.split(/[,;/()]| [-–] /).map(simple)
  const found = new Set(parts.flatMap((part) => byName.get(part) ?? []))
  const [beside] = found
  return parts.length > 1 && found.size === 1 && beside !== undefined ? { beside } : {}
}

/** The data release matches English names with its own tables. */
function isEnglish(text: string, code: string): boolean {
  english ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return simple(english.of(code) ?? '') === simple(text)
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
  return known().byName.has(simple(text)) || countryOf(text) !== undefined
}

/** Whether a text starts with a large town, by the names of time zones: Europe/Berlin. */
function isCity(text: string): boolean {
  cities ??= new Set(
    [...Intl.supportedValuesOf('timeZone').map((zone) => zone.split('/').at(-1) ?? ''), ...MORE_CITIES.split(', ')].map(
      simple,
    ),
  )
  const [first = ''] = text.split(/[,;/()-]/)
  return cities.has(simple(first)) || cities.has(simple(first).split(' ')[0] ?? '')
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
