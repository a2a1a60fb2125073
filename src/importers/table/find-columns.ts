import { shorten } from '../check-asset.ts'
import { ImportError } from '../import-error.ts'
import {
  DRIVE_COUNTS,
  LABELS,
  type Language,
  OF_ALL_DRIVES,
  ROW_NUMBERS,
  SEVERAL_DRIVES,
  STATES,
} from './column-names.ts'
import { type Column, type ColumnMap, MAPPABLE, NOT_READ, POWERS } from './columns.ts'
import { countName, type Heading, headingOf, isOfOne, isOwnName, type Meaning } from './heading-of.ts'
import { mapping, type Target, targetOf, unitBehind } from './map-target.ts'
import { type NumberedColumns, numberedColumns, positionsOf } from './numbered-parts.ts'
import { plain } from './plain-name.ts'
import { isMemory } from './read-cell.ts'
import { uniqueNames } from './unique-names.ts'
import { isUnitOf } from './units.ts'

/** What the columns of a file were recognised as. */
export interface FoundColumns {
  /** Position of each known column. */
  readonly at: ReadonlyMap<Column, number>
  /**
   * The numbered columns of parts, by known column: `Disk 1` and `Disk 2`. The position in `at` is that of the column
   * for the whole, such as `Disk`, else of the first part.
   */
  readonly parts: NumberedColumns['parts']
  /** The numbered columns that are not read, since the meaning of another is unknown. */
  readonly unclear: NumberedColumns['unclear']
  /** The unit in a heading, by known column: `RAM (TB)`. */
  readonly units: ReadonlyMap<Column, string>
  /** Positions of columns whose name starts with `tag:`. */
  readonly tags: readonly number[]
  /** Positions of unread columns that may change figures: not mapped, and not known to be irrelevant. */
  readonly open: readonly number[]
  /** Positions of columns whose names alone suggest a meaning, read or not: `Storage`. */
  readonly guessed: readonly number[]
  /** The column of a power that may be that of one asset or of all assets of its row: `Power` beside a quantity. */
  readonly eitherPower?: number
  /** The column with the capacities of several drives, whose cells need units: `Disks`. */
  readonly several?: Column
}

/** Columns of impactql's answers, which may be imported again. */
const OF_ANSWERS =
  /^(status|fault|release|warnings|energy_kwh|assessed_(as|in|hours|load)|[a-z]+_(embedded|use|building|total)(_\w+)?)$/
/** Beside a column `kind`, this is the type of a terminal, such as `pro`. */
const IS_TYPE = /^\s*(type|typ|tipo)\s*$/i
const TYPE_BESIDE_KIND: Meaning = { column: 'terminal_type', languages: [], isWeak: true }
/** Beside another column of names, this is where a virtual machine runs. */
const IS_HOST = /^\s*(host|hôte)\s*$/i
const IS_NAME = /name$|^nom(bre|e)?\b/i
const HOST_BESIDE_NAME: Meaning = { column: 'vm_host', languages: [], isWeak: true }
const TAG = /^tag\s*:/i

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
  const isTag = (at: number) => TAG.test(header[at] ?? '')
  const { parts, details, unclear } = numberedColumns(header, (at) => mapped.has(at) || isTag(at))
  const numbered = new Set([...details, ...[...parts.values()].flat().flatMap(positionsOf)])
  const isAside = (at: number) => mapped.has(at) || numbered.has(at)
  const headings = header.map((name, at): Heading => (isAside(at) ? { meanings: [] } : headingOf(name)))
  const spoken = spokenLanguages(headings)
  const hasKind = header.some((name, at) => plain(name) === 'kind' && !mapped.has(at))
  const hasNames = headings.some(
    ({ meanings }, at) => meanings.some(({ column }) => column === 'label') && IS_NAME.test(header[at] ?? ''),
  )
  const open: number[] = []
  const weak: (readonly [number, Column, string | undefined])[] = []
  for (const [at, { meanings, unit }] of headings.entries()) {
    if (isAside(at) || isTag(at) || OF_ANSWERS.test(header[at] ?? '')) continue
    const meant = besideOther(header[at] ?? '') ?? meantOf(meanings, spoken)
    if (meant === undefined) open.push(at)
    else if (meant.column === NOT_READ) {
      if (ROW_NUMBERS.has(plain(header[at] ?? ''))) open.push(at)
    } else if (meant.isWeak) weak.push([at, meant.column, unit])
    else take(at, meant.column, unit)
  }
  for (const [at, column, unit] of weak) {
    if (!found.has(column)) take(at, column, unit)
  }
  for (const [column, group] of parts) {
    if (!found.has(column)) found.set(column, group[0]?.at as number)
    for (const { at, unit } of group) weak.push([at, column, unit])
  }
  const state = stateAt(header, found, mapped)
  if (state !== undefined) {
    found.set('instance_state', state)
    weak.push([state, 'instance_state', undefined])
  }
  const label = labelAt(header, found, isAside)
  if (label !== undefined) {
    found.set('label', label)
    if (open.includes(label)) weak.push([label, 'label', undefined])
  }
  const several = severalDrives(header, found, mapped)
  const drives = several ?? drivesCounted(header, found, parts)
  if (drives !== undefined && !mapped.has(drives.at)) {
    found.set(drives.column, drives.at)
    weak.push([drives.at, drives.column, undefined])
    if (several?.unit !== undefined) units.set(several.column, several.unit)
  }
  const power = found.get('avg_power') ?? -1
  const isEither = found.has('quantity') && power >= 0 && !mapped.has(power) && !isOfOne(header[power] ?? '')
  return {
    at: found,
    parts,
    unclear,
    ...(isEither && { eitherPower: power }),
    ...(several !== undefined && { several: several.column }),
    units,
    tags: [...header.keys()].filter((at) => isTag(at) && !mapped.has(at)),
    open: open.filter((at) => at !== drives?.at && at !== state && at !== label),
    guessed: weak.map(([at]) => at),
  }

  /** What a heading means beside those of other columns. */
  function besideOther(name: string): Meaning | undefined {
    if (hasKind && IS_TYPE.test(name)) return TYPE_BESIDE_KIND
    return hasNames && IS_HOST.test(name) ? HOST_BESIDE_NAME : undefined
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
function drivesCounted(header: readonly string[], found: ReadonlyMap<Column, number>, parts: NumberedColumns['parts']) {
  const capacities = (['ssd_capacity', 'hdd_capacity', 'capacity'] as const).filter((column) => found.has(column))
  const [capacity] = capacities
  if (capacity === undefined || capacities.length > 1 || parts.has(capacity)) return undefined
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

/** The column that tells the rows apart, if none has their names: `Asset tag`. */
function labelAt(header: readonly string[], found: ReadonlyMap<Column, number>, isAside: (at: number) => boolean) {
  if (found.size === 0 || found.has('label')) return undefined
  const names = header.map((name, at) => (isAside(at) ? '' : plain(name)))
  const name = LABELS.find((each) => names.includes(each))
  return name === undefined ? undefined : names.indexOf(name)
}

/** The unit that the documentation gives a column of ours, where a heading of others leaves it open. */
function ownUnit(column: string): string | undefined {
  if (isMemory(column)) return 'GB'
  if (column === 'duration') return 'h'
  return POWERS.includes(column) ? 'W' : undefined
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
