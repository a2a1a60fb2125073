import type { DuckDBConnection } from '@duckdb/node-api'
import { billFormatOf } from '../importers/billing/bill-formats.ts'
import { billOfLines } from '../importers/billing/bill-lines.ts'
import { DAY } from '../importers/billing/net-shares.ts'
import { creditsOrSum, dialectOf } from '../importers/billing/sql/dialect.ts'
import type { Encoding } from '../importers/encoding-of.ts'
import { ImportError } from '../importers/import-error.ts'
import { MAYBE_A_MARK, marksInLine, notReadOfLines, readLine } from '../importers/list/import-lines.ts'
import { itemReader, namesOfQuantity } from '../importers/list/read-item.ts'
import type { ColumnMap } from '../importers/table/columns.ts'
import { countNamed } from '../importers/table/find-columns.ts'
import {
  A_NOTE,
  checkOtherHeader,
  fittingReader,
  footOf,
  rowReader,
  tableReader,
} from '../importers/table/import-table.ts'
import { kindOf } from '../importers/table/kinds.ts'
import { COLUMNS_LOOKED_AT, checkNotRead, isFitted, ROWS_LOOKED_AT } from '../importers/table/not-read.ts'
import {
  type BillColumns,
  COMMA_AND_UNIT,
  type DecimalMark,
  notRead,
  ON_THEIR_OWN,
  type TableReader,
  type Writing,
  writingOfMarks,
} from '../importers/table/table-reader.ts'
import { isSumByRows, MAYBE_TOTAL, TotalRows } from '../importers/table/total-rows.ts'
import { isNested } from './copy-rows.ts'
import { rowsOf, sqlName, sqlText } from './database.ts'
import { isAmong, type Partition, spanOf } from './distinct-assets.ts'
import { isTooDeep } from './is-too-deep.ts'
import { cellsOf, loadText } from './load-text.ts'
import { LEFT_OUT, markLeftOut, viewWithLeftOut } from './mark-left-out.ts'
import { numberOf, trimmed } from './number-of.ts'
import type { BillSql, RowSpan, Source } from './source.ts'

/** Formats of files of any size that DuckDB scans: a table as Parquet or CSV, or one JSON value per line. */
export type ScanFormat = 'parquet' | 'csv' | 'ndjson'

export interface ScanFile {
  readonly file: string
  readonly format: ScanFormat
  /** The separator and the columns of a CSV file. */
  readonly separator?: string
  readonly header?: readonly string[]
  /** Title rows above the header. */
  readonly above?: number
  readonly encoding?: Encoding
  /** Folder for temporary pieces of text. */
  readonly folder: string
  readonly partition?: Partition
  /** For the copy of an object that holds the rows of the partition alone: copies the others, too. */
  readonly fetchRest?: () => Promise<void>
}

/** Makes a database relation of a file, named after its number. Throws an ImportError if it has no known column. */
export async function scanSource(
  connection: DuckDBConnection,
  index: number,
  { file, format, separator = ',', header = [], above = 0, encoding = 'utf-8', folder, ...share }: ScanFile,
  map: ColumnMap,
): Promise<Source> {
  const relation = `source_${index}`
  if (format === 'parquet') return parquetSource(connection, relation, { file, map, ...share })
  const text = { file, encoding, folder, relation }
  if (format === 'ndjson') return lineSource(connection, text, map)
  return csvSource(connection, text, { separator, header, above, map })
}

interface TextFile {
  readonly file: string
  readonly encoding: Encoding
  readonly folder: string
  readonly relation: string
}

interface CsvColumns {
  readonly separator: string
  readonly header: readonly string[]
  readonly above: number
  readonly map: ColumnMap
}

