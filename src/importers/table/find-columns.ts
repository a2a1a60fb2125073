import { shorten } from '../check-asset.ts'
import { ImportError } from '../import-error.ts'
import {
  COLUMN_NAMES,
  DRIVE_COUNTS,
  type Language,
  OF_ALL_DRIVES,
  ROW_NUMBERS,
  SEVERAL_DRIVES,
  STATES,
  UNUSED_NAMES,
} from './column-names.ts'
import { COLUMNS, type Column, type ColumnMap, MAPPABLE, NOT_READ } from './columns.ts'
import { mapping, type Target, targetOf, unitBehind } from './map-target.ts'
import { plain } from './plain-name.ts'
import { isMemory } from './read-cell.ts'
import { uniqueNames } from './unique-names.ts'
import { energyPerTime, hasUnits, hoursPerTime, isUnitOf, namesUnit } from './units.ts'

/** What the columns of a file were recognised as. */
export interface FoundColumns {
  /** Position of each known column. */
  readonly at: ReadonlyMap<Column, number>
  /** The unit in a heading, by known column: `RAM (TB)`. */
  readonly units: ReadonlyMap<Column, string>
  /** Positions of columns whose name starts with `tag:`. */
  readonly tags: readonly number[]
  /** Positions of unread columns that may change figures: not mapped, and not known to be irrelevant. */
  readonly open: readonly number[]
  /** Positions of columns whose names alone suggest a meaning, read or not: `Storage`. */
  readonly guessed: readonly number[]
  /** The column with the capacities of several drives, whose cells need units: `Disks`. */
  readonly several?: Column
}

/** One meaning of a name. */
interface Meaning {
  readonly column: Column | typeof NOT_READ
  readonly languages: readonly Language[]
  /** Counts only if no other column has that meaning. */
  readonly isWeak: boolean
}

/** A column of a file with the meanings of its heading. */
interface Heading {
  readonly meanings: readonly Meaning[]
  readonly unit?: string
}

const MEANINGS = meaningsByName()
const LONGEST_HEADING = 200
/** Columns of impactql's answers, which may be imported again. */
const OF_ANSWERS =
  /^(status|fault|release|warnings|energy_kwh|assessed_(as|in|hours|load)|[a-z]+_(embedded|use|building|total)(_\w+)?)$/
/** Beside a column `kind`, this is the type of a terminal, such as `pro`. */
const IS_TYPE = /^\s*(type|typ|tipo)\s*$/i
const TYPE_BESIDE_KIND: Meaning = { column: 'terminal_type', languages: [], isWeak: true }
/** The meaning of `Hours per day`. */
const SHARE_OF_TIME: Meaning = { column: 'use_time_ratio', languages: [], isWeak: true }
/** The meaning of `Monthly consumption (kWh)`. */
const ENERGY: Meaning = { column: 'avg_power', languages: [], isWeak: true }
const TAG = /^tag\s*:/i

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
  for (const column of COLUMNS) meanings.set(plain(column), [{ column, languages: [], isWeak: false }])
  return meanings
}

/**
 * Recognises the columns of a header. A map comes first, then equal and common names in any case, with any accents and
 * separators. Throws an ImportError if a map names a missing column, or if two columns have one meaning.
 *
 * Example: `findColumns(['Host Name', 'RAM (TB)', 'tag:team']).at` is label at 0, ram_capacity at 1.
 */
export function findColumns(header: readonly string[], map: ColumnMap = {}): FoundColumns {
  const found = new Map<Column, number>()
  const units = new Map<Column, string>()
  const mapped = readMap(header, map)
  for (const [at, { column, unit: given }] of mapped) {
    if (column === NOT_READ) continue
    const other = found.get(column)
    if (other !== undefined) throw new ImportError(`Two columns are mapped to ${column}`)
    found.set(column, at)
    const unit = given ?? headingOf(header[at] ?? '', column).unit ?? ownUnit(column)
    if (unit !== undefined) units.set(column, unit)
  }
  const headings = header.map((name, at): Heading => (mapped.has(at) ? { meanings: [] } : headingOf(name)))
  const spoken = spokenLanguages(headings)
  const hasKind = header.some((name, at) => plain(name) === 'kind' && !mapped.has(at))
  const open: number[] = []
  const weak: (readonly [number, Column, string | undefined])[] = []
  for (const [at, { meanings, unit }] of headings.entries()) {
    if (mapped.has(at) || TAG.test(header[at] ?? '') || OF_ANSWERS.test(header[at] ?? '')) continue
    const meant = hasKind && IS_TYPE.test(header[at] ?? '') ? TYPE_BESIDE_KIND : meantOf(meanings, spoken)
    if (meant === undefined) open.push(at)
    else if (meant.column === NOT_READ) {
      if (ROW_NUMBERS.has(plain(header[at] ?? ''))) open.push(at)
    } else if (meant.isWeak) weak.push([at, meant.column, unit])
    else take(at, meant.column, unit)
  }
  for (const [at, column, unit] of weak) if (!found.has(column)) take(at, column, unit)
  const state = stateAt(header, found, mapped)
  if (state !== undefined) {
    found.set('instance_state', state)
    weak.push([state, 'instance_state', undefined])
  }
  const several = severalDrives(header, found, mapped)
  const drives = several ?? drivesCounted(header, found)
  if (drives !== undefined && !mapped.has(drives.at)) {
    found.set(drives.column, drives.at)
    weak.push([drives.at, drives.column, undefined])
    if (several?.unit !== undefined) units.set(several.column, several.unit)
  }
  return {
    at: found,
    ...(several !== undefined && { several: several.column }),
    units,
    tags: [...header.keys()].filter((at) => TAG.test(header[at] ?? '') && !mapped.has(at)),
    open: open.filter((at) => at !== drives?.at && at !== state),
    guessed: weak.map(([at]) => at),
  }

  function take(at: number, column: Column, unit: string | undefined): void {
    const other = found.get(column)
    if (other !== undefined && mapped.has(other)) return
    if (other !== undefined) throw new ImportError(twoColumns(header, [other, at], column), { code: 'TWO_COLUMNS' })
    found.set(column, at)
    const own = unit ?? (isOwnName(header[at] ?? '') ? ownUnit(column) : undefined)
    if (own !== undefined) units.set(column, own)
  }
}

