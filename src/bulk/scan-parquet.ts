import type { DuckDBConnection } from '@duckdb/node-api'
import { billFormatOf } from '../importers/billing/bill-formats.ts'
import { shorten } from '../importers/check-asset.ts'
import { ImportError } from '../importers/import-error.ts'
import { checkColumns } from '../importers/table/check-size.ts'
import type { ColumnMap } from '../importers/table/columns.ts'
import { rowReader, tableReader } from '../importers/table/import-table.ts'
import {
  LONG_RECORD,
  LONGEST_RECORD,
  MOST_IN_LONG_RECORDS,
  RECORDS_AT_A_TIME,
  TOO_MANY_LONG,
} from '../importers/table/split-records.ts'
import { ON_THEIR_OWN, type Writing } from '../importers/table/table-reader.ts'
import { isSumByRows, MAYBE_TOTAL, TotalRows } from '../importers/table/total-rows.ts'
import { isNested } from './copy-rows.ts'
import { makeRoomFor, rowsOf, sqlName, sqlSum, sqlText } from './database.ts'
import { type Partition, spanOf } from './distinct-assets.ts'
import { LEFT_OUT, markLeftOut } from './mark-left-out.ts'
import { numberOf } from './number-of.ts'
import type { RowSpan, Source } from './source.ts'
import {
  cellToRead,
  checkColumnsNotRead,
  fittingTable,
  guessedTexts,
  isIn,
  LOOKED_AT,
  type ReadTable,
  tableSource,
  writingOfAssets,
} from './table-source.ts'

export interface ParquetFile {
  readonly file: string
  readonly partition?: Partition
  /** For the copy of an object that holds the rows of the partition alone: copies the others, too. */
  readonly fetchRest?: () => Promise<void>
}