async function csvSource(
  connection: DuckDBConnection,
  { relation, ...text }: TextFile,
  { separator, header, above, map: asked }: CsvColumns,
): Promise<Source> {
  const cells = cellsOf(header.length)
  const { faulty } = await loadText(connection, relation, {
    ...text,
    separator,
    head: above + 1,
    width: header.length,
  })
  const { reader, map } = await fittingTable(connection, { relation, row: 'rowid' }, { header, cells, map: asked })
  const table = tableSource(relation, text.file, 'csv', header, cells, 'rowid', map)
  await checkOtherTables(connection, relation, { reader, header, cells })
  await checkColumnsNotRead(connection, table, { reader, cells })
  const numbers = reader.numbers.map((at) => cells[at] as string)
  const writing =
    reader.bill === undefined
      ? await writingOfAssets(connection, { relation, reader, cells })
      : await writingOf(connection, relation, numbers)
  const source: Source = {
    ...table,
    place: `'line ' || iq_line`,
    reader: { kind: 'table', header, map, writing },
    ...(reader.bill && { bill: billSql(reader.bill, cells, writing) }),
  }
  const isLeft =
    reader.bill === undefined && (await markRowsLeftOut(connection, source, { reader, header, cells, writing }))
  if (faulty === 0 && !isLeft) return source
  // The quantity of an unreadable row is unknown.
  const quantity = `CASE WHEN iq_fault IS NULL THEN ${source.quantity ?? `'1'`} ELSE '?' END`
  return { ...source, keys: [...source.keys, 'iq_fault', ...(isLeft ? [LEFT_OUT] : [])], quantity }
}

interface CsvCells extends CheckedColumns {
  readonly header: readonly string[]
  readonly writing: Writing
}

/** Rows at the end among which notes are searched. */
const FOOT = 1000

/** Marks rows of totals, repeated headers and notes below a table. */
async function markRowsLeftOut(
  connection: DuckDBConnection,
  source: Source,
  { reader, header, cells, writing }: CsvCells,
): Promise<boolean> {
  const { relation } = source
  const list = `[${cells.map((cell) => `coalesce(${cell}, '')`).join(', ')}]`
  const end = await rowsOf(
    connection,
    `SELECT rowid::INTEGER AS row, iq_fault AS fault, to_json(${list})::VARCHAR AS cells FROM ${relation}
      WHERE rowid >= (SELECT count(*) FROM ${relation}) - ${FOOT} ORDER BY rowid`,
  )
  const rows = end.map(({ row, fault, cells: written }) => {
    const own: string[] = JSON.parse(String(written))
    return { line: Number(row), cells: own, ...(fault !== null && { fault: String(fault) }) }
  })
  const foot = footOf(rows, reader)
  const isHeader = header.map((name, at) => `trim(coalesce(${cells[at]}, '')) = ${sqlText(name)}`)
  const isFilled = cells.map((cell) => `(trim(coalesce(${cell}, '')) <> '')::INTEGER`)
  const totals = new TotalRows()
  const read = rowReader({ header, reader, writing, totals })
  return markLeftOut(connection, {
    relation,
    maybe: `regexp_matches(concat_ws(' ', ${cells.join(', ')}), '(?i)${MAYBE_TOTAL}') OR (${isHeader.join(' AND ')}) OR ${isFilled.join(' + ')} = 1`,
    whole: `to_json(${list})::VARCHAR`,
    quantity: numberOf(source),
    totals,
    read: (whole) => read({ line: 0, cells: JSON.parse(whole) }),
    known: new Map(foot.map(({ line }) => [line, A_NOTE.skipped])),
  })
}

/** Where rows are. */
type Rows = Pick<Source, 'relation' | 'row' | 'among'>

interface CheckedColumns {
  readonly reader: TableReader
  readonly cells: readonly string[]
}

const ALL_ROWS: RowSpan = { from: 0 }

/**
 * Stops if an unread column seems to hold what the table lacks: see `checkNotRead`. It looks at the first rows of a
 * span, usually of the whole file.
 */
async function checkColumnsNotRead(
  connection: DuckDBConnection,
  source: Rows,
  { reader, cells }: CheckedColumns,
  { from, to = Number.POSITIVE_INFINITY }: RowSpan = ALL_ROWS,
): Promise<void> {
  const { open, readAs, label } = reader
  const asked = [...open, ...(label === undefined ? [] : [label])]
  for (const [at, column] of readAs.entries()) if (column !== undefined && COLUMNS_LOOKED_AT.has(column)) asked.push(at)
  if (asked.length === 0) return
  checkNotRead(reader, await firstCells(connection, source, { cells, asked, span: { from, to } }))
}

