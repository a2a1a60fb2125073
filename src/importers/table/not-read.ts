import { shorten } from '../check-asset.ts'
import { ImportError } from '../import-error.ts'
import { DRIVE_COUNTS, ROW_NUMBERS } from './column-names.ts'
import { NOT_READ, NUMBERS, POWERS } from './columns.ts'
import { describedBy, kindOf, noFiguresFor, rowKind } from './kinds.ts'
import { areTooFewWatts } from './least-watts.ts'
import { mapping } from './map-target.ts'
import { placeColumnOf } from './place-names.ts'
import { plain } from './plain-name.ts'
import { isEmpty, isMemory, isNumberOf, MOST_GB_WITHOUT_UNIT } from './read-cell.ts'
import {
  type CellFit,
  COUNT_WORDS,
  type EitherPower,
  numberOrText,
  ON_THEIR_OWN,
  readQuantity,
  type TableReader,
  trimmed,
} from './table-reader.ts'
import { isBareTotal } from './total-rows.ts'
import { isUnitOf, namesUnit } from './units.ts'

/** Number of rows examined. */
export const ROWS_LOOKED_AT = 10_000
/** Read columns examined besides the unread ones. */
export const COLUMNS_LOOKED_AT: ReadonlySet<string> = new Set([
  ...['kind', 'quantity', 'location', 'region', 'load', 'ram_capacity', 'share_memory'],
  ...['model', 'cpu_name', 'instance_type', ...POWERS, 'lifetime', 'duration'],
])