/** Makes a database relation of a file of Parquet, or of those of a pattern. */
export async function parquetSource(
  connection: DuckDBConnection,
  relation: string,
  { file, map, partition, fetchRest }: ParquetFile & { readonly map: ColumnMap },
): Promise<Source> {
  const starts = await startsOf(connection, file)
  const described = await describedColumns(connection, parquetScan(file))
  const header = described.map(({ column_name: name }) => String(name))
  checkColumns(header.length)
  await makeRoomFor(connection, header.length)
  await checkIndex(connection, file)
  // Internal names, because the file's may be anything.
  const names = header.map((_, at) => `c${at}`)
  // JSON stays text, so that deep nesting is never walked.
  const shown = described.map(({ column_type: type }, at) =>
    isReadAsText(String(type)) ? `CAST(c${at} AS VARCHAR) AS c${at}` : `c${at}`,
  )
  await connection.run(
    `CREATE VIEW ${relation} AS SELECT ${[...shown, 'file_index AS iq_file', 'file_row_number AS iq_place_in_file'].join(', ')}
      FROM ${parquetScan(file)} AS file(${names.join(', ')})`,
  )
  const texts = described.map(({ column_type: type }, at) => {
    const isWritten = isNested(String(type)) && !isReadAsText(String(type))
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
  const isText = described.map(({ column_type: type }) => String(type) === 'VARCHAR')
  const columns = { relation, row, ...(among && { among }), header: read, map, cells, isText }
  const own = { ...columns, reader: tableReader(read, map) }
  const span = await spanOf(connection, relation, partition)
  const stored = described.map(({ column_type: type }, at) => ({ sql: `c${at}`, type: String(type) }))
  await checkRowLengths(connection, own, stored, span)
  const isWhole = fetchRest === undefined || (await needsRest(connection, own, span))
  if (isWhole) await fetchRest?.()
  const table = isWhole ? await fittingTable(connection, columns) : own
  const { reader } = table
  const notes = await checkColumnsNotRead(connection, table, isWhole ? undefined : span)
  const writing = isWhole && reader.bill === undefined ? await writingOfAssets(connection, table) : ON_THEIR_OWN
  const source = tableSource(file, table, writing)
  const sql = [...names, ...fields.map((field) => field.sql)]
  const whole: Source = {
    ...source,
    ...notes,
    columns: header.map((name, at) => ({ name, sql: names[at] as string })),
    notRead: source.notRead.filter(
      (name) =>
        !fields.some((field) => field.name === name) && !fields.some((field) => field.name.startsWith(`${name}.`)),
    ),
    // Numeric columns need no parsing.
    quantity: reader.quantity === undefined ? undefined : cellToRead(reader, sql, reader.quantity),
  }
  if (reader.bill !== undefined) return whole
  const marked = await markLeftOut(connection, await totalsOfParquet(connection, whole, { table, span, writing }))
  return marked === undefined ? whole : { ...whole, ...marked, keys: [...whole.keys, "''", LEFT_OUT] }
}

/**
 * Whether the rows of a share mean something else beside all others: see `TotalRows`, `readCell` and `checkNotRead`.
 */
async function needsRest(connection: DuckDBConnection, table: ReadTable, span: RowSpan): Promise<boolean> {
  const { relation, reader, cells, isText } = table
  if (guessedTexts(table).length > 0) return true
  const numbers = reader.numbers.filter((at) => isText?.[at]).map((at) => `regexp_matches(${cells[at]}, '[.,]\\d{3}')`)
  const hasTwoMeanings = `SELECT 1 FROM ${relation} WHERE (${['false', ...numbers].join(' OR ')}) AND ${isIn(table, span)} LIMIT 1`
  if ((await rowsOf(connection, hasTwoMeanings)).length > 0 || (await hasSumsByRows(connection, table, span)))
    return true
  try {
    await checkColumnsNotRead(connection, table, span)
    return false
  } catch (error) {
    if (error instanceof ImportError) return true
    throw error
  }
}

/** Whether a row of a share may be one of totals by the sum of the rows above. */
async function hasSumsByRows(connection: DuckDBConnection, table: ReadTable, span: RowSpan): Promise<boolean> {
  const { relation, reader, cells } = table
  if (reader.label === undefined) return false
  const label = cells[reader.label]
  const labels = await connection.stream(
    `SELECT DISTINCT left(${label}, ${LOOKED_AT}) FROM ${relation} WHERE regexp_matches(left(${label}, ${LOOKED_AT}), '(?i)${MAYBE_TOTAL}') AND ${isIn(table, span)}`,
  )
  for await (const rows of labels.yieldRows()) if (rows.some(([text]) => isSumByRows(String(text)))) return true
  return false
}

/** Entries of a list, on average over a group of rows. */
const MOST_ENTRIES = 1000
/** Values of a column in a group of rows below which any average is allowed. */
const MANY_VALUES = 1_000_000

/** A column of a file of Parquet. */
interface ParquetColumn {
  /** SQL. */
  readonly sql: string
  /** Of DuckDB. */
  readonly type: string
}

/**
 * Throws an ImportError if the index shows that a column has cells or lists which are too long. A few bytes of Parquet
 * can hold gigabytes: one text for thousands of rows.
 */
async function checkIndex(connection: DuckDBConnection, file: string): Promise<void> {
  const [found] = await rowsOf(
    connection,
    `SELECT path_in_schema AS name, total_uncompressed_size > ${LONGEST_RECORD} * num_values AS has_long_cells
      FROM parquet_metadata(${sqlText(file)}) WHERE num_values > 0
        AND (has_long_cells OR (num_values > ${MANY_VALUES} AND num_values > ${MOST_ENTRIES} * row_group_num_rows))
      LIMIT 1`,
  )
  if (found === undefined) return
  const column = shorten(String(found.name).split(', ')[0] as string)
  throw new ImportError(
    found.has_long_cells
      ? `The cells of column ${column} are longer than 1 MB`
      : `The lists of column ${column} have more than ${MOST_ENTRIES} entries on average`,
  )
}

/** Whether a column of this type is text as it is read: JSON is not parsed, nor is what contains it. */
function isReadAsText(type: string): boolean {
  return type === 'VARCHAR' || /\bJSON\b/.test(type)
}

/** Throws an ImportError if texts of these rows are too long, as rows of other files are faulty then. */
async function checkRowLengths(
  connection: DuckDBConnection,
  { relation, row, among }: Pick<Source, 'relation' | 'row' | 'among'>,
  columns: readonly ParquetColumn[],
  span: RowSpan,
): Promise<void> {
  const lengths = columns.flatMap(({ sql, type }) => {
    if (type === 'BLOB') return `coalesce(octet_length(${sql}), 0)`
    return isReadAsText(type) ? `coalesce(strlen(${sql}), 0)` : []
  })
  if (lengths.length === 0) return
  const [found] = await rowsOf(
    connection,
    `SELECT max(longest)::DOUBLE AS longest, max(long)::DOUBLE AS long
      FROM (SELECT max(longest) AS longest, sum(length) FILTER (length > ${LONG_RECORD}) AS long
        FROM (SELECT ${row} // ${RECORDS_AT_A_TIME} AS place, greatest(${lengths.join(', ')}) AS longest, ${sqlSum(lengths)} AS length
          FROM ${relation} WHERE ${isIn({ row, ...(among && { among }) }, span)})
        GROUP BY place)`,
  )
  if (Number(found?.longest) > LONGEST_RECORD) throw new ImportError('A cell is longer than 1 MB')
  if (Number(found?.long) > MOST_IN_LONG_RECORDS) throw new ImportError(TOO_MANY_LONG)
}

/**
 * Where rows of totals may be: among those of the share, by the label, the kind and the first text of a row. Those
 * above the share are added up if a sum decides.
 */
async function totalsOfParquet(
  connection: DuckDBConnection,
  source: Source,
  { table, span, writing }: { readonly table: ReadTable; readonly span: RowSpan; readonly writing: Writing },
) {
  const { relation, row, reader, cells, isText = [] } = table
  const named = [reader.label ?? -1, reader.readAs.indexOf('kind'), isText.indexOf(true)].filter((at) => at >= 0)
  const texts = [...new Set(named)].map((at) => cells[at] as string)
  const totals = new TotalRows()
  const read = rowReader({ header: reader.names, reader, writing, totals })
  const looked = (await hasSumsByRows(connection, table, span)) ? { ...span, from: 0 } : span
  return {
    relation,
    row,
    isRead: isIn(table, looked),
    maybe:
      texts
        .map((text) => `coalesce(regexp_matches(left(${text}, ${LOOKED_AT}), '(?i)${MAYBE_TOTAL}'), false)`)
        .join(' OR ') || 'false',
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

/** A row of DuckDB's DESCRIBE. */
type DescribedColumn = Readonly<Record<string, unknown>>

function describedColumns(connection: DuckDBConnection, scan: string): Promise<readonly DescribedColumn[]> {
  return rowsOf(connection, `DESCRIBE SELECT * FROM ${scan}`)
}

/** The columns of a file of Parquet or JSON, and the fields of its records that are read like columns. */
export async function columnsAndFields(connection: DuckDBConnection, file: string, format: 'parquet' | 'json') {
  const scan = format === 'parquet' ? parquetScan(file) : `read_json(${sqlText(file)})`
  const described = await describedColumns(connection, scan)
  return {
    columns: described.map(({ column_name: name }) => String(name)),
    fields: recordFieldsOf(described).map(({ name }) => name),
  }
}

/** Whether a Parquet file is a bill. It reads only the index. */
export async function isParquetBill(connection: DuckDBConnection, file: string): Promise<boolean> {
  const { columns, fields } = await columnsAndFields(connection, file, 'parquet')
  return billFormatOf([...columns, ...fields]) !== undefined
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