/** The cells of some columns in the first rows of a span. */
async function firstCells(
  connection: DuckDBConnection,
  source: Rows,
  { cells, asked, span }: { cells: readonly string[]; asked: readonly number[]; span: RowSpan },
): Promise<(at: number) => readonly string[]> {
  const { from, to = Number.POSITIVE_INFINITY } = span
  const shown = [...new Set(asked)]
  const texts = shown.map((at) => `coalesce(CAST(${cells[at]} AS VARCHAR), '')`)
  const first = { from, to: Math.min(to, from + ROWS_LOOKED_AT) }
  const found = await connection.runAndReadAll(
    `SELECT ${texts.join(', ')} FROM ${source.relation} WHERE ${isIn(source, first)}`,
  )
  const columns = found.getColumns() as (readonly string[])[]
  return (at) => columns[shown.indexOf(at)] ?? []
}

interface AskedColumns {
  readonly header: readonly string[]
  readonly cells: readonly string[]
  readonly map: ColumnMap
  readonly isText?: readonly boolean[]
}

/** The reader of a table and its map by the first rows: see `fittingReader`. Columns of numbers hold nothing else. */
async function fittingTable(
  connection: DuckDBConnection,
  source: Rows,
  { header, cells, map, isText }: AskedColumns,
): Promise<{ readonly reader: TableReader; readonly map: ColumnMap }> {
  const reader = tableReader(header, map)
  const texts = guessedTexts(reader, isText)
  if (texts.length === 0) return { reader, map }
  const kind = reader.readAs.indexOf('kind')
  const asked = kind < 0 ? texts : [...texts, kind]
  return fittingReader(header, map, await firstCells(connection, source, { cells, asked, span: ALL_ROWS }))
}

/** Guessed columns of texts, if any is read as a number. */
function guessedTexts({ guessed = [], readAs }: TableReader, isText?: readonly boolean[]): readonly number[] {
  const texts = guessed.filter((at) => isText?.[at] !== false)
  return texts.some((at) => isFitted(readAs[at])) ? texts : []
}

const MOST_KINDS = 1000

/** Stops at the header of another table below, which has a name of a column among the kinds: see `checkOtherHeader`. */
async function checkOtherTables(
  connection: DuckDBConnection,
  relation: string,
  { reader, header, cells }: Omit<CsvCells, 'writing'>,
): Promise<void> {
  const kind = cells[reader.readAs.indexOf('kind')]
  if (kind === undefined) return
  const kinds = await rowsOf(connection, `SELECT DISTINCT ${kind} AS kind FROM ${relation} LIMIT ${MOST_KINDS}`)
  const names = kinds
    .map((each) => String(each.kind ?? ''))
    .filter((each) => kindOf(each) === undefined && countNamed([each]) > 0)
  if (names.length === 0) return
  const rows = await rowsOf(
    connection,
    `SELECT iq_line AS line, to_json([${cells.join(', ')}])::VARCHAR AS cells FROM ${relation}
      WHERE ${kind} IN (${names.map(sqlText).join(', ')}) AND iq_fault IS NULL ORDER BY rowid LIMIT ${MOST_KINDS}`,
  )
  const written = rows.map(({ line, cells: own }) => ({
    line: Number(line),
    cells: (JSON.parse(String(own)) as (string | null)[]).map((cell) => cell ?? ''),
  }))
  checkOtherHeader(written, header, reader)
}

/** How a bill writes numbers, judged by all its rows in every partition. */
async function writingOf(connection: DuckDBConnection, relation: string, numbers: readonly string[]): Promise<Writing> {
  const isOne = numbers.map(
    (cell) => `(contains(${cell}, ',') AND regexp_full_match(${trimmed(cell)}, '${COMMA_AND_UNIT}'))`,
  )
  const found = await rowsOf(connection, `SELECT 1 FROM ${relation} WHERE ${['false', ...isOne].join(' OR ')} LIMIT 1`)
  return { hasDecimalCommas: found.length > 0 }
}

