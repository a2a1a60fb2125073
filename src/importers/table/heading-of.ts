import { ASSETS } from '../../kinds.ts'
import { COLUMN_NAMES, type Language, UNUSED_NAMES } from './column-names.ts'
import { COLUMNS, type Column, NOT_READ, POWERS } from './columns.ts'
import { unitBehind } from './map-target.ts'
import { plain } from './plain-name.ts'
import { energyPerTime, hasUnits, hoursPerTime, isConsumption, isUnitOf, namesUnit } from './units.ts'

/** One meaning of a name. */
export interface Meaning {
  readonly column: Column | typeof NOT_READ
  readonly languages: readonly Language[]
  /** Counts only if no other column has that meaning. */
  readonly isWeak: boolean
}

/** A column of a file with the meanings of its heading. */
export interface Heading {
  readonly meanings: readonly Meaning[]
  readonly unit?: string
}

/** Names of ours that many tables use for something else, such as the year of purchase. */
const ALSO_OTHERS: ReadonlySet<Column> = new Set(['year', 'method'])
const MEANINGS = meaningsByName()
export const LONGEST_HEADING = 200
/** The meaning of `Hours per day`. */
const SHARE_OF_TIME: Meaning = { column: 'use_time_ratio', languages: [], isWeak: true }
/** The meaning of `Monthly consumption (kWh)`. */
const ENERGY: Meaning = { column: 'avg_power', languages: [], isWeak: true }

function meaningsByName(): ReadonlyMap<string, readonly Meaning[]> {
  const meanings = new Map<string, Meaning[]>()
  const add = (name: string, column: Meaning['column'], languages: readonly Language[], isWeak: boolean) => {
    const key = plain(name)
    const known = meanings.get(key) ?? []
    const same = known.find((each) => each.column === column)
    const merged = {
      column,
      languages: [...(same?.languages ?? []), ...languages],
      isWeak: isWeak && (same?.isWeak ?? true),
    }
    meanings.set(key, [...known.filter((each) => each !== same), merged])
  }
  for (const [column, names] of COLUMN_NAMES) {
    for (const [language, list] of Object.entries(names) as [Language, string][]) {
      for (const name of list.split(', ')) add(name.replace(/^~/, ''), column, [language], name.startsWith('~'))
    }
  }
  for (const [language, list] of Object.entries(UNUSED_NAMES) as [Language, string][]) {
    for (const name of list.split(', ')) if (!meanings.has(plain(name))) add(name, NOT_READ, [language], false)
  }
  // Our own names always mean themselves, in every language.
  for (const column of COLUMNS)
    meanings.set(plain(column), [{ column, languages: [], isWeak: ALSO_OTHERS.has(column) }])
  return meanings
}

/** What stands before things that are counted: `# disks`, `Nº CPU`, `Anz. CPU`. */
const NUMBER_OF = /^(#|n[º°.]|n[ro]\.|núm\.|anz\.)\s*(?:(?:of|de|di)\s+)?(?=\p{L})/iu

/** `# disks` and `Nº disks` are the number of disks. */
export function countName(name: string): string {
  return plain(name.trim().replace(NUMBER_OF, 'number of '))
}

const OWN_NAMES = new Set(COLUMNS.map(plain))

/** Whether a heading is a name of ours, such as `ram_capacity`. */
export function isOwnName(name: string): boolean {
  return OWN_NAMES.has(plain(name))
}

const OF_FEW_KINDS: ReadonlySet<string> = new Set([
  ...[...Object.keys(ASSETS.terminal.columns.numbers), 'ports'].filter((column) => !column.startsWith('own_')),
  ...ALSO_OTHERS,
])

/** Whether a column changes figures of few kinds alone, though inventories have it for many. */
export function isOfFewKinds(column: string | undefined): boolean {
  return column !== undefined && OF_FEW_KINDS.has(column)
}

/** Whether a heading names something that changes no figure of most things: `Status`, `Screen size`. */
export function isUnused(name: string): boolean {
  const { meanings } = headingOf(name)
  return meanings.length > 0 && meanings.every(({ column }) => column === NOT_READ || isOfFewKinds(column))
}

/** Whether a heading may mean a column: `Type` may mean kind. */
export function isNamed(name: string, column: Column): boolean {
  return headingOf(name).meanings.some((meaning) => meaning.column === column)
}

/** SCCM writes a 0 behind each name: `Model0`. */
const ENDS_IN_0 = /(?<=[a-z])0$/i

const AN_ASSET =
  'server|host|node|machine|unit|device|system|asset|gerät|rechner|knoten|stück|serveur|nœud|noeud|appareil|poste|unité|servidor|nodo|equipo|unidad|unità|dispositivo'
/** `GPUs per server` and `RAM pro Server` are those of a row's asset. */
const PER_ASSET = new RegExp(
  String.raw`(?<![\s_])[\s_]+(per|pro|je|par|por)[\s_]+(${AN_ASSET})(?=\s*[()[\]]|$|\s*\/|\s+(?:per|pro|par|por|je)\s)`,
  'i',
)
/** What makes a power that of one asset: `Power each`, `puissance unitaire`, `W/server`. A power unit is a thing. */
const EACH = new RegExp(
  String.raw`(?<!\p{L})(each|unitaire|unitari[ao])(?!\p{L})|^\s*unit(?=[\s_])|(?<!\p{L})einzel-?(?=leistung|verbrauch)|\/\s*(${AN_ASSET})(?!\p{L})`,
  'iu',
)
/** What makes a power that of all assets of a row: `Total power`, `Gesamtleistung`. */
const OF_ALL =
  /(?<!\p{L})(totale?s?|totaux|totali|overall|combined|insgesamt)(?!\p{L})|(?<!\p{L})gesamte?r?(?!\p{L})|gesamt/iu

/** Whether a heading says that a power is that of one asset: ours, and `Power per server`. */
export function isOfOne(heading: string): boolean {
  return isOwnName(heading) || PER_ASSET.test(heading) || EACH.test(heading)
}

/** A heading that names one asset: `Total power per server` is that of one. */
function asOfOne({ meanings, ...heading }: Heading): Heading {
  const column = (each: Meaning) => (each.column === 'total_power' ? 'avg_power' : each.column)
  return { ...heading, meanings: meanings.map((each) => ({ ...each, column: column(each) })) }
}

/** A heading without words, and without the brackets that they leave empty. */
function without(words: RegExp, heading: string): string {
  return heading
    .replace(words, ' ')
    .replace(/[([][\s,;]*[)\]]/g, ' ')
    .replace(/[\s,;]+(?=[)\]])/g, '')
    .trim()
}

