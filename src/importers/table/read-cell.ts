import type { Column } from './columns.ts'
import { numberOrText, type Writing } from './table-reader.ts'
import { factorOf, hasUnits } from './units.ts'

/** A number and the unit behind it: `32 Go`, `2,5 kW`, `80 %`. */
const WITH_UNIT = /^([+-]?[\d.,]*\d[\d.,]*(?:[eE][+-]?\d+)?)\s*([^\d\s.,+-].*)$/
/** `4x32 GB`: so many modules of so much. */
const TIMES = /^(\d{1,4})\s*[x×*]\s*(\d.*)$/i
/** `512 GB (16x32 GB)`: all together, then so many of so much. */
const WITH_PARTS = /^(.*\S)\s*\(\s*(\d{1,4}\s*[x×*]\s*\d[^()]*)\)$/i
/** `2x Xeon Gold 6138`: so many of one name. */
const TIMES_NAME = /^(\d{1,3})\s*[x×*]\s*([^\d\s].*)$/i
const MANY: Readonly<Partial<Record<Column, Column>>> = {
  ram_capacity: 'ram_units',
  ssd_capacity: 'ssd_units',
  hdd_capacity: 'hdd_units',
}
/** Nothing is used for longer, in years, nor for less, in hours. */
const LIFE = { mostYears: 50, leastHours: 1000 }
const HOURS_OF_YEAR = 8760
/** No electricity has a larger factor, in kg CO2 eq. per kWh. */
const LARGEST_FACTOR = 5
/** Columns of names that say how many there are. */
const MANY_NAMED: Readonly<Partial<Record<Column, Column>>> = { cpu_name: 'cpu_units', gpu_name: 'gpu_units' }
const EMPTY = /^(-+|–|—|n\/?a|n\.a\.|null|none|nil|unknown|inconnu|unbekannt|desconocido|sconosciuto|\?+)$/i

/** Whether a cell says that nothing is known: it is empty, `-`, `n/a`, `unknown`. */
export function isEmpty(cell: string): boolean {
  return cell === '' || EMPTY.test(cell)
}

/** What a cell with a number says: the number in our unit, a text that is none, and how many modules there are. */
export interface ReadCell {
  readonly value: number | string
  /** `4x32 GB` says how many, for another column. */
  readonly many?: readonly [Column, number]
  /** What was expected, where the value is a text and its schema cannot say it. */
  readonly expected?: string
}

/**
 * A cell of a column of numbers, in our unit. `unit`: that of the heading, if it names one.
 *
 * Example: `2 TB` in ssd_capacity is 2000, `5 ans` in lifetime 43800, and so is 5: nothing lives for 5 hours.
 */
export function readCell(cell: string, column: Column, writing: Writing, unit?: string): ReadCell {
  const counted = MANY[column]
  const [, total = '', parts] = (counted !== undefined && WITH_PARTS.exec(cell)) || []
  if (parts !== undefined) {
    const read = readCell(parts, column, writing, unit)
    const all = amount(total, column, writing, unit)
    const isSame = typeof read.value === 'number' && all === read.value * (read.many?.[1] ?? 1)
    return isSame ? read : { value: cell, expected: 'expected the same amount before and within the brackets' }
  }
  const [, times, rest = ''] = (counted !== undefined && TIMES.exec(cell)) || []
  if (counted !== undefined && times !== undefined)
    return { value: amount(rest, column, writing, unit), many: [counted, Number(times)] }
  const value = amount(cell, column, writing, unit)
  const hasUnit = unit !== undefined || value !== numberOrText(cell, writing)
  if (typeof value !== 'number' || hasUnit) return { value }
  if (column === 'lifetime' && value > 0 && value < LIFE.leastHours) {
    if (value <= LIFE.mostYears) return { value: value * HOURS_OF_YEAR }
    return { value: cell, expected: 'expected years or hours, such as 5 years or 43800 h' }
  }
  if (column === 'elec_factor' && value > LARGEST_FACTOR)
    return { value: cell, expected: `expected kg CO2 eq. per kWh, at most ${LARGEST_FACTOR}, or a unit such as g/kWh` }
  return { value }
}

/** A cell of a column of names: the name, and how many there are where it says so. */
export function readName(cell: string, column: Column): ReadCell {
  const counted = MANY_NAMED[column]
  const [, times, name = cell] = (counted !== undefined && TIMES_NAME.exec(cell)) || []
  return counted === undefined || times === undefined
    ? { value: cell }
    : { value: name, many: [counted, Number(times)] }
}

function amount(cell: string, column: Column, writing: Writing, headingUnit: string | undefined): number | string {
  const plain = numberOrText(cell, writing)
  if (!hasUnits(column)) return plain
  if (typeof plain === 'number') return scaled(plain, column, headingUnit)
  const [, digits = '', unit = ''] = WITH_UNIT.exec(cell) ?? []
  const number = numberOrText(digits, writing)
  return typeof number === 'number' && factorOf(column, unit) !== undefined ? scaled(number, column, unit) : cell
}

/** Modules of memory come in powers of two: 32,768 MB are 32 GB. */
function scaled(number: number, column: Column, unit: string | undefined): number {
  const factor = unit === undefined ? 1 : (factorOf(column, unit) ?? 1)
  if (factor === 1) return number
  if (column === 'ram_capacity' && factor < 1 && number % 1024 === 0) return number / 1024
  if (column === 'ram_capacity' && factor === 1000) return number * 1024
  // Dividing keeps decimals that multiplying does not: 475 g are 0.475 kg.
  return factor < 1 ? number / Math.round(1 / factor) : number * factor
}