interface NumberCells {
  readonly relation: string
  readonly reader: TableReader
  readonly cells: readonly string[]
  /** Which columns to look at, by position; all without. */
  readonly isText?: readonly boolean[]
}

/**
 * How a table of assets writes numbers, judged by all its rows as `importRows` judges them. Numbers of one shape differ
 * only in digits, and the largest of them tells the most.
 */
async function writingOfAssets(
  connection: DuckDBConnection,
  { relation, reader, cells, isText }: NumberCells,
): Promise<Writing> {
  const marks: (DecimalMark | undefined)[] = []
  for (const at of reader.numbers) {
    if (isText?.[at] === false) continue
    const cell = cells[at] as string
    const shapes = await rowsOf(
      connection,
      `SELECT max(cell) AS cell FROM (SELECT ${trimmed(cell)} AS cell FROM ${relation}
        WHERE contains(${cell}, '.') OR contains(${cell}, ',')) GROUP BY regexp_replace(cell, '[1-9]', '1', 'g')`,
    )
    for (const { cell: shown } of shapes) marks.push(reader.markIn?.(String(shown), at))
  }
  return writingOfMarks(marks)
}

/** How the lines of a file write numbers in texts, judged by all lines as `importLines` judges them. */
async function writingOfLines(connection: DuckDBConnection, relation: string, map: ColumnMap): Promise<Writing> {
  const isOne = `iq_fault IS NULL AND regexp_matches(c0, ${sqlText(MAYBE_A_MARK)})`
  const marks = new Set<DecimalMark | undefined>()
  const rows = await connection.stream(`SELECT c0 FROM ${relation} WHERE ${isOne}`)
  for (let chunk = await rows.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
    for (const [line] of chunk.getRows() as [string][]) for (const mark of marksInLine(line, map)) marks.add(mark)
  }
  return writingOfMarks(marks)
}

async function parquetSource(
  connection: DuckDBConnection,
  relation: string,
  {
    file,
    map: asked,
    partition,
    fetchRest,
  }: Pick<ScanFile, 'file' | 'partition' | 'fetchRest'> & { readonly map: ColumnMap },
): Promise<Source> {
  const starts = await startsOf(connection, file)
  const described = await columnsOfParquet(connection, file)
  const header = described.map(({ column_name: name }) => String(name))
  // Internal names, because the file's may be anything.
  const names = header.map((_, at) => `c${at}`)
  // JSON stays text, so that deep nesting is never walked.
  const shown = described.map(({ column_type: type }, at) =>
    /\bJSON\b/.test(String(type)) ? `CAST(c${at} AS VARCHAR) AS c${at}` : `c${at}`,
  )
  await connection.run(
    `CREATE VIEW ${relation} AS SELECT ${[...shown, 'file_index AS iq_file', 'file_row_number AS iq_place_in_file'].join(', ')}
      FROM ${parquetScan(file)} AS file(${names.join(', ')})`,
  )
  const texts = described.map(({ column_type: type }, at) => {
    const isWritten = isNested(String(type)) && !/\bJSON\b/.test(String(type))
    const text = `CAST(${isWritten ? `to_json(c${at})` : `c${at}`} AS VARCHAR)`
    return HAS_DECIMALS.test(String(type)) ? oneMeaning(text) : text
  })
  const fields = recordFieldsOf(described)
  // Row numbers continue from one file to the next.
  const isOne = starts.length < 2
  const row = isOne
    ? 'iq_place_in_file'
    : `(list_extract([${starts.join(', ')}]::BIGINT[], iq_file::BIGINT + 1) + iq_place_in_file)`
  const read = [...header, ...fields.map(({ name }) => name)]
  const cells = [...texts, ...fields.map(({ sql }) => `CAST(${sql} AS VARCHAR)`)]
  const among = isOne ? undefined : (span: RowSpan) => amongFiles(starts, span)
  const rows = { relation, row, ...(among && { among }) }
  const isText = described.map(({ column_type: type }) => String(type) === 'VARCHAR')
  const own = { reader: tableReader(read, asked), cells, isText, span: await spanOf(connection, relation, partition) }
  const isWhole = fetchRest === undefined || (await needsRest(connection, rows, own))
  if (isWhole) await fetchRest?.()
  const { reader, map } = isWhole
    ? await fittingTable(connection, rows, { header: read, cells, map: asked, isText })
    : { reader: own.reader, map: asked }
  const share = { ...own, reader }
  if (isWhole) await checkColumnsNotRead(connection, rows, share)
  const table = { ...tableSource(relation, file, 'parquet', read, cells, row, map), ...rows }
  const writing =
    isWhole && reader.bill === undefined
      ? await writingOfAssets(connection, { relation, reader, cells, isText })
      : ON_THEIR_OWN
  const source: Source = { ...table, reader: { kind: 'table', header: read, map, writing } }
  const columns = [...names, ...fields.map(({ sql }) => sql)]
  const whole: Source = {
    ...source,
    columns: header.map((name, at) => ({ name, sql: names[at] as string })),
    notRead: source.notRead.filter(
      (name) =>
        !fields.some((field) => field.name === name) && !fields.some((field) => field.name.startsWith(`${name}.`)),
    ),
    // Numeric columns need no parsing.
    quantity: reader.quantity === undefined ? undefined : cellToRead(reader, columns, reader.quantity),
  }
  if (reader.bill !== undefined) return whole
  const marked = await viewWithLeftOut(connection, await totalsOfParquet(connection, whole, { ...share, writing }))
  return marked === undefined ? whole : { ...whole, relation: marked, keys: [...whole.keys, "''", LEFT_OUT] }
}

