import type { Column } from './columns.ts'
import { numberOrText, oneMeaning, type Writing } from './table-reader.ts'
import { factorOf, hasUnits } from './units.ts'

/** A number with a unit: `32 Go`, `2,5 kW`, `80 %`. */
const WITH_UNIT = /^([+-]?[\d.,]*\d[\d.,]*(?:[eE][+-]?\d+)?)\s*([^\d\s.,+-].*)$/
/** A number of modules of a size: `4x32 GB`. */
const TIMES = /^(\d{1,4})\s*[x×*]\s*(\d.*)$/i
/** A total with its modules: `512 GB (16x32 GB)`. */
const WITH_PARTS = /^(.*\S)\s*\(\s*(\d{1,4}\s*[x×*]\s*\d[^()]*)\)$/i
/** A number of units of a name: `2x Xeon Gold 6138`. */
const TIMES_NAME = /^(\d{1,3})\s*[x×*]\s*([^\d\s].*)$/i
const MANY: Readonly<Partial<Record<Column, Column>>> = {
  ram_capacity: 'ram_units',
  ssd_capacity: 'ssd_units',
  hdd_capacity: 'hdd_units',
}
/** Limits of a lifetime: the most years, and the fewest hours. */
const LIFE = { mostYears: 50, leastHours: 1000 }
const HOURS_OF_YEAR = 8760
/** Largest plausible factor of electricity, in kg CO2 eq. per kWh. */
const LARGEST_FACTOR = 5
/** Columns for the number of units that a name cell may state. */
const MANY_NAMED: Readonly<Partial<Record<Column, Column>>> = { cpu_name: 'cpu_units', gpu_name: 'gpu_units' }
const EMPTY = /^(-+|–|—|n\/?a|n\.a\.|null|none|nil|unknown|inconnu|unbekannt|desconocido|sconosciuto|\?+)$/i

/** Whether a cell means "unknown": empty, `-`, `n/a`, `unknown`. */
export function isEmpty(cell: string): boolean {
  return cell === '' || EMPTY.test(cell)
}

/** A parsed numeric cell: the number in our unit, or text that is not a number, and the number of modules. */
export interface ReadCell {
  readonly value: number | string
  /** The number of modules in `4x32 GB`, for another column. */
  readonly many?: readonly [Column, number]
  /** What was expected instead of a text, if its schema cannot say it. */
  readonly expected?: string
}

/**
 * Parses a cell of a numeric column to our unit. `unit` is that of the heading, if any.
 *
 * Example: `2 TB` in ssd_capacity is 2000. `5 ans` in lifetime is 43800, and so is 5, since nothing lasts 5 hours.
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
  const [, digits = cell] = (hasUnits(column) && WITH_UNIT.exec(cell)) || []
  const expected = oneMeaning(digits, writing)
  if (expected !== undefined) return { value: cell, expected }
  const [, times, rest = ''] = (counted !== undefined && TIMES.exec(cell)) || []
  if (counted !== undefined && times !== undefined)
    return { value: amount(rest, column, writing, unit), many: [counted, Number(times)] }
  const value = amount(cell, column, writing, unit)
  if (column === 'elec_factor' && typeof value === 'number' && value < 0)
    return { value: cell, expected: 'expected kg CO2 eq. per kWh, 0 or more' }
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

/** Parses a cell of a name column: the name, and the number of units if stated. */
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

/** Memory modules come in powers of two: 32,768 MB are 32 GB. */
function scaled(number: number, column: Column, unit: string | undefined): number {
  const factor = unit === undefined ? 1 : (factorOf(column, unit) ?? 1)
  if (factor === 1) return number
  if (column === 'ram_capacity' && factor < 1 && number % 1024 === 0) return number / 1024
  if (column === 'ram_capacity' && factor === 1000) return number * 1024
  // Dividing keeps decimals that multiplying does not: 475 g are 0.475 kg.
  return factor < 1 ? number / Math.round(1 / factor) : number * factor
}
