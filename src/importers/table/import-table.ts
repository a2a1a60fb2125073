import { billFormatOf, checkHalfABill } from '../billing/bill-formats.ts'
import { billTable } from '../billing/bill-table.ts'
import { billedCost } from '../billing/billed-cost.ts'
import { netShares } from '../billing/net-shares.ts'
import { shorten } from '../check-asset.ts'
import { ImportError } from '../import-error.ts'
import type { ImportedFile, ImportedRow, RowFault, RowOutcome } from '../imported.ts'
import { assetTable } from './asset-table.ts'
import { checkCells, checkColumns } from './check-size.ts'
import { type ColumnMap, NOT_READ } from './columns.ts'
import { countNamed } from './find-columns.ts'
import { isUnused } from './heading-of.ts'
import { kindOf } from './kinds.ts'
import { checkNotRead, misfitsOf, ROWS_LOOKED_AT } from './not-read.ts'
import { type CsvRow, type CsvTable, readCsv } from './read-csv.ts'
import {
  cellsToRead,
  type DecimalMark,
  hasDecimalComma,
  notRead,
  numberOrText,
  ON_THEIR_OWN,
  readQuantity,
  type TableReader,
  type Writing,
  writingOfMarks,
} from './table-reader.ts'
import { A_TOTAL, isBareTotal, TotalRows } from './total-rows.ts'

/**
 * Reads a table with this header as a bill or a table of assets. Throws an ImportError if it is neither, or too wide.
 */
export function tableReader(header: readonly string[], map: ColumnMap = {}): TableReader {
  checkColumns(header.length)
  checkNames(header)
  const format = billFormatOf(header)
  if (format !== undefined) {
    if (Object.keys(map).length > 0)
      throw new ImportError(
        `A map applies to tables of assets, and this is a bill (${format.label}), whose columns have fixed meanings. Leave out the map`,
      )
    return billTable(header, format)
  }
  checkHalfABill(header)
  return assetTable(header, map)
}

/**
 * Reads a table like `tableReader`, but without guessed columns whose cells hold something else, which count as not
 * read. Returns its map, too, which leaves them out. `cellsOf` gives the cells of a guessed column, and those of the
 * kind, in the first rows.
 */
export function fittingReader(
  header: readonly string[],
  map: ColumnMap,
  cellsOf: (at: number) => readonly string[],
): { readonly reader: TableReader; readonly map: ColumnMap } {
  const reader = tableReader(header, map)
  const misfits = misfitsOf(reader, cellsOf)
  if (misfits.length === 0) return { reader, map }
  const leftOut = Object.fromEntries(misfits.map((at) => [reader.names[at] ?? '', NOT_READ]))
  const fitting = fittingReader(header, { ...map, ...leftOut }, cellsOf)
  const open = misfits.filter((at) => !reader.ifFits?.includes(at) || !isUnused(header[at] ?? ''))
  return { ...fitting, reader: { ...fitting.reader, open: [...fitting.reader.open, ...open] } }
}

/** Names in the first column that make a table a transposed one. */
const LEAST_NAMED = 3

/**
 * Stops if the names of columns stand below one another. Names of kinds, such as `cpu` and `ram`, may be a list of
 * components, so they count only in a table whose header has kinds.
 */
function checkDirection(header: readonly string[], rows: readonly CsvRow[], map: ColumnMap): void {
  if (billFormatOf(header) !== undefined || countNamed(header, map) > 1) return
  const first = [header[0] ?? '', ...rows.slice(0, MOST_TRANSPOSED).map(({ cells = [] }) => cells[0] ?? '')]
  const names = first.filter((name) => countNamed([name]) > 0)
  const hasKinds = header.slice(1).some((name) => kindOf(name) !== undefined)
  if (countNamed(hasKinds ? names : names.filter((name) => kindOf(name) === undefined)) < LEAST_NAMED) return
  throw new ImportError(
    `The table looks transposed: its first column holds names of columns (${shorten(names.join(', '))}). Swap rows and columns: each asset needs a row of its own`,
  )
}