/** The rows of a partition. */
interface ParquetShare extends CheckedColumns {
  readonly isText: readonly boolean[]
  readonly span: RowSpan
}

/** Whether the rows of a share mean something else beside all others: see `TotalRows`, `readCell` and `checkNotRead`. */
async function needsRest(connection: DuckDBConnection, source: Rows, share: ParquetShare): Promise<boolean> {
  const { reader, cells, isText, span } = share
  if (guessedTexts(reader, isText).length > 0) return true
  const numbers = reader.numbers.filter((at) => isText[at]).map((at) => `regexp_matches(${cells[at]}, '[.,]\\d{3}')`)
  const hasTwoMeanings = `SELECT 1 FROM ${source.relation} WHERE (${['false', ...numbers].join(' OR ')}) AND ${isIn(source, span)} LIMIT 1`
  if ((await rowsOf(connection, hasTwoMeanings)).length > 0 || (await hasSumsByRows(connection, source, share)))
    return true
  try {
    await checkColumnsNotRead(connection, source, share, span)
    return false
  } catch (error) {
    if (error instanceof ImportError) return true
    throw error
  }
}

/** Whether a row of a share may be one of totals by the sum of the rows above. */
async function hasSumsByRows(
  connection: DuckDBConnection,
  source: Rows,
  { reader, cells, span }: ParquetShare,
): Promise<boolean> {
  if (reader.label === undefined) return false
  const label = cells[reader.label]
  const labels = await rowsOf(
    connection,
    `SELECT DISTINCT ${label} AS label FROM ${source.relation} WHERE regexp_matches(${label}, '(?i)${MAYBE_TOTAL}') AND ${isIn(source, span)}`,
  )
  return labels.some((each) => isSumByRows(String(each.label)))
}

/** SQL condition: whether a row is in a span. */
function isIn({ row, among }: Pick<Source, 'row' | 'among'>, span: RowSpan): string {
  return `${isAmong(row, span)} AND ${among?.(span) ?? 'true'}`
}

interface ParquetCells extends ParquetShare {
  readonly writing: Writing
}

/**
 * Where rows of totals may be: among those of the share, by the label, the kind and the first text of a row. Those above
 * the share are added up if a sum decides.
 */
