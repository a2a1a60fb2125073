import { ExploreLocationsDocument } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { Catalogue } from './catalogue.ts'
import type { Option } from './combobox.tsx'

/** Languages in which country names are found, besides the browser's. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv'] as const

/** Maximum number of suggested regions. */
const MOST_REGIONS = 12

/**
 * Finds locations by part of a name, a code (`us`, `de`, `FRA`), a name in another language (`Deutschland`, `Holland`),
 * or a cloud region (`eu-west-3`). The best match comes first.
 */
export async function findLocations(
  typed: string,
  catalogue: Catalogue,
  signal?: AbortSignal,
): Promise<readonly Option[]> {
  const wanted = simplify(typed)
  if (wanted === '') return catalogue.locations.map(locationOption)
  // The service searches by letters and digits, and finds every place by none.
  if (!/[\p{L}\p{N}]/u.test(wanted)) return []
  const foreign = codeOf(wanted)
  const { locationsConnection } = await send(
    ExploreLocationsDocument,
    { search: foreign ?? typed.trim() },
    { release: catalogue.chosen, signal },
  )
  // A search by two-letter code returns the country first, then names that contain the letters.
  const { nodes } = locationsConnection
  const found = foreign === undefined ? nodes : nodes.slice(0, 1)
  const isAlias = (name: string) => !simplify(name).includes(wanted)
  const ranked = found
    .map((location, index) => ({
      location,
      rank: index === 0 && isAlias(location.name) ? -1 : rankOf(location, wanted),
    }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ location }) => locationOption(location))
  // Region names start like countries (`germanywestcentral`), so they count only if nothing else matches.
  return ranked.length > 0 && !/\d/.test(wanted) ? ranked : [...ranked, ...findRegions(wanted, catalogue)]
}

/** The one location that a text means; undefined if it is ambiguous or unknown. */
export async function meantLocation(
  typed: string,
  catalogue: Catalogue,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const found = await findLocations(typed, catalogue, signal)
  const wanted = simplify(typed)
  const same = found.find(
    ({ value, label, hint = '' }) =>
      simplify(label) === wanted || simplify(value) === wanted || simplify(hint.split(' ')[0] ?? '') === wanted,
  )
  if (same !== undefined) return same.value
  const codes = new Set(found.map(({ value }) => value))
  const [only] = codes
  const isAlias = found[0] !== undefined && !simplify(found[0].label).includes(wanted)
  return codes.size === 1 || isAlias ? only : undefined
}

function locationOption({ code, name }: { readonly code: string; readonly name: string }): Option {
  return { value: code, label: name, hint: code }
}

function rankOf({ code, name }: { readonly code: string; readonly name: string }, wanted: string): number {
  return simplify(name).startsWith(wanted) || simplify(code) === wanted ? 0 : 1
}

function findRegions(wanted: string, { providers }: Catalogue): readonly Option[] {
  if (wanted.length < 3) return []
  return providers
    .flatMap(({ id, regions }) =>
      regions
        .filter(({ name }) => simplify(name).startsWith(wanted))
        .map(({ name, location }) => ({ value: location.code, label: location.name, hint: `${name} (${id})` })),
    )
    .slice(0, MOST_REGIONS)
}

let names: ReadonlyMap<string, string> | undefined

/** The two-letter code of a country, from its name in any of the languages, or from a code. */
function codeOf(wanted: string): string | undefined {
  names ??= readNames()
  return names.get(wanted)
}

function readNames(): ReadonlyMap<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const displays = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  const found = new Map<string, string>([
    ['holland', 'NL'],
    ['england', 'GB'],
    ['great britain', 'GB'],
  ])
  for (const code of codes) {
    const locale = new Intl.Locale(`und-${code}`)
    // Codes without a country, and those of former states.
    if (english.of(code) === code || locale.region !== code) continue
    const own = new Intl.DisplayNames(locale.maximize().language, { type: 'region' })
    for (const name of [...displays, own].map((display) => display.of(code))) {
      if (name !== undefined && !found.has(simplify(name))) found.set(simplify(name), code)
    }
  }
  return found
}

/** Removes accents and converts to lower case. */
function simplify(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