const WHOLE = /^\d{1,6}([.,]0{1,2})?$/
const THOUSANDS = /^\d{1,3}([ \u00a0\u202f'’.,]\d{3}){1,2}$/
const AROUND_COUNT = new RegExp(COUNT_WORDS, 'gi')
/** From this many on, growing numbers are those of the rows. */
const LEAST_NUMBERED = 5
/** Headings of numbers of rows that programs write. A column without a heading is called `column`. */
const IS_INDEX = /^(index|unnamed: 0|column(_\d+)?)$/i
const IN_PERCENT = /%|percent|prozent/i

/**
 * The guessed columns of numbers, of regions, of numbered parts, and of types and states of instances, whose cells are
 * mostly others: `SAN` below `Storage`. `cellsOf` gives the cells of a column in the first rows.
 */
export function misfitsOf(reader: JudgedColumns, cellsOf: (at: number) => readonly string[]): readonly number[] {
  const { guessed = [], readAs, several = -1, ifFits = [], fits } = reader
  const kinds = cellsOf(readAs.indexOf('kind'))
  const votes = new Map<string, { readonly columns: number[]; weight: number }>()
  for (const at of guessed) {
    if (!isFitted(readAs[at])) continue
    const cells = cellsOf(at).map((cell, row) => [trimmed(cell), trimmed(kinds[row] ?? '')] as const)
    const weights = cells.map(([cell, kind]) => (isEmpty(cell) ? 0 : weightOf(fits?.(cell, at, kind))))
    const { columns, weight } = votes.get(judgedAs(reader, at)) ?? { columns: [], weight: 0 }
    const sum = weights.reduce((total, each) => total + each, weight)
    votes.set(judgedAs(reader, at), { columns: [...columns, at], weight: sum })
  }
  return [...votes.values()].flatMap(({ columns, weight }) =>
    isMisfit(
      weight,
      [several, ...ifFits].some((at) => columns.includes(at)),
    )
      ? columns
      : [],
  )
}

type JudgedColumns = Pick<TableReader, 'guessed' | 'numbered' | 'names' | 'readAs' | 'several' | 'ifFits' | 'fits'>

/** What a column is judged as: alone by its name, numbered parts together, since a server has all of them or none. */
export function judgedAs(
  { names, numbered, readAs }: Pick<JudgedColumns, 'names' | 'numbered' | 'readAs'>,
  at: number,
) {
  return numbered?.includes(at) ? `numbered ${readAs[at]}` : (names[at] ?? '')
}

/** Whether a guessed column holds something else, by the sum of `weightOf` its cells. Some need a cell that fits. */
export function isMisfit(weight: number, needsFit: boolean): boolean {
  return needsFit ? weight <= 0 : weight < 0
}

/** What a cell says for its guessed column (above 0) or against it. A single region makes one of regions. */
export function weightOf(fit: CellFit): number {
  if (fit === undefined) return 0
  if (!fit) return -1
  return fit === 'SURE' ? Number.POSITIVE_INFINITY : 1
}

const FITTED: ReadonlySet<string> = new Set([
  ...[...NUMBERS, 'capacity', 'year', 'method', 'cpu_name', 'instance_type', 'instance_state', 'region'],
])

/** Whether the cells of a guessed column must fit it: numbers, regions, and types and states of instances. */
export function isFitted(readAs: string | undefined): boolean {
  return readAs !== undefined && FITTED.has(readAs)
}

/** Columns of a table by position. */
type Columns = Pick<TableReader, 'lacks' | 'open' | 'names'> &
  Partial<
    Pick<TableReader, 'implied' | 'kinds' | 'label' | 'readAs' | 'guessed' | 'unclear' | 'unitless' | 'eitherPowers'>
  >

/** A cell with the kind and the quantity of its row, if these are known. */
export interface CellOfRow {
  readonly cell: string
  readonly kind?: string
  readonly quantity?: string
  /** Whether the row or its table has columns of graphics cards. */
  readonly hasCards?: boolean
}

/** What a table leaves open that changes figures, each in a sentence that says what was assumed. */
export type Notes = readonly string[]

/**
 * Stops if an unread column seems to hold what the table lacks: the quantity, or the place. Without it, figures would
 * be wrong. A column of them that is empty in all rows counts as lacking. Stops as well if the loads are shares.
 * `cellsOf` gives the cells of a column in the first rows, and `rowsOf` what stands beside them. Throws an ImportError
 * with a proposal. Returns what the rows leave open.
 */
export function checkNotRead(
  columns: Columns,
  cellsOf: (at: number) => readonly string[],
  rowsOf: (at: number) => readonly CellOfRow[] = besideOf(cellsOf, columns),
): Notes {
  const { lacks, open, names, implied, kinds = [], label, readAs = [], guessed = [], unitless = [] } = columns
  const filledOf = (at: number) =>
    cellsOf(at)
      .map(trimmed)
      .filter((cell) => !isEmpty(cell))
  const isUnfilled = (...columns: readonly string[]) => {
    const known = [...readAs.keys()].filter((at) => columns.includes(readAs[at] ?? ''))
    return known.length > 0 && known.every((at) => filledOf(at).length === 0)
  }
  const hasMemory = !readAs.includes('kind') || filledOf(readAs.indexOf('kind')).some(isOfMemory)
  const hasAmounts = unitless.some((at) => isUnitOf(readAs[at] ?? '', 'GB'))
  for (const [at, name] of names.entries()) {
    if (hasAmounts && open.includes(at)) checkUnits(name, filledOf(at))
    const column = readAs[at] ?? ''
    if (column === 'load') checkLoads(name, filledOf(at))
    if (column === 'quantity' && guessed.includes(at)) checkNumbers(name, filledOf(at))
    if (!unitless.includes(at)) continue
    if (hasMemory && isMemory(column)) checkMemory(name, column, filledOf(at))
    if (POWERS.includes(column) && guessed.includes(at)) checkPower(name, column, filledOf(at))
    if (POWERS.includes(column)) checkWatts(name, column, rowsOf(at))
    if (column === 'lifetime') checkLives(name, filledOf(at))
    if (column === 'duration') {
      checkDurations(name, filledOf(at))
      checkHours(name, rowsOf(at))
    }
  }
  const notes = [
    ...notesOnParts(names, columns.unclear),
    ...(columns.eitherPowers ?? []).flatMap((each) => notesOnPower(names[each.at] ?? '', rowsOf(each.at), each)),
  ]
  const kindAt = readAs.indexOf('kind')
  if (readAs.includes('share_vcpu')) notes.push(...notesOnHosts(filledOf(kindAt)))
  if (
    !readAs.includes('share_vcpu') &&
    (implied === 'server' || filledOf(kindAt).some((cell) => kindOf(cell) === 'server'))
  )
    for (const at of open) checkVirtual(names[at] ?? '', filledOf(at))
  const hasNoKinds = kindAt >= 0 && filledOf(kindAt).length > 0 && !filledOf(kindAt).some(isKind)
  if (lacks.kind || hasNoKinds) {
    if (implied === undefined && lacks.kind) checkPivot(names, kinds)
    const typeAt = readAs.indexOf('instance_type')
    // Instances can have any name: `firewall`.
    const others = [implied === 'cloudInstance' ? -1 : (label ?? -1), typeAt].filter((at) => at >= 0)
    for (const at of [...open, ...others]) {
      const cells = filledOf(at).filter((cell) => !isBareTotal([cell]))
      // Servers among servers tell nothing new, and instances are called servers, too.
      const same = implied === 'cloudInstance' && at !== typeAt ? [implied, 'server'] : [implied]
      const isOther = (cell: string) => isKind(cell) && !same.includes(kindOf(cell))
      if (cells.filter(isKind).length * 2 > cells.length && cells.some(isOther))
        throw question(names[at] ?? '', 'kinds', 'kind', cells)
    }
    if (lacks.kind && implied === undefined) throw noKinds(names, readAs, filledOf)
    if (implied === 'server') {
      const named = ['model', 'cpu_name'].flatMap((column) => filledOf(readAs.indexOf(column)))
      checkServers([...named, ...open.flatMap(filledOf).filter((cell) => STARTS_AS_PROCESSOR.test(cell))])
    }
  }
  const lacksQuantity = lacks.quantity || isUnfilled('quantity')
  const lacksPlace = lacks.place || isUnfilled('location', 'region')
  if (!lacksQuantity && !lacksPlace) return notes
  if (lacksQuantity && label !== undefined && guessed.includes(label)) checkCounts(names[label] ?? '', filledOf(label))
  for (const at of open) {
    const name = names[at] ?? ''
    const cells = filledOf(at)
    if (lacksQuantity && !countsOther(name) && areCounts(cells) && !areNumbersOfRows(name, cells))
      throw question(name, 'whole numbers', 'quantity', cells)
    // The `GB` of a column of units is not Great Britain.
    const place = lacksPlace && !areUnits(cells) ? placeColumnOf([...new Set(cells)]) : undefined
    if (place !== undefined) throw question(name, 'names of places', place, cells)
  }
  return notes
}

/** Says that the hosts of virtual machines may count as well. */
function notesOnHosts(kinds: readonly string[]): Notes {
  const hasBoth = kinds.some((kind) => kindOf(kind) === 'server') && kinds.some((kind) => describedBy(kind).isVirtual)
  return hasBoth
    ? [
        'The table lists servers and virtual machines with threads. Machines that run on these servers count twice, unless a column "vm_host" names their hosts',
      ]
    : []
}

/** What stands beside the cells of a table. */
function besideOf(
  cellsOf: (at: number) => readonly string[],
  { readAs = [], implied }: Pick<Columns, 'readAs' | 'implied'>,
): (at: number) => readonly CellOfRow[] {
  return (at) => {
    const [kinds, quantities] = ['kind', 'quantity'].map((column) => cellsOf(readAs.indexOf(column)))
    return cellsOf(at).map((cell, row) => ({
      cell,
      hasCards: namesCards(readAs),
      kind: implied ?? kinds?.[row] ?? '',
      quantity: quantities?.[row] ?? '',
    }))
  }
}

/** Says which numbered columns are not read, and why. */
export function notesOnParts(names: readonly string[], unclear: Columns['unclear'] = []): Notes {
  return unclear.map(({ at, unread }) => {
    const name = names[at] ?? ''
    const others = unread.flatMap((each) => (each === at ? [] : (names[each] ?? ''))).join(', ')
    return `Column "${shorten(name)}" may say how many parts or which parts a server has, so these columns are not read: ${shorten(others)}. If it says neither, map ${mapping(name, NOT_READ)}`
  })
}

const IS_VIRTUAL = /^(is[ _-]?)?virtu(al|ell|el|ale)([ _-]?(machine|server))?\??$/i
/** `Virtual server` is a kind, which another question asks for. */
const A_VIRTUAL_ONE = /^virtu(al|ell|elle?|ale)$/i
const IS_YES = /^(yes|true|y|1|x|ja|wahr|oui|vrai|s[ií]|verdadero|vero)$/i

/** Stops if an unread column says that servers are virtual: `Virtual` with `yes`, or `Platform` with `virtual`. */
function checkVirtual(name: string, cells: readonly string[]): void {
  const isFlag = IS_VIRTUAL.test(name.trim())
  if (!cells.some((cell) => A_VIRTUAL_ONE.test(cell) || (isFlag && IS_YES.test(cell)))) return
  throw new ImportError(
    `Column "${shorten(name)}" says that some rows are virtual machines, which would each count as a whole server. Leave these rows out, or add a column "share_vcpu" with their threads. To count each row as a server, map ${mapping(name, NOT_READ)}`,
    { code: 'COLUMN_NOT_READ' },
  )
}

/** Stops if what is named like names holds counts: 12 below `Hosts`. Numbers that only name things do not count. */
function checkCounts(name: string, cells: readonly string[]): void {
  const areNames = new Set(cells).size === cells.length && cells.every((cell) => /^\d{4,}$/.test(cell))
  if (areNames || !areCounts(cells) || areInOrder(cells) || cells.some((cell) => countOf(cell) === undefined)) return
  throw question(name, 'whole numbers', 'quantity', cells, 'label')
}

/**
 * Stops if all loads are shares, 0 to 1: 0.3 would count as 0.3 percent. Under a heading in percent, 1 is 1 percent.
 */
function checkLoads(name: string, cells: readonly string[]): void {
  const loads = cells.map((cell) => numberOrText(cell, ON_THEIR_OWN))
  const share = loads.find((load) => typeof load === 'number' && load > 0 && load < 1)
  if (typeof share !== 'number') return
  const isShare = (load: number) => (IN_PERCENT.test(name) ? load > 0 && load < 1 : load >= 0 && load <= 1)
  if (!loads.every((load) => typeof load === 'number' && isShare(load))) return
  throw new ImportError(
    `Column "${shorten(name)}" holds fractions instead of percentages: expected ${Number((share * 100).toPrecision(12))}, not ${share}. If you mean ${share} percent, write ${share} %`,
  )
}

function areUnits(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[kmgtp]i?[bo]$/i.test(cell))
}

/** Stops at a column of units, which stand beside the amounts of another: `TB` below `hdd_size_type`. */
function checkUnits(name: string, cells: readonly string[]): void {
  if (cells.length === 0 || !areUnits(cells) || cells.every((cell) => /^g[bo]$/i.test(cell))) return
  throw new ImportError(
    `Column "${shorten(name)}" holds the units (${shorten([...new Set(cells)].join(', '))}) of another column. Write each unit next to its amount, such as 2 TB. If all rows have the same unit, map the column of amounts to a name that ends in this unit, such as Memory=ram_capacity_MB. Then leave out the column of units: ${name}=${NOT_READ}`,
    { code: 'COLUMN_NOT_READ' },
  )
}

/** Whether a kind of thing has memory that a file describes. */
function isOfMemory(kind: string): boolean {
  return ['server', 'ram'].includes(kindOf(kind) ?? '')
}

/** Stops if memory without a unit is more than a server has: in exports of virtual machines, 16384 are MB. */
function checkMemory(name: string, column: string, cells: readonly string[]): void {
  // `31.250` has decimals if `31.25` has. Nobody writes 16,384 for decimals.
  const hasDecimals = cells.some((cell) => /[.,]/.test(cell) && !THOUSANDS.test(cell))
  const large = cells.find((cell) => {
    const number = numberOrText(cell, ON_THEIR_OWN)
    const whole = THOUSANDS.test(cell) && !hasDecimals ? Number(cell.replace(/\D/g, '')) : number
    const isLarge = typeof whole === 'number' && whole > MOST_GB_WITHOUT_UNIT && whole < Number.POSITIVE_INFINITY
    return isLarge && (whole === number || whole % 256 === 0)
  })
  if (large === undefined) return
  const times = Number(large.replace(/\D/g, '')) / MOST_GB_WITHOUT_UNIT
  throw questionOfUnit(name, large, column, times > 1e6 ? ['bytes', 'KB'] : times > 1000 ? ['KB', 'MB'] : ['MB', 'GB'])
}

/** Names of a power, which is in W: `puissance absorbée`. A `power consumption` can be an energy as well. */
const OF_POWER = /puissance|leistung|potencia|potenza/i

/** Stops if numbers below a heading such as `Power consumption` have no unit: labels of energy name kWh a year. */
function checkPower(name: string, column: string, cells: readonly string[]): void {
  if (OF_POWER.test(name)) return
  const bare = cells.find((cell) => typeof numberOrText(cell, ON_THEIR_OWN) === 'number')
  if (bare !== undefined) throw questionOfUnit(name, bare, column, ['W', 'kWh/year'])
}

/** Stops if numbers without a unit are too small for watts: 0.45 of a server is in kW. */
function checkWatts(name: string, column: string, rows: readonly CellOfRow[]): void {
  const small = rows.find(({ cell, kind = '' }) => {
    const number = numberOrText(trimmed(cell), ON_THEIR_OWN)
    return typeof number === 'number' && areTooFewWatts(kindOf(kind), number)
  })
  if (small !== undefined) throw questionOfUnit(name, trimmed(small.cell), column, ['kW', 'W'])
}

const MOST_WITH_CARDS = 15_000
/** The mean power of one asset, in W, that nearly none exceeds. An instance may be a whole server with cards. */
const MOST_WATTS: Readonly<Record<string, number>> = {
  cloudInstance: MOST_WITH_CARDS,
  server: 2000,
  gpu: 1500,
  cpu: 500,
  desktop: 500,
  television: 500,
  monitor: 200,
  laptop: 150,
  storage_array: 20_000,
  ups: 5000,
  switch: 2000,
  router: 2000,
  firewall: 2000,
  printer: 1500,
  multifunction_printer: 2000,
  projector: 1000,
  console: 300,
}
/** Data have any size, and with them the power to store or move them. */
const OF_ANY_POWER: ReadonlySet<string> = new Set(['storage', 'network'])
/** Of smaller devices and of single drives and modules. */
const MOST_OF_OTHERS = 100

/** Whether columns describe graphics cards. */
export function namesCards(readAs: readonly (string | undefined)[]): boolean {
  return readAs.includes('gpu_name') || readAs.includes('gpu_units')
}

/**
 * What a power beside a quantity is read as, since it may be that of all assets of the row. Stops if it is more than
 * one asset draws: the other rows then have that of all as well.
 */
function notesOnPower(name: string, rows: readonly CellOfRow[], { wattsOf }: EitherPower): Notes {
  const several = rows.flatMap(({ cell, kind = '', quantity = '', hasCards = false }) => {
    const [watts, many] = [wattsOf(cell), readQuantity(quantity, { isCounted: true }, ON_THEIR_OWN)]
    if (watts === undefined || watts <= 0 || typeof many !== 'number' || many < 2) return []
    const known = kindOf(kind) ?? ''
    const most = known === 'server' && hasCards ? MOST_WITH_CARDS : (MOST_WATTS[known] ?? MOST_OF_OTHERS)
    return { cell, many, isTooMuch: known !== '' && !OF_ANY_POWER.has(known) && watts > most }
  })
  if (several.length === 0) return []
  const [one, all] = ['avg_power', 'total_power']
  const large = several.find(({ isTooMuch }) => isTooMuch)
  if (large === undefined)
    return [
      `Column "${shorten(name)}" is read as the amount for each asset of a row. If it is for all of them together, map ${mapping(name, all)}`,
    ]
  throw new ImportError(
    `Column "${shorten(name)}" holds ${shorten(trimmed(large.cell))} beside a quantity of ${large.many}: for each asset, or for all ${large.many} together? Map the column: ${mapping(name, all)} or ${mapping(name, one)}`,
    { code: 'COLUMN_NOT_READ', proposal: { column: name, readAs: all, others: [one] } },
  )
}

/** Stops if a life without a unit is of whole years in months: 36 would be 36 years, and 60 is a fault. */
function checkLives(name: string, cells: readonly string[]): void {
  const life = cells.find((cell) => /^(24|36|48|60|72|84|96|108|120)$/.test(cell))
  if (life !== undefined) throw questionOfUnit(name, life, 'lifetime', ['months', 'years'])
}

/** Headings of times that are in hours without a unit, as `duration` is: `Stunden`. */
const IN_HOURS = /hour|heure|stunde|std|horas|\bore\b/i

/** Stops at a time without a unit that looks like years, months or a calendar year: 36 below `Laufzeit`. */
function checkDurations(name: string, cells: readonly string[]): void {
  const time = cells.find((cell) => /^(\d{1,2}|1[01]\d|120|(19[89]|20\d)\d)$/.test(cell))
  if (time !== undefined && !IN_HOURS.test(name))
    throw questionOfUnit(name, time, 'duration', ['hours', 'months', 'years'])
}

/** Hours without a unit, or with that of hours. */
const BARE_HOURS = /^(\d{1,4}(?:[.,]\d{1,2})?) ?(h|hrs?|hours?|heures?|std\.?|stunden|horas?|ore)?$/i
/** The times that hours of use can be in, each with its most hours. */
const TIMES = [
  ['day', 24],
  ['week', 168],
  ['month', 744],
  ['year', 8784],
] as const
const HOURS_OF_YEAR = 8760
const IN_USE_DAILY: ReadonlySet<string> = new Set(['server', 'component', 'iotDevice'])

/**
 * Stops at hours of laptops and the like, which people give as those of a day or a year: 8 below `Hours`. Of servers,
 * only hours of a day are in doubt, and of instances none, since lists have the hours that they ran.
 */
function checkHours(name: string, rows: readonly CellOfRow[]): void {
  const share = rows.find(({ cell }) => /\p{L}/u.test(cell) && isNumberOf('use_time_ratio', trimmed(cell)))
  if (share !== undefined)
    throw new ImportError(
      `Column "${shorten(name)}" holds ${shorten(share.cell)}, a share of the time. Map the column: ${mapping(name, 'use_time_ratio')}`,
      { code: 'COLUMN_NOT_READ', proposal: { column: name, readAs: 'use_time_ratio' } },
    )
  const hours = rows.flatMap(({ cell, kind = '' }) => {
    const number = Number(BARE_HOURS.exec(trimmed(cell))?.[1]?.replace(',', '.'))
    const known = kindOf(kind)
    const asset = known === undefined ? undefined : rowKind(known).asset
    const isOpen =
      asset === 'terminal' || asset === 'equipment'
        ? number < HOURS_OF_YEAR
        : IN_USE_DAILY.has(asset ?? '') && number <= 24
    return isOpen && number > 0 ? number : []
  })
  if (hours.length === 0) return
  const longest = Math.max(...hours)
  const [time] = TIMES.find(([, most]) => longest <= most) ?? ['year']
  const [inUse, assessed] = [`use_time_ratio_h/${time}`, 'duration_h']
  throw new ImportError(
    `Column "${shorten(name)}" holds ${longest}: hours of use per ${time}, or hours to assess? Map the column: ${mapping(name, inUse)} or ${mapping(name, assessed)}`,
    { code: 'COLUMN_NOT_READ', proposal: { column: name, readAs: inUse, others: [assessed] } },
  )
}

/** Stops if numbers below a heading such as `Number` name the rows: 100231, 100232, or 00012. */
function checkNumbers(name: string, cells: readonly string[]): void {
  const areLarge = cells.every((cell) => /^\d{4,}$/.test(cell)) && areInOrder(cells)
  if (areLarge || cells.some((cell) => /^0\d/.test(cell)))
    throw question(name, 'numbers that may be ids of its rows', 'quantity', cells)
}

/** Asks for the unit of a column. */
function questionOfUnit(name: string, cell: string, column: string, units: readonly string[]): ImportError {
  const [readAs = '', ...others] = units.map((unit) => `${column}_${unit}`)
  const either = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  const maps = [readAs, ...others].map((each) => mapping(name, each))
  return new ImportError(
    `Column "${shorten(name)}" holds ${shorten(cell)} without a unit: ${either(units)}? Map the column: ${either(maps)}`,
    { code: 'COLUMN_NOT_READ', proposal: { column: name, readAs, others } },
  )
}

/** Asks for the kinds of a table whose rows would all be faulty without. */
function noKinds(
  names: readonly string[],
  readAs: TableReader['readAs'],
  filledOf: (at: number) => readonly string[],
): ImportError {
  const at = [readAs.indexOf('model'), readAs.indexOf('label')].find((each) => each >= 0)
  const shown = at === undefined ? [] : [...new Set(filledOf(at))].slice(0, 3)
  const such = shown.length === 0 ? '' : ` (${names[at ?? 0]}: ${shorten(shown.join(', '))})`
  return new ImportError(
    `The table has no column "kind", so it is unclear what its rows are${such}. Add a column "kind" with server, laptop, monitor and the like`,
    { code: 'COLUMN_NOT_READ' },
  )
}

/** Stops if the table has one column per kind. */
function checkPivot(names: readonly string[], kinds: readonly number[]): void {
  if (kinds.length < 2) return
  const called = kinds.map((at) => names[at]).join(', ')
  throw new ImportError(
    `The table has a column for each kind: ${shorten(called)}. Write one row per kind, with the columns "kind" and "quantity"`,
  )
}

function isKind(cell: string): boolean {
  return kindOf(cell) !== undefined || noFiguresFor(cell) !== undefined
}

/** Models and processors of laptops and desktops. */
const OF_TERMINALS =
  /\b(macbook|imac|mac mini|latitude|optiplex|inspiron|vostro|thinkpad|thinkcentre|ideapad|elitebook|probook|zbook|elitedesk|prodesk|chromebook|surface|lifebook|toughbook|vivobook|zenbook|travelmate|iphone|ipad)\b|\bcore(\(tm\))? ?(i[3579]|m[357]?|ultra|[357])\b|\bapple m\d|\b(celeron|snapdragon)\b|\bryzen\b.* \d+[a-z]*\d(u|hs?|hx)\b/i

/** The processor of a laptop or a desktop at the start of an unread cell, rather than a word in a comment. */
const STARTS_AS_PROCESSOR = /^(\d{1,2}th gen )?(intel|amd|apple|core|celeron|ryzen|snapdragon)\b/i

/** Stops if a table without kinds, whose rows count as servers, names models or processors of laptops and desktops. */
function checkServers(cells: readonly string[]): void {
  const named = [...new Set(cells.filter((cell) => OF_TERMINALS.test(cell)))]
  if (named.length === 0) return
  throw new ImportError(
    `The table has no column "kind", so each row would count as a server, but some cells contain models or processors of laptops or desktops (${shorten(named.slice(0, 3).join(', '))}). Add a column "kind"`,
  )
}

/** Whether most cells are whole numbers that count something: not years, and not all 1, which would change nothing. */
function areCounts(cells: readonly string[]): boolean {
  const numbers = cells.map(countOf).filter((each) => each !== undefined)
  if (numbers.length * 2 <= cells.length || cells.some((cell) => /^0\d/.test(cell))) return false
  return numbers.some((each) => each > 1) && !numbers.every((each) => each >= 1980 && each <= 2100)
}

/** Whether a heading names what its numbers are of, and no things in rows: a unit, or drives. */
function countsOther(name: string): boolean {
  return namesUnit(name) || DRIVE_COUNTS.has(plain(name))
}

/** Whether a column such as `No.`, or one without a name, numbers the rows. */
function areNumbersOfRows(name: string, cells: readonly string[]): boolean {
  return (ROW_NUMBERS.has(plain(name)) || IS_INDEX.test(name)) && areInOrder(cells)
}

/** Whether numbers follow one another, or grow over many rows. */
function areInOrder(cells: readonly string[]): boolean {
  const numbers = cells.map((cell) => countOf(cell) ?? Number.NaN)
  const steps = numbers.slice(1).map((each, at) => each - (numbers[at] as number))
  const grow = steps.every((step) => step > 0)
  return grow && steps.length > 0 && (steps.every((step) => step === 1) || numbers.length >= LEAST_NUMBERED)
}

/** The number of a cell: 12 of `12 Stk`, 1200 of `1,200`, though that has two meanings. */
function countOf(cell: string): number | undefined {
  const digits = cell.replace(AROUND_COUNT, '')
  if (THOUSANDS.test(digits)) return Number(digits.replace(/\D/g, ''))
  return WHOLE.test(digits) ? Number.parseInt(digits, 10) : undefined
}

/** Asks for what a column is. `other` is what it is read as without an answer. */
function question(
  name: string,
  what: string,
  readAs: string,
  cells: readonly string[],
  other: 'label' | typeof NOT_READ = NOT_READ,
): ImportError {
  const shown = [...new Set(cells)].slice(0, 3).join(', ')
  const lacking = readAs === 'quantity' || readAs === 'kind' ? `no ${readAs}` : 'no place'
  const holds = readAs === 'kind' || other === 'label' ? 'holds' : 'is not used, but holds'
  const instead = other === 'label' ? 'or keep it as the names of the rows' : 'or leave it out'
  return new ImportError(
    `Column "${shorten(name)}" ${holds} ${what} (${shorten(shown)}). The table has ${lacking}. Map the column: ${mapping(name, readAs)}, ${instead}: ${mapping(name, other)}`,
    { code: 'COLUMN_NOT_READ', proposal: { column: name, readAs } },
  )
}