async function totalsOfParquet(connection: DuckDBConnection, source: Source, columns: ParquetCells) {
  const { reader, cells, isText, span, writing } = columns
  const named = [reader.label ?? -1, reader.readAs.indexOf('kind'), isText.indexOf(true)].filter((at) => at >= 0)
  const texts = [...new Set(named)].map((at) => cells[at] as string)
  const totals = new TotalRows()
  const read = rowReader({ header: reader.names, reader, writing, totals })
  const looked = (await hasSumsByRows(connection, source, columns)) ? { ...span, from: 0 } : span
  return {
    relation: source.relation,
    row: source.row,
    isRead: isIn(source, looked),
    maybe: texts.length === 0 ? 'false' : `regexp_matches(concat_ws(' ', ${texts.join(', ')}), '(?i)${MAYBE_TOTAL}')`,
    whole: `to_json([${cells.map((cell) => `coalesce(${cell}, '')`).join(', ')}])::VARCHAR`,
    quantity: numberOf(source),
    totals,
    read: (text: string) => read({ line: 0, cells: JSON.parse(text) }),
  }
}

const HAS_DECIMALS = /^(FLOAT|DOUBLE|DECIMAL\(\d+, *3\))$/

/** SQL of the text of a number, which 1.024 as a text would be in two ways. */
function oneMeaning(text: string): string {
  return `regexp_replace(${text}, '[.]\\d{3}$', '\\00')`
}

function parquetScan(file: string): string {
  return `read_parquet(${sqlText(file)}, union_by_name=true)`
}

/** The columns of a Parquet file, as DuckDB describes them. */
export function columnsOfParquet(connection: DuckDBConnection, file: string): Promise<readonly DescribedColumn[]> {
  return rowsOf(connection, `DESCRIBE SELECT * FROM ${parquetScan(file)}`)
}

/** A row of DuckDB's DESCRIBE. */
type DescribedColumn = Readonly<Record<string, unknown>>

/** Whether a Parquet file is a bill. It reads only the index. */
export async function isParquetBill(connection: DuckDBConnection, file: string): Promise<boolean> {
  const described = await columnsOfParquet(connection, file)
  const names = [
    ...described.map(({ column_name: name }) => String(name)),
    ...recordFieldsOf(described).map(({ name }) => name),
  ]
  return billFormatOf(names) !== undefined
}

/** Fields of records that make a table a bill: Google exports records, and their fields are read like columns. */
function recordFieldsOf(described: readonly DescribedColumn[]): readonly RecordField[] {
  const header = described.map(({ column_name: name }) => String(name))
  const inside = billFormatOf(header) === undefined ? fieldsInside(described) : []
  return billFormatOf([...header, ...inside.map(({ name }) => name)]) === undefined ? [] : inside
}

interface RecordField {
  readonly name: string
  readonly sql: string
}

/** Fields of records in Google's billing export. */
const RECORDS: Readonly<Record<string, readonly string[]>> = {
  service: ['description'],
  sku: ['description'],
  usage: ['amount', 'unit'],
  location: ['region', 'location', 'zone'],
  project: ['id'],
  resource: ['name', 'global_name'],
}

/** The known fields of a relation with the columns `c0`, `c1` and so on: names, and SQL. */
function fieldsInside(described: readonly DescribedColumn[]): readonly RecordField[] {
  return described.flatMap(({ column_name: column, column_type: type }, at) => {
    const record = String(column)
    if (!String(type).startsWith('STRUCT(') || String(type).endsWith(']')) return []
    return (RECORDS[record] ?? [])
      .filter((field) => new RegExp(`[(, ]"?${field}"? `).test(String(type)))
      .map((field) => ({ name: `${record}.${field}`, sql: `c${at}.${sqlName(field)}` }))
  })
}

/** The number of the first row of each file that a name matches. */
export async function startsOf(connection: DuckDBConnection, file: string): Promise<readonly number[]> {
  const files = await rowsOf(connection, `SELECT num_rows FROM parquet_file_metadata(${sqlText(file)})`)
  let rows = 0
  return files.map(({ num_rows: count }) => {
    const start = rows
    rows += Number(count)
    return start
  })
}

