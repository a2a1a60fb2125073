import { parse } from 'csv-parse/browser/esm/sync'
import { billFormatOf } from '../billing/bill-formats.ts'
import { ImportError } from '../import-error.ts'
import { tabsForSpaces } from './aligned-text.ts'
import { checkColumns } from './check-size.ts'
import type { ColumnMap } from './columns.ts'
import { countNamed } from './find-columns.ts'
import { isNamed } from './heading-of.ts'
import { kindOf } from './kinds.ts'
import { lowerNames } from './lower-names.ts'
import { RecordSplitter, type TextRecord } from './split-records.ts'

/** A row of a table: its cells, or why it has none. */
export interface CsvRow {
  readonly line: number
  readonly cells?: readonly string[]
  readonly fault?: string
}

/** A table as in a file: every row with its first line. */
export interface CsvTable {
  readonly header: readonly string[]
  readonly rows: readonly CsvRow[]
}

const SEPARATORS = [',', ';', '\t', '|']
/** Number of rows to search for the header, since titles may precede it. */
const HEAD = 30
const IN_BRACKETS = /^(\([^()]+\)|\[[^[\]]+\])$/
/** A score above that of any other row. */
const A_BILL = 10_000
/** Cells of a row whose names are examined; then the bytes within which a header must end. */
const MOST_NAMED = 2000
const LONGEST_HEAD = 2 ** 18

/**
 * Reads CSV text with commas, semicolons, tabs or bars, or aligned by spaces, with or without quotes and a byte order
 * mark. Throws an ImportError if it is not CSV, or too wide.
 */
export function readCsv(file: string, map: ColumnMap = {}): CsvTable {
  const text = file.replace(/^\uFEFF/, '')
  const bytes = new TextEncoder().encode(tabsForSpaces(text) ?? text)
  const { header, separator, end, at: above } = readHeader(bytes, map)
  const decoder = new TextDecoder()
  const records = [...new RecordSplitter(separator).split(bytes, true)].slice(above + 1)
  const sound = records.filter(({ fault }) => fault === undefined)
  // One call for all of them, since each call has a fixed cost.
  const isWhole = sound.length === records.length
  const cells = readCells(
    isWhole
      ? decoder.decode(bytes.subarray(end))
      : sound.map(({ from, to }) => decoder.decode(bytes.subarray(from, to))).join('\n'),
    separator,
  )
  let at = 0
  return {
    header,
    rows: records.map(({ line, fault }) =>
      fault === undefined ? { line, cells: cells[at++] ?? [] } : { line, fault },
    ),
  }
}

/** The header of a table, and its place. */
export interface CsvHeader {
  readonly header: readonly string[]
  readonly separator: string
  /** The byte after its last. */
  readonly end: number
  /** Number of rows above its last one. */
  readonly at: number
}

/**
 * Finds the header in the first bytes of a table in UTF-8: the first row, or the row below titles that names the most
 * columns. Throws an ImportError if there is none, or if it is too wide.
 */
export function readHeader(bytes: Uint8Array, map: ColumnMap = {}): CsvHeader {
  const usual = separatorOf(firstRecord(bytes, SEPARATORS.find((each) => isSound(bytes, each)) ?? ','))
  const { text, end } = firstRecord(bytes, usual)
  const [cells = []] = readCells(text, usual)
  const first = { cells, separator: usual, end, at: 0, named: namedBy(cells, map) }
  let best: typeof first = first
  for (const separator of [usual, ...SEPARATORS.filter((each) => each !== usual)]) {
    let kindAt: number | undefined
    for (const row of headRows(bytes, separator)) {
      // A row with a kind below a heading for it belongs to a table, so a header further down is that of another one.
      if (kindAt !== undefined && kindOf(row.cells[kindAt] ?? '') !== undefined) break
      kindAt ??= kindColumnOf(row.cells, map)
      const named = namedBy(row.cells, map)
      const isFuller = filled(row.cells) > filled(first.cells)
      const isBelow = row.at > 0 && named > 1 && (isFuller || (row.at === 1 && isRowOfGroups(first.cells, row.cells)))
      if ((row.at === 0 || isBelow) && named > best.named) best = { ...row, separator, named }
    }
  }
  checkColumns(best.cells.length)
  const { separator } = best
  const own = best.cells.map((name) => name.trim())
  // A row above with one name is a title.
  const header = best.at === 1 && filled(first.cells) > 1 ? lowerNames(own, widened(first.cells, own), map) : own
  const below = rowAt(bytes, separator, best.at + 1)
  if (below !== undefined && isLowerHeader(below.cells, header, map)) {
    return { header: lowerNames(below.cells, header, map), separator, end: below.end, at: below.at }
  }
  if (below === undefined || !isRowOfUnits(below.cells, header))
    return { header, separator, end: best.end, at: best.at }
  const named = header.map((name, at) => [name, below.cells[at]?.trim() ?? ''].filter((part) => part !== '').join(' '))
  return { header: named, separator, end: below.end, at: below.at }
}

