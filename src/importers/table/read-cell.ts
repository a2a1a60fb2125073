import { MOST_INCHES, MOST_STORAGE_OF_PHONE } from '../../input/device-input.ts'
import { generationOf } from '../hardware/words-of-hardware.ts'
import { type Column, POWERS } from './columns.ts'
import { type DecimalMark, numberOrText, ON_THEIR_OWN } from './table-reader.ts'
import { factorOf, hasUnits, isAmountOf, isEnergyInTime, isUnitOf, mostHoursOf } from './units.ts'
import { wordsOfCapacity } from './words-of-capacity.ts'

/** A number with a unit: `32 Go`, `2,5 kW`, `1 250 W`, `80 %`. */
const WITH_UNIT =
  /^([+-]?(?:\d{1,3}(?:[ \u00a0\u202f'\u2019]\d{3})+(?:[.,]\d+)?|[\d.,]*\d[\d.,]*(?:[eE][+-]?\d+)?))\s*([^\d\s.,+'\u2019-].*)$/
/** A number of modules of a size: `4x32 GB`. */
const TIMES = /^(\d{1,4})\s*[x×*]\s*(\d.*)$/i
/** The same behind the size: `32GB x12`, `480GB SSD (x2)`. */
const SIZE_TIMES =
  /^([\d.,]{1,12}\s?[kmgtp]i?[bo](?![a-wyz])[^\dx×*]{0,40}?)\s*\(?[x×*]\s?(\d{1,3})\)?((?:\s+[a-z].*)?)$/i
/** The same with words between: `2x SSD 480GB`. */
const TIMES_WORDS = /^(\d{1,4}\s?[x×*])\s*((?:[a-z][\w.-]{0,20}\s+){1,4})([\d.,]{1,12}\s?[kmgtp]i?[bo]\b)(.*)$/i
/** The same in words: `2 SSD 480GB`, `2 SSDs of 480 GB`. */
const TIMES_DRIVES = /^(\d{1,4})\s+(ssd|hdd)s?\s+(?:(?:of|de|di|von|à)\s+)?([\d.,]{1,12}\s?[kmgtp]i?[bo]\b)(.*)$/i
const A_TOTAL = String.raw`[\d.,]{1,12}[^()=x×*]*`
const ITS_PARTS = String.raw`\d{1,4}\s*[x×*]\s*\d[^()=]*`
/** A total with its modules: `512 GB (16x32 GB)`, `512 GB = 16x32 GB`. */
const WITH_PARTS = new RegExp(String.raw`^(${A_TOTAL}?)\s*(?:\(|=|:|\s[-–]\s)\s*(${ITS_PARTS})\)?$`, 'i')
/** The same with the modules first: `16x32 GB (512 GB)`. */
const WITH_TOTAL = new RegExp(String.raw`^(${ITS_PARTS}?)\s*[(=]\s*(${A_TOTAL}?)(?:\s+total)?\)?$`, 'i')
/** A number of units of a name: `2x Xeon Gold 6138`, `2 Xeon Gold 6138`. The X of Xeon is part of the name. */
const TIMES_NAME =
  /^(\d{1,3})(?:\s+[x×*]\s+|\s*[×*]\s*|x\s*(?!eon\b)|[\s-]+(?=(?:intel|amd|xeon|epyc|opteron|nvidia|ampere)\b))([^\d\s].*)$/i
/** The same as sockets: `2P EPYC 7763`, `2-socket EPYC 7763`, `2 CPUs Xeon …`. More CPUs are logical ones. */
const SOCKETS_NAME =
  /^([124]|8(?![\s-]?[cp](?:pu|rocessor)))(?:\s?[ps]|[\s-]?(?:way|sockets?|cpus?|processors?))[\s-]+((?:intel|amd|xeon|epyc|opteron|ampere)\b.*)$/i
/** The same in a word: `Dual Xeon Gold 6138`. */
const WORD_NAME =
  /^(single|dual|quad)[\s-]+(?:(?:socket|cpu|processor)s?[\s-]+)?((?:intel|amd|xeon|epyc|opteron)\b.*)$/i
const WORDS_FOR_NUMBERS: Readonly<Record<string, string>> = { single: '1', dual: '2', quad: '4' }
/** The same behind the name: `Xeon E5-2680 v4 x2`, `EPYC 7763 (2x)`, `EPYC 7763 2P`. `Phenom II X6` is one. */
const NAME_TIMES =
  /^(.*[^\s,])(?:\s+[x×*]\s?(\d{1,3})|\s*\((?:[xX×*]\s?(\d{1,3})|(\d{1,3})\s?[xX×*])\)|[\s,]+\(?([1248])(?:[PS]|[\s-]sockets?)\)?)$/
/** What is left of drives after their redundancy: `2x480 GB SSD (480 GB usable)`. */
const USABLE = /\s*[([][\d.,]{1,12}\s?[gtp]i?[bo] (?:usable|net|nutzbar|netto|utilisables?|utiles?)[)\]]$/i
const ENDS_IN_X = /\b(athlon|phenom|turion|opteron|sempron|radeon)\b.*[^)]$/i
const MANY: Readonly<Partial<Record<Column, Column>>> = {
  ram_capacity: 'ram_units',
  ssd_capacity: 'ssd_units',
  hdd_capacity: 'hdd_units',
}
/** Limits of a lifetime: the most years, and the fewest hours. */
const LIFE = { mostYears: 50, leastHours: 1000 }
const HOURS_OF_YEAR = 8760
const LARGEST_DRIVE = 500_000
/** More memory than this needs a unit, since exports of virtual machines list MB: 16384. */
export const MOST_GB_WITHOUT_UNIT = 4096
/** A drive with less than this needs a unit: 2 below `Disk` may be 2 TB or two drives. */
const LEAST_GB_WITHOUT_UNIT = 32
/** Storage of a terminal without a unit below this may be in TB. */
const LEAST_GB_OF_TERMINAL = 4
/** A diagonal without a unit above this may be in cm. */
const MOST_INCHES_WITHOUT_UNIT = 60
/** The largest sizes of terminals. */
const LIMITS: Readonly<Partial<Record<Column, { readonly most: number; readonly unit: string }>>> = {
  terminal_storage: { most: MOST_STORAGE_OF_PHONE, unit: 'GB' },
  inches: { most: MOST_INCHES, unit: 'inches' },
}
/** Largest plausible number of one thing, by column, in our unit. */
const LARGEST: Readonly<Partial<Record<Column, number>>> = {
  load: 100,
  use_time_ratio: 1,
  pue: 10,
  /** In kg CO2 eq. per kWh. */
  elec_factor: 5,
  avg_power: 200_000,
  cpu_tdp: 5000,
  cpu_die_size: 50_000,
  ram_capacity: 65_536,
  share_memory: 65_536,
  ssd_capacity: LARGEST_DRIVE,
  hdd_capacity: LARGEST_DRIVE,
  share_vcpu: 1000,
  share_gpus: 128,
  terminal_storage: LIMITS.terminal_storage?.most as number,
  inches: LIMITS.inches?.most as number,
  copies: 100,
  lifetime: LIFE.mostYears * HOURS_OF_YEAR,
  duration: 100 * HOURS_OF_YEAR,
}
/** Columns without units that take fractions. All others without units are counts. */
const FRACTIONS: ReadonlySet<Column> = new Set(['pue', 'share_vcpu', 'share_gpus', 'copies'])
/** Characters of the longest number with its unit. */
const LONGEST_NUMBER = 60
/** A number such as `1,024`, whose separator may be one of thousands. */
const LIKE_THOUSANDS = /^([+-]?[1-9]\d{0,2})([.,])(\d{3})$/
export const AN_AMOUNT = 'expected an amount such as 64 GB, 2 TB or 4x32 GB'
/** Columns for the number of units that a name cell may state. */
const MANY_NAMED: Readonly<Partial<Record<Column, Column>>> = { cpu_name: 'cpu_units', gpu_name: 'gpu_units' }
const EMPTY =
  /^(-+|–|—|n\/?a|n\.a\.|null|none|nil|unknown|not (available|applicable|specified|known)|inconnu|unbekannt|desconocido|sconosciuto|\?+)$/i
/** What `no` and `without` stand before: `no SSD`, `ohne Grafikkarte`. */
const A_PART =
  '(ssds?|hdds?|nvme|[cg]pus?|processors?|ram|(hard |local )?(disks?|drives?)|graphics( cards?)?|cards?|accelerators?|memory|modules?|dimms?|devices?|(carte )?graphique|disques?|mémoire|festplatten?|laufwerke?|grafikkarten?|speicher|discos?|memoria|tarjeta gráfica|dischi|disco|scheda grafica)'
const NO_PART = new RegExp(
  [
    'none|nil|no|n|false|zero|nothing|empty|absent|diskless|not (installed|present|populated|fitted|equipped)',
    'non|vide|néant|absente?|non (installée?|présente?|équipée?)|nein|leer|nicht (vorhanden|installiert|verbaut|bestückt)',
    'vac[ií][oa]|no (instalad[oa]|tiene)|vuot[oa]|assente|non (installat[oa]|presente)|nee|não|0+([.,]0+)?( ?[kmgtp]i?[bo])?',
    `(no|without|w/o|kein(e|er|s)?|ohne|aucune?|sans|pas de|ningún|ningun[oa]|sin|nessun[oa]?|senza|geen|sem|nenhuma?)( ${A_PART})?( (installed|present|populated))?`,
  ]
    .map((words) => `^[([<]?(?:${words})[)\\]>]?$`)
    .join('|'),
  'i',
)
const IS_INTEGRATED = /^(integrated|on-?board|igpu|intégrée?|integriert|integrad[ao]|integrat[ao])( (graphics|gpu))?$/i

/** Whether a cell means "unknown": empty, `-`, `n/a`, `unknown`. */
export function isEmpty(cell: string): boolean {
  return cell === '' || EMPTY.test(cell)
}

/** Whether a cell says that there is no such part: `none`, `no SSD`, `0`, or has integrated graphics. */
export function saysNone(cell: string, column?: Column): boolean {
  return NO_PART.test(cell) || (column === 'gpu_name' && IS_INTEGRATED.test(cell))
}

const A_MEDIUM = '(?:ssds?|hdds?|nvme|sas|sata)'
const GIGABYTES = String.raw`[\d.,]{1,12}\s?[gtp]i?[bo]\b`
const TIMES_OF_ONE = String.raw`\d{1,4}\s?[x×*]\s?`
/**
 * What stands between two amounts: `256 GB + 128 GB`, `512 GB SSD and 2 TB HDD`. A comma or a slash does beside a
 * medium or a number of drives, if an amount with a unit follows: `480 GB SSD RAID1, 4 TB HDD`, `2x960 GB, 4x8 TB`, but
 * not `8 GB / 16 GB`, which may be used and installed.
 */
const BETWEEN_AMOUNTS = new RegExp(
  [
    String.raw`(?:\+|(?<=[a-z]\s)(?:and|et|und|y|e)\s|&)(?=\s*(?:${A_MEDIUM}:?\s+)?\d)`,
    String.raw`(?:[;\n]|(?<=${A_MEDIUM}[\w\s-]{0,20})(?:[,/]\s|(?<=[a-z])[,/])|(?<=[x×*]\s?\d{1,3}\)?),\s)(?=\s*(?:${A_MEDIUM}:?\s+)?(?:${TIMES_OF_ONE})?(?:${A_MEDIUM}\s+)?${GIGABYTES})`,
    String.raw`(?:[,/]\s|(?<=[a-z])[,/])(?=\s*(?:${A_MEDIUM}:?\s+|${TIMES_OF_ONE}(?:${A_MEDIUM}\s+)?)${GIGABYTES})`,
    String.raw`(?:[,/]\s|(?<=[a-z])[,/])(?=\s*${GIGABYTES}[\s\w-]{0,20}?\s?\(?[x×*]\s?\d)`,
    String.raw`(?:[,/]\s)(?=\s*${A_MEDIUM}:\s*(?:${TIMES_OF_ONE})?${GIGABYTES})`,
  ].join('|'),
  'i',
)

/** The amounts of a cell that adds up several. */
export function amountsIn(cell: string): readonly string[] {
  return cell.split(BETWEEN_AMOUNTS).map((amount) => amount.trim())
}

const UNIT_OF_CAPACITY = /\d\s*(?:([kmgtp]i?[bo])(?=\b|x\d)|([gt]i?)\b)/i

/** A unit as it is in full: the `G` of `128G` and `128Gi` is GB and GiB. */
function wholeUnit(unit: string, column: Column): string {
  return /^[mgt]i?$/i.test(unit) && isUnitOf(column, 'GB') ? `${unit}B` : unit
}

function unitIn(amount: string): string | undefined {
  const [, whole, short] = UNIT_OF_CAPACITY.exec(amount) ?? []
  return whole ?? short
}

/** Whether an amount names its unit: `2x 1 TB`. */
export function namesGigabytes(amount: string): boolean {
  return UNIT_OF_CAPACITY.test(amount)
}

/** Whether amounts without a unit count the same as those with one: not the first of `512 + 1 TB`. */
function haveOneUnit(parts: readonly string[], column: Column, unit = 'GB'): boolean {
  const factors = parts.map((part) => factorOf(column, wholeUnit(unitIn(part) ?? unit, column)))
  return parts.every(namesGigabytes) || factors.every((factor) => factor === factors[0])
}

/** Parts of one size: how many, the capacity of one in our unit, and what their cell says for other columns. */
export interface PartRead {
  readonly many: number
  readonly value: number
  readonly also: readonly (readonly [Column, number | string])[]
}

/** The column that counts the parts whose capacity or name a column has. */
export function unitsColumnOf(column: Column): Column | undefined {
  return MANY[column] ?? MANY_NAMED[column]
}

/** Parts as one cell: their number, and their mean capacity, since figures are linear in it. */
export function sumOfParts(parts: readonly PartRead[], column: Column): ReadCell {
  const total = parts.reduce((sum, { many, value }) => sum + many * value, 0)
  const units = parts.reduce((sum, { many, value }) => sum + (value > 0 ? many : 0), 0)
  const all = parts.flatMap(({ also }) => also)
  // One form does not stand for parts of another, or of none.
  const said = [...new Map(all)].filter(
    ([name, form]) =>
      !/form_factor$/.test(name) || all.filter((each) => each[0] === name && each[1] === form).length === parts.length,
  )
  return { value: total / Math.max(units, 1), also: [...said, [MANY[column] as Column, units]] }
}

/** What only adds amounts up. */
const ADDS_UP = /[+&]|\s(?:and|et|und|y|e)\s/i

/** Whether two amounts are the same, one of them as several parts: `128 GB, 4x32 GB`. */
function isTotalBeside(parts: readonly PartRead[]): boolean {
  const [one, other] = parts
  if (parts.length !== 2 || one === undefined || other === undefined) return false
  return (one.many === 1) !== (other.many === 1) && one.many * one.value === other.many * other.value
}

function expectedOfBoth([one, other]: readonly string[]): string {
  return `expected "${one} = ${other}" if both are the same, or "${one} + ${other}" if they add up,`
}

function sumOf(
  amounts: readonly string[],
  cell: string,
  column: Column,
  unit: string | undefined,
  mark: DecimalMark | undefined,
): ReadCell {
  if (!haveOneUnit(amounts, column, unit)) return { value: cell, expected: 'expected a unit in each amount' }
  const counted = MANY[column]
  const parts: PartRead[] = []
  for (const each of amounts) {
    const { value, also = [], other, expected } = readCell(each, column, unit, mark)
    if (typeof value !== 'number' || value < 0 || other !== undefined)
      return { value: cell, expected: expected ?? AN_AMOUNT }
    const many = Number(also.find(([name]) => name === counted)?.[1] ?? 1)
    parts.push({ many, value, also: also.filter(([name]) => name !== counted) })
  }
  if (!ADDS_UP.test(cell) && isTotalBeside(parts)) return { value: cell, expected: expectedOfBoth(amounts) }
  return sumOfParts(parts, column)
}

/** A parsed numeric cell: the number in our unit, or text that is not a number. */
export interface ReadCell {
  readonly value: number | string
  /** What the cell says for other columns: the number of modules in `4x32 GB`, the generation in `32 GB DDR4`. */
  readonly also?: readonly (readonly [Column, number | string])[]
  /** The column that the cell belongs to instead: `480 GB SSD` in hdd_capacity. */
  readonly other?: Column
  /** What was expected instead of a text, if its schema cannot say it. */
  readonly expected?: string
}

/**
 * Parses a cell of a numeric column to our unit. `unit` is that of the heading, if any, and `mark` is what separates
 * decimals in other numbers of the table, if known.
 *
 * Example: `2 TB` in ssd_capacity is 2000. `5 ans` in lifetime is 43800, and so is 5, since nothing lasts 5 hours.
 */
export function readCell(cell: string, column: Column, unit?: string, mark?: DecimalMark): ReadCell {
  const counted = MANY[column]
  const installed = counted === undefined ? cell : cell.replace(USABLE, '')
  if (installed !== cell) return readCell(installed, column, unit, mark)
  const [, size, many, rest] = (counted !== undefined && SIZE_TIMES.exec(cell)) || []
  if (size !== undefined) return readCell(`${many}x${size}${rest}`, column, unit, mark)
  const [, each, words = '', own, more = ''] = (counted !== undefined && TIMES_WORDS.exec(cell)) || []
  if (own !== undefined) return readCell(`${each}${own} ${words.trim()}${more}`, column, unit, mark)
  const [, drives, medium, ofOne, behind] = (counted !== undefined && TIMES_DRIVES.exec(cell)) || []
  if (drives !== undefined) return readCell(`${drives}x${ofOne} ${medium}${behind}`, column, unit, mark)
  const amounts = counted === undefined ? [] : amountsIn(cell)
  if (amounts.length > 1) return sumOf(amounts, cell, column, unit, mark)
  const twice = counted === undefined ? undefined : amountTwice(cell)
  if (twice !== undefined) return readTwice(twice, cell, column, unit, mark)
  const said = wordsOfCapacity(cell, column)
  if (said !== undefined) {
    const { value, also = [], expected } = readCell(said.amount, said.other ?? column, unit, mark)
    if (typeof value === 'string') return { value: cell, expected: expected ?? AN_AMOUNT }
    return { value, also: [...also, ...said.also], ...(said.other && { other: said.other }) }
  }
  const [, times, one = ''] = (counted !== undefined && TIMES.exec(cell)) || []
  if (counted !== undefined && times !== undefined) {
    const each = amount(one, column, unit, mark)
    if (typeof each.value === 'string') return { value: cell, expected: each.expected ?? AN_AMOUNT }
    return { ...each, also: [[counted, Number(times)]] }
  }
  const { value, expected, hasUnit, also } = amount(amongWords(cell, column), column, unit, mark)
  if (expected !== undefined) return { value: cell, expected }
  if (counted !== undefined && typeof value === 'string') return { value: cell, expected: AN_AMOUNT }
  if (column === 'elec_factor' && typeof value === 'number' && value < 0)
    return { value: cell, expected: 'expected kg CO2 eq. per kWh, 0 or more' }
  const limit = LIMITS[column]
  if (limit !== undefined && typeof value === 'number' && value > limit.most)
    return { value: cell, expected: `expected at most ${limit.most} ${limit.unit}` }
  if (typeof value !== 'number' || hasUnit) return { value, ...(also && { also }) }
  if (isMemory(column) && value > MOST_GB_WITHOUT_UNIT)
    return { value: cell, expected: `expected an amount with a unit, such as ${value} MB or ${value} GB,` }
  if (column === 'terminal_storage' && value > 0 && value < LEAST_GB_OF_TERMINAL)
    return { value: cell, expected: 'expected an amount with a unit, such as 256 GB or 1 TB,' }
  if (column === 'inches' && value > MOST_INCHES_WITHOUT_UNIT)
    return { value: cell, expected: 'expected a diagonal with a unit, such as 27 inches or 68 cm,' }
  if (column === 'lifetime' && value > 0 && value < LIFE.leastHours) {
    if (value <= LIFE.mostYears) return { value: value * HOURS_OF_YEAR }
    return { value: cell, expected: 'expected years or hours, such as 5 years or 43800 h' }
  }
  const most = LARGEST.elec_factor as number
  if (column === 'elec_factor' && value > most)
    return { value: cell, expected: `expected kg CO2 eq. per kWh, at most ${most}, or a unit such as g/kWh` }
  return { value }
}

/** A storage, among other words: `512 GB SSD`, `NVMe 1 TB`. */
const A_STORAGE = /(?<![\d.,]\s?)[\d.,]{1,12}\s?[gt]i?[bo]\b/gi
const SEVERAL_TIMES = /\d\s?[x×*]|[x×*]\s?\d/i

/** The amount of a cell of storages, without other words. Several drives leave it open. */
function storageIn(cell: string): string {
  const [amount, ...others] = cell.match(A_STORAGE) ?? []
  return amount === undefined || others.length > 0 || SEVERAL_TIMES.test(cell) ? cell : amount
}

/** The part of a cell that holds the amount. */
function amongWords(cell: string, column: Column): string {
  if (column === 'inches') return diagonalIn(cell)
  if (IS_YEAR.test(column)) return yearIn(cell)
  return column === 'terminal_storage' ? storageIn(cell) : cell
}

const IS_YEAR = /^(year|year_of_manufacture|(ram|ssd|hdd)_year)$/
/** A day or month, then a year; or the other way round, where `2019.5` is a number. */
const A_DATE =
  /^(?:\d{1,2}([./-])(?:\d{1,2}\1)?((?:19|20)\d{2})|((?:19|20)\d{2})(?:([/-])\d{1,2}(?:\4\d{1,2})?|\.\d{1,2}\.\d{1,2}))(?:[T ]\d{1,2}:.*)?$/

/** The year of a date: `01.05.2020`, `12/03/2023`, `05/2020`, `2020-05-01T00:00:00Z`. */
function yearIn(cell: string): string {
  const [, , last, first] = A_DATE.exec(cell) ?? []
  return last ?? first ?? cell
}

/** A diagonal in inches, among other words: `27-inch QHD`, `68,6 cm (27")`, `24'' Full HD`. */
const A_DIAGONAL =
  /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)[\s-]*(?:["″”]|'{2}|’{2}|(?:inch(?:es)?|in|zoll|pouces?|pulgadas?|pollici|polegadas)(?!\p{L}))/iu
/** The same in centimetres. */
const A_DIAGONAL_IN_CM = /^(\d{1,3}(?:[.,]\d{1,2})?)[\s-]*cm\b/i

/** The amount of a cell of diagonals, without other words. */
function diagonalIn(cell: string): string {
  const inches = A_DIAGONAL.exec(cell)?.[1]
  if (inches !== undefined) return `${inches} inch`
  const centimetres = A_DIAGONAL_IN_CM.exec(cell)?.[1]
  return centimetres === undefined ? cell : `${centimetres} cm`
}

/** A total and its parts, if a cell has both. */
interface AmountTwice {
  readonly total: string
  readonly parts: string
}

function amountTwice(cell: string): AmountTwice | undefined {
  const [, total, parts] = WITH_PARTS.exec(cell) ?? []
  if (total !== undefined && parts !== undefined) return { total, parts }
  const [, first, last] = WITH_TOTAL.exec(cell) ?? []
  return first === undefined || last === undefined ? undefined : { total: last, parts: first }
}

function readTwice(
  { total, parts }: AmountTwice,
  cell: string,
  column: Column,
  unit: string | undefined,
  mark: DecimalMark | undefined,
): ReadCell {
  const [all, read] = [total, parts].map((each) => readCell(each.trim(), column, unit, mark)) as [ReadCell, ReadCell]
  const many = Number(read.also?.find(([name]) => name === MANY[column])?.[1] ?? 1)
  if (typeof read.value !== 'number' || all.value !== read.value * many)
    return { value: cell, expected: 'expected parts that add up to the total' }
  return { ...read, also: [...(all.also ?? []), ...(read.also ?? [])], ...(all.other && { other: all.other }) }
}

/** Whether a cell holds a number of a column, even one with two meanings: `1,024`, but not `SAN`. */
export function isNumberOf(column: Column, cell: string, unit?: string): boolean {
  const { value, expected = AN_AMOUNT } = readCell(cell, column, unit)
  const isUsual = typeof value === 'number' && value <= (LARGEST[column] ?? Number.POSITIVE_INFINITY)
  return typeof value === 'number' ? isUsual || namesGigabytes(cell) : expected !== AN_AMOUNT
}

/**
 * Whether a cell below `Disk` tells gigabytes: `2 TB`, or a number alone, too large to count drives. The 5 of `RAID 5`
 * and of `5 disks` does not.
 */
export function tellsGigabytes(cell: string): boolean {
  if (namesGigabytes(cell)) return true
  const number = numberOrText(cell, ON_THEIR_OWN)
  return typeof number === 'number' ? number >= LEAST_GB_WITHOUT_UNIT : /^[\d.,]+$/.test(cell)
}

/** Whether a column holds GB of memory. */
export function isMemory(column: string): boolean {
  return column === 'ram_capacity' || column === 'share_memory'
}

/** Parses a cell of a name column: the name, and the number of units if stated. */
export function readName(cell: string, column: Column): ReadCell {
  if (column === 'ram_generation') return { value: /ddr|hbm/i.test(cell) ? cell : (generationOf(cell) ?? cell) }
  const counted = MANY_NAMED[column]
  if (counted === undefined) return { value: cell }
  const [, word = '', named] = WORD_NAME.exec(cell) ?? []
  const [, before = WORDS_FOR_NUMBERS[word.toLowerCase()], behindIt = named] =
    TIMES_NAME.exec(cell) ?? SOCKETS_NAME.exec(cell) ?? []
  const [, beforeIt, ...behind] = (ENDS_IN_X.test(cell) ? null : NAME_TIMES.exec(cell)) ?? []
  const times = before ?? behind.find((each) => each !== undefined)
  return times === undefined
    ? { value: cell }
    : { value: behindIt ?? beforeIt ?? cell, also: [[counted, Number(times)]] }
}

/** The mean power over a time counts in all its hours. */
const ALL_HOURS = [['use_time_ratio', 1]] as const

/** A number and whether it has a unit, in its cell or heading. */
interface Amount extends ReadCell {
  readonly hasUnit?: boolean
}

function amount(cell: string, column: Column, headingUnit: string | undefined, mark: DecimalMark | undefined): Amount {
  const isPlain = typeof numberOrText(cell, ON_THEIR_OWN) === 'number'
  const [, digits = cell, own] = (!isPlain && hasUnits(column) && WITH_UNIT.exec(cell)) || []
  const isOfHeading = own === undefined || (headingUnit !== undefined && isAmountOf(headingUnit, own))
  const unit = isOfHeading ? headingUnit : wholeUnit(own, column)
  if (own !== undefined && factorOf(column, unit as string) === undefined) return { value: cell }
  const number = twoMeanings(digits, column, unit, mark) ?? numberOrText(digits, ON_THEIR_OWN)
  if (typeof number === 'object') return number
  if (typeof number === 'string') return { value: cell }
  const hours = column === 'use_time_ratio' && unit !== undefined ? mostHoursOf(unit) : undefined
  if (hours !== undefined && number > hours.most)
    return { value: cell, expected: `expected at most ${hours.most} hours per ${hours.span}` }
  const value = scaled(number, column, unit)
  return {
    value: hours === undefined ? value : Math.min(value, 1),
    hasUnit: unit !== undefined,
    ...(POWERS.includes(column) && unit !== undefined && isEnergyInTime(unit) && { also: ALL_HOURS }),
  }
}

/**
 * The meaning of a number such as `1,024` or `1.024`. It has decimals if a thousand times as much is more than any one
 * thing has. It has them, too, if other numbers of the table have decimals behind the same mark. Otherwise, and for all
 * counts, it is a fault. Undefined for other numbers.
 *
 * Example: `1.125` in pue is 1.125. In ram_capacity it may be 1125, so it is a fault, but not in a table with `212.5`.
 */
function twoMeanings(
  digits: string,
  column: Column,
  unit: string | undefined,
  mark: DecimalMark | undefined,
): number | ReadCell | undefined {
  const [, whole = '', separator, decimals = ''] = LIKE_THOUSANDS.exec(digits) ?? []
  if (separator === undefined) return undefined
  const isMeasure = hasUnits(column) || FRACTIONS.has(column)
  if ((isMeasure && separator === mark) || isTooLarge(`${whole}${decimals}`, column, unit))
    return Number(`${whole}.${decimals}`)
  const name = separator === '.' ? 'point' : 'comma'
  const expected = isMeasure
    ? `expected ${whole}${decimals} or ${whole}.${decimals}0, since a ${name} before three digits can separate thousands or decimals,`
    : `expected a whole number without a ${name}`
  return { value: digits, expected }
}

/** Whether a number without marks is more than one thing has. */
function isTooLarge(digits: string, column: Column, unit: string | undefined): boolean {
  const most = LARGEST[column]
  return most !== undefined && scaled(Number(digits), column, unit) > most
}

/**
 * What separates decimals in a cell of a numeric column for certain. Undefined for other texts, and for numbers that do
 * not tell.
 *
 * Example: the point in `212.5`, `0.375`, `1,234.5` and, in avg_power, `245.113`; the comma in `2,5 kW` and
 * `1.234.567`.
 */
export function markIn(text: string, column: Column, unit?: string): DecimalMark | undefined {
  const cell = text.trim()
  // The point of `05.2020` separates a month.
  if (IS_YEAR.test(column)) return undefined
  if (cell.length > LONGEST_NUMBER || !/[.,]/.test(cell)) return undefined
  const { amount: bare = cell, other = column } = wordsOfCapacity(cell, column) ?? {}
  const isPlain = typeof numberOrText(bare, ON_THEIR_OWN) === 'number'
  const [, digits = bare, own] = (!isPlain && hasUnits(column) && WITH_UNIT.exec(bare)) || []
  if (own !== undefined && factorOf(column, wholeUnit(own, column)) === undefined) return undefined
  const [, whole = '', separator, decimals = ''] = LIKE_THOUSANDS.exec(digits) ?? []
  if (separator !== undefined)
    return isTooLarge(`${whole}${decimals}`, other, own ?? unit) ? (separator as DecimalMark) : undefined
  if (typeof numberOrText(digits, ON_THEIR_OWN) !== 'number') return undefined
  const marks = digits.replace(/[^.,]/g, '')
  const last = marks.at(-1) as DecimalMark | undefined
  // Only thousands are separated more than once.
  if (last !== undefined && marks.indexOf(last) < marks.length - 1) return last === '.' ? ',' : '.'
  return last
}

const MB = 1 / 1000

/** Memory modules come in powers of two: 32,768 MB are 32 GB. */
function scaled(number: number, column: Column, unit: string | undefined): number {
  const factor = unit === undefined ? 1 : (factorOf(column, unit) ?? 1)
  if (factor === 1) return number
  if (column === 'ram_capacity' && factor === MB && number % 1024 === 0) return number / 1024
  if (column === 'ram_capacity' && factor === 1000) return number * 1024
  // Dividing keeps decimals that multiplying does not: 475 g are 0.475 kg.
  if (column === 'inches') return Number((number * factor).toPrecision(12))
  const whole = Math.round(1 / factor)
  return Math.abs(whole * factor - 1) < 1e-9 ? number / whole : number * factor
}