/** SQL condition that skips whole files. */
function amongFiles(starts: readonly number[], span: RowSpan): string {
  const { first, last } = filesAmong(starts, span)
  return `iq_file BETWEEN ${first} AND ${last}`
}

/** Which of several files hold these rows, by the number of each file's first row. */
export function filesAmong(starts: readonly number[], { from, to = Number.POSITIVE_INFINITY }: RowSpan) {
  const first = starts.findLastIndex((start) => start <= from)
  const last = starts.findLastIndex((start) => start < to)
  return { first: Math.max(0, first), last: Math.max(0, last) }
}

/** SQL equivalent to `cellsToRead`. */
function cellToRead({ quantity = -1, otherwise }: TableReader, columns: readonly string[], at: number): string {
  const [own, other] = [columns[at] as string, otherwise?.get(at)]
  if (other === undefined) return own
  const isNone = (place = -1) => `coalesce(upper(${trimmed(`CAST(${columns[place]} AS VARCHAR)`)}), '') IN ('', 'NULL')`
  return `CASE WHEN ${isNone(quantity)} AND NOT ${isNone(otherwise?.get(quantity))} THEN ${columns[other]} ELSE ${own} END`
}

function tableSource(
  relation: string,
  file: string,
  format: string,
  header: readonly string[],
  columns: readonly string[],
  row: string,
  map: ColumnMap,
): Source {
  const reader = tableReader(header, map)
  return {
    file,
    format: reader.bill === undefined ? format : `${format}, a bill: ${billFormatOf(header)?.label}`,
    relation,
    row,
    place: `'row ' || (${row} + 1)`,
    columns: header.map((name, at) => ({ name, sql: columns[at] as string })),
    label: reader.label,
    notRead: notRead(reader),
    keys: reader.keys.map((at) => cellToRead(reader, columns, at)),
    quantity: reader.quantity === undefined ? undefined : cellToRead(reader, columns, reader.quantity),
    isCounted: reader.isCounted,
    reader: { kind: 'table', header, map, writing: ON_THEIR_OWN },
    ...(reader.bill && { bill: billSql(reader.bill, columns, ON_THEIR_OWN) }),
  }
}

/** SQL of the further fields of a bill's lines, equivalent to `billedCost` and `netShares`. */
function billSql(
  { costs, credits, charge, service, currency, day }: BillColumns,
  columns: readonly string[],
  writing: Writing,
): BillSql {
  const text = (at: number | undefined) =>
    at === undefined ? `''` : `coalesce(${trimmed(`CAST(${columns[at]} AS VARCHAR)`)}, '')`
  const known = (at: number | undefined) => `CASE WHEN upper(${text(at)}) = 'NULL' THEN '' ELSE ${text(at)} END`
  const numbers = costs.map(({ at, of }) => {
    const number = numberOf({
      isCounted: false,
      quantity: columns[at],
      reader: { kind: 'table', header: [], map: {}, writing },
    })
    return of === undefined
      ? number
      : `CASE WHEN regexp_matches(${text(charge)}, ${sqlText(of.source)}, 'i') THEN ${number} END`
  })
  const creditsOf = (arePaying: boolean) =>
    credits === undefined ? '0' : creditsOrSum(dialectOf('duckdb'), columns[credits] as string, arePaying)
  return {
    cost: `(coalesce(${[...numbers, 'NULL'].join(', ')})::DOUBLE + ${creditsOf(false)})`,
    credits: `coalesce(${creditsOf(true)}, 0)`,
    service: known(service),
    currency: known(currency),
    day: `left(${text(day)}, ${DAY})`,
  }
}