/** Stops at a row that is the header of another table below: its columns are others. */
export function checkOtherHeader(
  rows: readonly CsvRow[],
  header: readonly string[],
  { readAs, bill }: Pick<TableReader, 'readAs' | 'bill'>,
): void {
  const kindAt = readAs.indexOf('kind')
  if (bill !== undefined) return
  for (const { line, cells = [] } of rows) {
    if (isHeader(cells, header)) continue
    const names = cells.filter((cell) => !isBlank(cell))
    if (names.length < LEAST_NAMED || kindOf(cells[kindAt] ?? '') !== undefined) continue
    const named = countNamed(names)
    if (named < LEAST_NAMED || named * 2 <= names.length) continue
    throw new ImportError(
      `Line ${line} is the header of another table (${shorten(names.join(', '))}). Put each table into a file of its own`,
    )
  }
}

/** Characters that no column name has: NUL and other control characters, except tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/

function checkNames(header: readonly string[]): void {
  for (const [at, name] of header.entries()) {
    const code = CONTROL.exec(name)?.[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    if (code !== undefined)
      throw new ImportError(`The name of column ${at + 1} has a control character (U+${code}): is this a table?`)
  }
}

/** Cells that override those of the file, by line and column name. */
export type Corrections = ReadonlyMap<number, Readonly<Record<string, string>>>