const OF_DRIVES: readonly Column[] = ['capacity', 'ssd_capacity', 'hdd_capacity', 'ssd_units', 'hdd_units']

/** The column of several drives, where no other tells their number or capacity. */
function severalDrives(
  header: readonly string[],
  found: ReadonlyMap<Column, number>,
  mapped: ReadonlyMap<number, Target>,
) {
  if (OF_DRIVES.some((column) => found.has(column))) return undefined
  for (const [at, name] of header.entries()) {
    const { base, unit } = unitBehind(name)
    const own = SEVERAL_DRIVES.get(plain(name))
    const column = own ?? (isUnitOf('capacity', unit) ? SEVERAL_DRIVES.get(plain(base)) : undefined)
    if (column === undefined || mapped.has(at)) continue
    return { at, column, ...(own === undefined && { unit }) }
  }
  return undefined
}

/** The column that counts the drives whose capacity another column has, if only one has: `# disks` beside `SSD`. */
function drivesCounted(header: readonly string[], found: ReadonlyMap<Column, number>) {
  const capacities = (['ssd_capacity', 'hdd_capacity', 'capacity'] as const).filter((column) => found.has(column))
  const [capacity] = capacities
  if (capacity === undefined || capacities.length > 1) return undefined
  const column = capacity === 'hdd_capacity' ? 'hdd_units' : 'ssd_units'
  const isOfAll = OF_ALL_DRIVES.test(header[found.get(capacity) ?? -1] ?? '')
  if (isOfAll || found.has('ssd_units') || found.has('hdd_units')) return undefined
  const taken = new Set(found.values())
  const at = header.findIndex(
    (name, each) => !taken.has(each) && [countName(name), plain(name)].some((given) => DRIVE_COUNTS.has(given)),
  )
  return at < 0 ? undefined : ({ at, column } as const)
}

/** Whether a table has columns of instances or of virtual machines. */
export function hasMachines(found: ReadonlyMap<Column, number>): boolean {
  return found.has('instance_type') || found.has('share_vcpu')
}

/** The column with the states of machines, or of things that may no longer be in use. */
function stateAt(
  header: readonly string[],
  found: ReadonlyMap<Column, number>,
  mapped: ReadonlyMap<number, Target>,
): number | undefined {
  if (found.size === 0 || found.has('instance_state')) return undefined
  const names = header.map((name, at) => (mapped.has(at) ? '' : plain(name)))
  const name = STATES.find((each) => names.includes(each))
  return name === undefined ? undefined : names.indexOf(name)
}