async function lineSource(
  connection: DuckDBConnection,
  { relation, ...text }: TextFile,
  asked: ColumnMap,
): Promise<Source> {
  // CASE is the only construct that guarantees the order of tests.
  const isItem = `CASE WHEN NOT starts_with(ltrim(c0), '{') THEN false WHEN ${isTooDeep('c0')} THEN false ELSE json_valid(c0) END`
  const mapped = namesOfQuantity(asked).map((name) => `json_exists(c0, ${sqlText(`$.${JSON.stringify(name)}`)})`)
  // Where the reader finds the quantity itself, it needs all of the item.
  const isMapped = `CASE WHEN ${isItem} THEN ${['false', ...mapped].join(' OR ')} ELSE false END`
  await loadText(connection, relation, {
    ...text,
    width: 1,
    more: {
      is_item: isItem,
      thing: `CASE WHEN ${isMapped} THEN json_merge_patch(c0, '{"label": null}')::VARCHAR
        WHEN ${isItem} THEN json_merge_patch(c0, '{"label": null, "quantity": null}')::VARCHAR ELSE c0 END`,
      label: `CASE WHEN ${isItem} THEN json_extract_string(c0, '$.label') END`,
      quantity: `CASE WHEN ${isItem} THEN json_extract_string(c0, '$.quantity') END`,
      // A line that is not an item has an unknown quantity, not one. 1.000 is one as a number, and a fault as a text.
      many: `CASE WHEN NOT ${isItem} THEN '?' WHEN ${isMapped} THEN '1'
        WHEN json_type(c0, '$.quantity') = 'VARCHAR' THEN json_extract_string(c0, '$.quantity')
        ELSE regexp_replace(json_extract_string(c0, '$.quantity'), '[.]0+$', '') END`,
    },
  })
  const first = await rowsOf(
    connection,
    `SELECT c0 AS text FROM ${relation} WHERE iq_fault IS NULL LIMIT ${ROWS_LOOKED_AT}`,
  )
  const bill = billOfLines(first.map(({ text: line }) => String(line)))
  if (bill !== undefined) return billLines(connection, text.file, relation, bill)
  const { notRead, map } = notReadOfLines(
    first.map(({ text: line }) => String(line)),
    asked,
  )
  const totals = new TotalRows()
  const writing = await writingOfLines(connection, relation, map)
  const readWhole = itemReader(map, writing, totals)
  const reader = { kind: 'line', map, writing } as const
  const isLeft = await markLeftOut(connection, {
    relation,
    // In a value, since names of fields may have such letters, too.
    maybe: `regexp_matches(c0, '(?i):\\s*"[^"]*(${MAYBE_TOTAL})')`,
    whole: 'c0',
    quantity: numberOf({ quantity: 'many', reader, isCounted: true }),
    totals,
    read: (line) => readLine(line, readWhole),
  })
  return {
    file: text.file,
    format: 'ndjson',
    notRead,
    relation,
    row: 'rowid',
    place: `'line ' || iq_line`,
    columns: ['label', 'quantity'].map((name) => ({ name, sql: name })),
    label: 0,
    keys: ['thing', 'iq_fault', ...(isLeft ? [LEFT_OUT] : [])],
    quantity: 'many',
    isCounted: true,
    reader,
  }
}

/** A bill of JSON lines as a view with a column for each field. */
async function billLines(
  connection: DuckDBConnection,
  file: string,
  relation: string,
  header: readonly string[],
): Promise<Source> {
  const cells = header.map((_, at) => `c${at}`)
  const shown = header.map((name, at) => {
    const path = name.split('.').map((step) => JSON.stringify(step))
    return `CASE WHEN is_item THEN json_extract_string(c0, ${sqlText(`$.${path.join('.')}`)}) END AS ${cells[at]}`
  })
  const view = `${relation}_bill`
  await connection.run(
    `CREATE VIEW ${view} AS SELECT ${shown.join(', ')}, rowid AS iq_place_in_file, iq_line, is_item,
      CASE WHEN iq_fault IS NOT NULL THEN iq_fault WHEN NOT is_item THEN 'not JSON' END AS iq_fault FROM ${relation}`,
  )
  const source = tableSource(view, file, 'ndjson', header, cells, 'iq_place_in_file', {})
  const quantity = `CASE WHEN is_item THEN ${source.quantity} ELSE '?' END`
  return { ...source, place: `'line ' || iq_line`, keys: [...source.keys, 'iq_fault'], quantity }
}