/** The position of the kind in a row that is a header of at least two columns. */
function kindColumnOf(cells: readonly string[], map: ColumnMap): number | undefined {
  if (countNamed(cells.slice(0, MOST_NAMED), map) < 2) return undefined
  const at = cells.findIndex((cell) => map[cell.trim()] === 'kind' || isNamed(cell, 'kind'))
  return at < 0 ? undefined : at
}

/**
 * Whether a row below a header names the columns of a heading that spans several: all its cells are names. It replaces
 * no name with a meaning of its own, unless that name stands there twice or spans the next column.
 */
function isLowerHeader(cells: readonly string[], header: readonly string[], map: ColumnMap): boolean {
  const kindAt = kindColumnOf(header, map)
  const own = cells.filter((cell) => cell.trim() !== '')
  if (kindAt === undefined || (cells[kindAt] ?? '').trim() !== '' || own.length === 0) return false
  const hasMeaning = (name: string) => countNamed([name], map) > 0
  const names = lowerNames(cells, header, map)
  return cells.every((cell, at) => {
    const name = header[at] ?? ''
    if (cell.trim() === '') return true
    const spans = header[at + 1] === '' && (cells[at + 1] ?? '').trim() !== ''
    const isTwice = header.indexOf(name) !== header.lastIndexOf(name)
    return hasMeaning(names[at] ?? '') && (spans || isTwice || !hasMeaning(name))
  })
}

/**
 * Whether a row names groups of the columns below: it repeats names side by side, which the other does not, and that
 * one has no numbers.
 */
function isRowOfGroups(cells: readonly string[], below: readonly string[]): boolean {
  const repeats = (row: readonly string[]) => row.some((cell, at) => cell.trim() !== '' && cell === row[at + 1])
  return repeats(cells) && !repeats(below) && below.every((cell) => !/^[\d.,\s%]*\d$/.test(cell.trim()))
}

/** A row of groups as wide as the columns below. */
function widened(groups: readonly string[], below: readonly string[]): readonly string[] {
  return below.map((_, at) => (groups[at] ?? '').trim())
}

/** Whether a row below a header belongs to it: all its cells are empty, or units in brackets such as `(kW)`. */
function isRowOfUnits(cells: readonly string[], header: readonly string[]): boolean {
  const own = cells.map((cell) => cell.trim())
  return (
    own.some((cell) => cell !== '') && own.every((cell, at) => cell === '' || (IN_BRACKETS.test(cell) && !!header[at]))
  )
}

function namedBy(cells: readonly string[], map: ColumnMap): number {
  return billFormatOf(cells) ? A_BILL : countNamed(cells.slice(0, MOST_NAMED), map)
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

/** The first well-formed rows of a text, by a separator. */
function* headRows(bytes: Uint8Array, separator: string) {
  let at = 0
  for (const { from, to, fault } of new RecordSplitter(separator).split(bytes.subarray(0, LONGEST_HEAD), true)) {
    if (at === HEAD || fault !== undefined) return
    const [cells = []] = readCells(new TextDecoder().decode(bytes.subarray(from, to)), separator)
    yield { cells, end: to, at: at++ }
  }
}

function rowAt(bytes: Uint8Array, separator: string, at: number) {
  for (const row of headRows(bytes, separator)) if (row.at === at) return row
  return undefined
}

/** The cells of a well-formed text, row by row. Quotes within a cell are kept. */
export function readCells(text: string, separator: string): readonly (readonly string[])[] {
  // The parser takes long to start, and a header is searched with each separator.
  const isOneCell = text !== '' && !text.includes(separator) && !/["\r\n]/.test(text)
  if (isOneCell) return [[text]]
  try {
    return parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch (error) {
    throw new ImportError(`The file is not valid CSV: ${(error as Error).message.slice(0, 200)}`)
  }
}

/** Whether the first row ends by a separator: quoted names of several lines tell which. */
function isSound(bytes: Uint8Array, separator: string): boolean {
  const { value: first } = new RecordSplitter(separator).split(bytes, true).next() as { readonly value?: TextRecord }
  return first !== undefined && first.fault === undefined
}

function firstRecord(bytes: Uint8Array, separator: string): { readonly text: string; readonly end: number } {
  const { value: first } = new RecordSplitter(separator).split(bytes, true).next() as { readonly value?: TextRecord }
  if (first === undefined) throw new ImportError('The file is empty')
  if (first.fault !== undefined) throw new ImportError(`The header cannot be read: ${first.fault}`)
  return { text: new TextDecoder().decode(bytes.subarray(first.from, first.to)), end: first.to }
}

/** The most frequent separator in a header, outside quotes. */
function separatorOf({ text }: { readonly text: string }): string {
  const bare = text.replace(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((separator) => bare.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