/** A text that is punctuated like a sentence, or as long as one. */
const A_SENTENCE = /^[*(]|[:.!]( |$)|^.{60}/s
/** The outcome of a row below the table. */
export const A_NOTE = { skipped: 'a note below the table' } as const
/** The outcome of a row that names the rows below it. */
const A_HEADING = { skipped: 'a heading between rows' } as const
/** Rows whose first cells may be names of columns. */
const MOST_TRANSPOSED = 100
const NO_CORRECTIONS: Corrections = new Map()

/**
 * Reads CSV text. Equal lines share one asset. Throws an ImportError if no column is known, or if an unread column
 * seems to hold what the table lacks.
 */
export function importTable(text: string, map: ColumnMap = {}, corrections?: Corrections): ImportedFile {
  return importRows(readCsv(text, map), { size: text.length, map, corrections })
}

interface RowsOptions {
  /** Characters of the whole text. */
  readonly size: number
  readonly map?: ColumnMap | undefined
  readonly corrections?: Corrections | undefined
}

/** Reads the rows of a table as `importTable` does, from wherever they come. */
export function importRows(
  { header, rows: written }: CsvTable,
  { size, map = {}, corrections = NO_CORRECTIONS }: RowsOptions,
): ImportedFile {
  checkDirection(header, written, map)
  const asked = tableReader(header, map)
  const all = corrections.size === 0 ? written : written.map((row) => corrected(row, asked.names, corrections))
  checkCells(all.length, header.length, size)
  const filled = all.filter(({ cells }) => cells === undefined || !(cells.every(isBlank) || isRule(cells)))
  const foot = footOf(filled, asked)
  const body = filled.slice(0, filled.length - foot.length)
  const cellsOf = (at: number) => body.slice(0, ROWS_LOOKED_AT).map(({ cells = [] }) => cells[at] ?? '')
  const { reader } = fittingReader(header, map, cellsOf)
  checkOtherHeader(body, header, reader)
  const notes = checkNotRead(reader, cellsOf)
  const writing =
    reader.bill === undefined
      ? writingOfMarks(marksIn(filled, reader))
      : {
          hasDecimalCommas: body.some(({ cells = [] }) =>
            reader.numbers.some((at) => hasDecimalComma(cells[at] ?? '')),
          ),
        }
  const shares =
    reader.bill &&
    netShares(
      body.map(({ cells = [] }) => ({ cells: cellsToRead(cells, reader) })),
      reader,
      writing,
    )
  const { names } = reader
  const read = rowReader({ header, reader, writing, totals: new TotalRows(), ...(shares && { shares }) })
  /** An empty column without a name is nothing to report. */
  const isNothing = (at: number) => header[at] === '' && body.every(({ cells = [] }) => isBlank(cells[at] ?? ''))
  const columnsOf = (cells: readonly string[]) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  return {
    format: reader.format,
    columns: names,
    readAs: reader.readAs.map((each) => each ?? null),
    notRead: notRead(reader).filter((name) => !isNothing(names.indexOf(name))),
    ...(notes.length > 0 && { notes }),
    rows: filled.map((row, at): ImportedRow => {
      const { line, cells = [] } = row
      const outcome = at < body.length ? read(row) : A_NOTE
      const billed = reader.bill && { billed: billedCost(reader.bill, cells, writing) }
      return { line, columns: columnsOf(cells), ...outcome, ...billed }
    }),
  }
}

/** What separates decimals in the numbers of a table. */
function* marksIn(rows: readonly CsvRow[], reader: TableReader): Iterable<DecimalMark | undefined> {
  for (const { cells = [] } of rows) for (const at of reader.numbers) yield reader.markIn?.(cells[at] ?? '', at)
}

/** What reads the rows of a table. */
interface RowReading {
  readonly header: readonly string[]
  readonly reader: TableReader
  readonly writing: Writing
  readonly totals: TotalRows
  /** Shares of quantities left after other lines of a bill reverse them. */
  readonly shares?: (cells: readonly string[]) => number | undefined
}

/** Reads the rows of a table in order, equal ones once. Leaves out those that sum up others or repeat the header. */
export function rowReader({ header, reader, writing, totals, shares }: RowReading): (row: CsvRow) => RowOutcome {
  const known = new Map<string, RowOutcome>()
  return ({ cells: own = [], fault: ownFault }) => {
    const cells = cellsToRead(own, reader)
    const fault = ownFault ?? excessOf(own, header.length)
    if (fault !== undefined) return faultyRow(fault)
    if (isHeader(cells, header)) return { skipped: 'the header again' }
    const keyCells = reader.keys.map((at) => cells[at] ?? '')
    const key = JSON.stringify(keyCells)
    const outcome = known.get(key) ?? reader.read(keyCells, writing)
    known.set(key, outcome)
    const isBare = 'fault' in outcome || reader.keys.every((at) => at === reader.quantity || isBlank(cells[at] ?? ''))
    if (isBare && (isBareTotal(cells) || isSumAlone(cells, reader, totals))) return A_TOTAL
    if ('fault' in outcome && isHeading(cells, reader)) return A_HEADING
    const whole = ofRow(outcome, cells, reader, writing, shares?.(cells))
    return reader.bill === undefined && totals.isTotal(whole) ? A_TOTAL : whole
  }
}

function corrected(row: CsvRow, names: readonly string[], corrections: Corrections): CsvRow {
  const own = corrections.get(row.line)
  if (own === undefined || row.cells === undefined) return row
  const { cells } = row
  const added = Math.max(cells.length, names.length)
  return { ...row, cells: Array.from({ length: added }, (_, at) => own[names[at] ?? ''] ?? cells[at] ?? '') }
}

/** Whether a cell has no content. */
export function isBlank(cell: string): boolean {
  return /^[ \t\r\n]*$/.test(cell)
}

/** Whether a row is a ruler, as in Markdown tables and on terminals: `|:--|---:|`, `+----+----+`. */
function isRule(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return filled.length > 0 && filled.every((cell) => /^[:+]?[-=_+]{3,}[:+]?$|^:-+:?$|^-+:$/.test(cell))
}

/** Whether a row repeats the header, as each page of a printout does. */
function isHeader(cells: readonly string[], header: readonly string[]): boolean {
  return header.every((name, at) => name === (cells[at] ?? '').trim())
}

/** A number, also with a unit or a currency: `362`, `12.000,00 €`. */
const A_NUMBER = /^[€$£]?\s?\d[\d.,'\s]*(?:[€$£%]|[a-z]{1,3})?$/i

/** Whether a row is the sum of those above without a word: `;362;;;`. */
function isSumAlone(cells: readonly string[], reader: TableReader, totals: TotalRows): boolean {
  if (reader.bill !== undefined || reader.quantity === undefined || isBlank(cells[reader.quantity] ?? '')) return false
  const words = wordColumns(reader)
  if (words.length === 0 || words.some((at) => !isBlank(cells[at] ?? ''))) return false
  if (!cells.every((cell) => isBlank(cell) || A_NUMBER.test(cell.trim()))) return false
  const many = readQuantity(cells[reader.quantity] ?? '', reader, ON_THEIR_OWN)
  return typeof many === 'number' && totals.isSumAlone(many)
}

/** The columns that are read as words, by position. A row of sums has none of them. */
export function wordColumns({ readAs, numbers, bill }: TableReader): readonly number[] {
  if (bill !== undefined) return []
  return [...readAs.keys()].filter((at) => readAs[at] !== undefined && !numbers.includes(at))
}

/** Columns whose cell alone may describe a thing. */
const DESCRIBING: ReadonlySet<string> = new Set(['kind', 'instance_type', 'archetype', 'model', 'cpu_name'])

/** Whether a row is a text in one cell of several columns, such as `DELEGACIÓN;;;;`, and no name such as `PC-0043`. */
function isHeading(cells: readonly string[], { readAs, bill }: Pick<TableReader, 'readAs' | 'bill'>): boolean {
  const [at, ...others] = [...cells.keys()].filter((each) => !isBlank(cells[each] ?? ''))
  if (at === undefined || others.length > 0 || bill !== undefined || readAs.length < LEAST_NAMED) return false
  const text = cells[at] ?? ''
  const isOpen = readAs[at] === undefined || (at === 0 && !DESCRIBING.has(readAs[at]))
  return isOpen && /\p{L}/u.test(text) && !/\d/.test(text)
}

/** Notes below a table of several columns, each in its first cell alone. */
export function footOf(rows: readonly CsvRow[], { readAs }: Pick<TableReader, 'readAs'>): readonly CsvRow[] {
  if (readAs.length < 3) return []
  const [first] = readAs
  const isNote = (text: string) => {
    if (text === '') return false
    if (first === 'kind') return kindOf(text) === undefined
    // A type of instance or the name of a processor is all that some rows have.
    return first === undefined || first === 'label' || A_SENTENCE.test(text)
  }
  const last = rows.findLastIndex(({ cells = [] }) => cells.filter((cell) => cell.trim() !== '').length !== 1)
  const foot = rows.slice(last + 1)
  return foot.length < rows.length && foot.every(({ cells = [] }) => isNote((cells[0] ?? '').trim())) ? foot : []
}

/**
 * The fault of a row with more non-empty cells than columns. Most likely a cell contains an unquoted separator, which
 * shifts the rest.
 */
export function excessOf(cells: readonly string[], columns: number): string | undefined {
  if (cells.slice(columns).every((cell) => cell.trim() === '')) return undefined
  return `expected ${columns} cells but found ${cells.length}`
}

/** A row without readable cells. */
export function faultyRow(message: string): { readonly fault: RowFault } {
  return { fault: { code: 'BAD_USER_INPUT', message, path: [] } }
}

function ofRow(
  outcome: RowOutcome,
  cells: readonly string[],
  reader: TableReader,
  writing: Writing,
  /** The share of a quantity left after other lines of a bill reverse it. */
  share: number | undefined,
): RowOutcome {
  if ('skipped' in outcome) return outcome
  const written = reader.quantity === undefined ? '' : (cells[reader.quantity] ?? '')
  const whole = share === undefined ? undefined : numberOrText(written.trim(), writing)
  const many =
    share !== undefined && typeof whole === 'number'
      ? Math.max(0, whole) * share
      : readQuantity(written, reader, writing)
  if ('fault' in outcome)
    return typeof many === 'object' ? outcome : { ...outcome, quantity: (outcome.quantity ?? 1) * many }
  if (typeof many === 'object') return { fault: many }
  const label = reader.label === undefined ? '' : (cells[reader.label]?.trim() ?? '')
  const tags = reader.tags.map((at) => [(reader.names[at] ?? '').replace(/^tag\s*:\s*/i, ''), cells[at]?.trim() ?? ''])
  return {
    ...outcome,
    label,
    quantity: outcome.quantity * many,
    ...(tags.length > 0 && { tags: Object.fromEntries(tags) }),
  }
}