/** The power that a heading names with words such as `total`. Undefined for anything else. */
function powerOf(name: string): Heading | undefined {
  const words = [EACH, OF_ALL].find((each) => each.test(name))
  if (words === undefined) return undefined
  const { meanings, unit } = headingOf(without(words, name))
  if (meanings.length === 0 || !meanings.every((each) => POWERS.includes(each.column))) return undefined
  const column = words === EACH ? 'avg_power' : 'total_power'
  return { meanings: meanings.map((each) => ({ ...each, column })), ...(unit !== undefined && { unit }) }
}

/** Headings whose `per unit` says something else: `Units per server`, `Cost per device`. */
const OF_ASSETS = /^(units|pieces|pcs|stück|qty|quantity|count|number|users?|employees|seats|vms?)\b/i

function meaningsOf(name: string): readonly Meaning[] | undefined {
  return [countName(name), plain(name), plain(name.replace(ENDS_IN_0, ''))]
    .map((each) => MEANINGS.get(each))
    .find(Boolean)
}

/** `Annual consumption (kWh)` is in kWh a year. */
const IS_ANNUAL = /annu|yearly|anual|jahr|jähr/i
/** `Lebensdauer in Jahren`, `durée en heures`. */
const FILLER = /[\s_-]+(in|en)$/i

/** The meaning of `Brand / Model`. A column of models alone goes before it. */
const MAKER_AND_MODEL: Meaning = { column: 'model', languages: [], isWeak: true }
const BETWEEN_NAMES = /\s*[/&+,|]\s*|\s+(?:and|et|und|y|e|-|–)\s+/i
/** `Hersteller/Typ` has the type of a maker, not the kind. */
const NAMES_MODEL: ReadonlySet<Meaning['column']> = new Set(['model', 'kind'])

/** Whether a heading names the maker and the model, in any order: `Marque / Modèle`, `Hersteller und Typ`. */
function isMakerAndModel(name: string): boolean {
  const parts = name.split(BETWEEN_NAMES)
  if (parts.length !== 2) return false
  const [first = [], second = []] = parts.map((part) => (MEANINGS.get(plain(part)) ?? []).map(({ column }) => column))
  const are = (one: typeof first, other: typeof first) =>
    one.includes('manufacturer') && other.some((column) => NAMES_MODEL.has(column))
  return are(first, second) || are(second, first)
}

/** The meanings of a heading and, if it names one, a unit that fits them. `column` is its known meaning. */
export function headingOf(given: string, column?: Column): Heading {
  if (column === undefined && given.length > LONGEST_HEADING) return { meanings: [] }
  // Of a column that a map names, only the unit at the end is read.
  const whole = given.slice(-LONGEST_HEADING)
  const name = OF_ASSETS.test(whole) ? whole : whole.replace(PER_ASSET, '')
  if (column === undefined && name !== whole) return asOfOne(headingOf(name))
  const known = column === undefined ? meaningsOf(name) : undefined
  if (known !== undefined) {
    const { unit } = unitBehind(name)
    return { meanings: known, ...(known.some((each) => isUnitOf(each.column, unit)) && { unit }) }
  }
  if (column === undefined && isMakerAndModel(name)) return { meanings: [MAKER_AND_MODEL] }
  const power = column === undefined ? powerOf(name) : undefined
  if (power !== undefined) return power
  const rate = hoursPerTime(name)
  if (rate !== undefined && (column ?? SHARE_OF_TIME.column) === SHARE_OF_TIME.column)
    return { meanings: [SHARE_OF_TIME], unit: rate }
  const isPower = column === undefined || POWERS.includes(column)
  const energy = isPower ? energyPerTime(column === undefined ? name : without(OF_ALL, without(EACH, name))) : undefined
  if (energy !== undefined) return { meanings: [ENERGY], unit: energy }
  const { base, unit, isBracketed } = unitBehind(name)
  if (column === undefined && isUnitOf('avg_power', unit) && isConsumption(base)) return { meanings: [ENERGY], unit }
  const meanings = MEANINGS.get(plain(base)) ?? MEANINGS.get(plain(base.replace(FILLER, ''))) ?? []
  const asked = column === undefined ? meanings.map((each) => each.column) : [column]
  if (asked.some((each) => POWERS.includes(each)) && /^kwh$/i.test(unit) && IS_ANNUAL.test(base))
    return { meanings: meanings.filter((each) => each.column === 'avg_power'), unit: 'kWh/year' }
  if (asked.some((each) => isUnitOf(each, unit))) {
    return { meanings: meanings.filter((each) => isUnitOf(each.column, unit)), unit }
  }
  // `Nb (pcs)` is a number; `Power (peak)` may be another power than the mean, and `CPU (GHz)` is a speed.
  return { meanings: isBracketed && !namesUnit(name) ? meanings.filter((each) => !hasUnits(each.column)) : [] }
}