/** What stands before things that are counted: `# disks`, `Nº CPU`, `Anz. CPU`. */
const NUMBER_OF = /^(#|n[º°.]|n[ro]\.|núm\.|anz\.)\s*(?:(?:of|de|di)\s+)?(?=\p{L})/iu

/** `# disks` and `Nº disks` are the number of disks. */
function countName(name: string): string {
  return plain(name.trim().replace(NUMBER_OF, 'number of '))
}

/** The unit that the documentation gives a column of ours, where a heading of others leaves it open. */
function ownUnit(column: string): string | undefined {
  if (isMemory(column)) return 'GB'
  return column === 'avg_power' ? 'W' : undefined
}

const OWN_NAMES = new Set(COLUMNS.map(plain))

/** Whether a heading is a name of ours, such as `ram_capacity`. */
export function isOwnName(name: string): boolean {
  return OWN_NAMES.has(plain(name))
}

/** Whether a heading names something that changes no figure: `Status`. */
export function isUnused(name: string): boolean {
  const { meanings } = headingOf(name)
  return meanings.length > 0 && meanings.every(({ column }) => column === NOT_READ)
}

/** Whether a heading may mean a column: `Type` may mean kind. */
export function isNamed(name: string, column: Column): boolean {
  return headingOf(name).meanings.some((meaning) => meaning.column === column)
}

/** Number of known columns that a row names. Among the first rows of a file, the header names the most. */
export function countNamed(cells: readonly string[], map: ColumnMap = {}): number {
  const mapped = new Set(Object.keys(map).map(plain))
  const named = new Set<string>()
  for (const cell of cells) {
    if (mapped.has(plain(cell))) named.add(plain(cell))
    const [meaning] = headingOf(cell).meanings
    if (meaning !== undefined && meaning.column !== NOT_READ) named.add(meaning.column)
  }
  return named.size
}

function twoColumns(header: readonly string[], [first, second]: readonly [number, number], column: Column): string {
  const names = uniqueNames(header)
  const [one = '', other = ''] = [names[first], names[second]]
  return `Two columns mean ${column}: "${shorten(one)}" and "${shorten(other)}". Map one of them to ${NOT_READ}: ${mapping(other, NOT_READ)}`
}

function readMap(header: readonly string[], map: ColumnMap): ReadonlyMap<number, Target> {
  const mapped = new Map<number, Target>()
  // Repeated names get a suffix: `kind_1`.
  const names = uniqueNames(header)
  for (const [theirs, ours] of Object.entries(map)) {
    const target = targetOf(ours)
    if (target === undefined) throw new ImportError(`Unknown column ${ours}. Choose one of ${MAPPABLE.join(', ')}`)
    const equal = [header, names].map((each) => each.indexOf(theirs)).find((each) => each >= 0)
    const at = equal ?? header.findIndex((each) => plain(each) === plain(theirs))
    if (at < 0)
      throw new ImportError(`The file has no column ${theirs}. Its columns are ${header.slice(0, 50).join(', ')}`)
    mapped.set(at, target)
  }
  return mapped
}

/**
 * Number of headings that each language explains, which decides ambiguous ones: `Nombre` is a number in French and a
 * name in Spanish.
 */
function spokenLanguages(headings: readonly Heading[]): ReadonlyMap<Language, number> {
  const spoken = new Map<Language, number>()
  for (const { meanings } of headings) {
    if (meanings.length !== 1) continue
    for (const language of new Set(meanings[0]?.languages)) spoken.set(language, (spoken.get(language) ?? 0) + 1)
  }
  return spoken
}

function meantOf(meanings: readonly Meaning[], spoken: ReadonlyMap<Language, number>): Meaning | undefined {
  const scored = meanings
    .map((meaning) => ({ meaning, score: Math.max(0, ...meaning.languages.map((each) => spoken.get(each) ?? 0)) }))
    .sort((a, b) => b.score - a.score)
  const [first, second] = scored
  return second !== undefined && first?.score === second.score ? undefined : first?.meaning
}

/** SCCM writes a 0 behind each name: `Model0`. */
const ENDS_IN_0 = /(?<=[a-z])0$/i

/** `GPUs per server` and `RAM pro Server` are those of a row's asset. */
const PER_ASSET =
  /[\s_]+(per|pro|je|par|por)[\s_]+(server|host|node|machine|unit|device|system|asset|gerät|rechner|knoten|stück|serveur|nœud|noeud|appareil|poste|unité|servidor|nodo|equipo|unidad|unità|dispositivo)(?=\s*[([]|$)/i

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

/** The meanings of a heading and, if it names one, a unit that fits them. `column` is its known meaning. */
function headingOf(given: string, column?: Column): Heading {
  if (column === undefined && given.length > LONGEST_HEADING) return { meanings: [] }
  // Of a column that a map names, only the unit at the end is read.
  const whole = given.slice(-LONGEST_HEADING)
  const name = OF_ASSETS.test(whole) ? whole : whole.replace(PER_ASSET, '')
  const known = column === undefined ? meaningsOf(name) : undefined
  if (known !== undefined) {
    const { unit } = unitBehind(name)
    return { meanings: known, ...(known.some((each) => isUnitOf(each.column, unit)) && { unit }) }
  }
  const rate = hoursPerTime(name)
  if (rate !== undefined && (column ?? SHARE_OF_TIME.column) === SHARE_OF_TIME.column)
    return { meanings: [SHARE_OF_TIME], unit: rate }
  const energy = energyPerTime(name)
  if (energy !== undefined && (column ?? ENERGY.column) === ENERGY.column) return { meanings: [ENERGY], unit: energy }
  const { base, unit, isBracketed } = unitBehind(name)
  const meanings = MEANINGS.get(plain(base)) ?? MEANINGS.get(plain(base.replace(FILLER, ''))) ?? []
  const asked = column === undefined ? meanings.map((each) => each.column) : [column]
  if (asked.includes('avg_power') && /^kwh$/i.test(unit) && IS_ANNUAL.test(base))
    return { meanings: meanings.filter((each) => each.column === 'avg_power'), unit: 'kWh/year' }
  if (asked.some((each) => isUnitOf(each, unit))) {
    return { meanings: meanings.filter((each) => isUnitOf(each.column, unit)), unit }
  }
  // `Nb (pcs)` is a number; `Power (peak)` may be another power than the mean, and `CPU (GHz)` is a speed.
  return { meanings: isBracketed && !namesUnit(name) ? meanings.filter((each) => !hasUnits(each.column)) : [] }
}
