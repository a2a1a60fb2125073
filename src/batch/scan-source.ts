import { open, stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { checkCells } from '../importers/table/check-size.ts'
import type { ColumnMap } from '../importers/table/columns.ts'
import { tableReader } from '../importers/table/import-table.ts'
import { rowsOf, sqlText } from './database.ts'
import type { Encoding } from './encoding-of.ts'
import { isTooDeep } from './is-too-deep.ts'
import type { RowSpan, Source } from './source.ts'

/** A file of any size that DuckDB scans: a table, in Parquet or as CSV, or a JSON value a line. */
export type ScanFormat = 'parquet' | 'csv' | 'ndjson'

export interface ScanFile {
  readonly file: string
  readonly format: ScanFormat
  /** The separator and the columns of a CSV file. */
  readonly separator?: string
  readonly header?: readonly string[]
  readonly encoding?: Encoding
}

/** What DuckDB calls encodings. */
const ENCODINGS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'utf-8',
  'utf-16le': 'utf-16',
  'utf-16be': 'utf-16',
  'windows-1252': 'latin-1',
}

/** Longer lines are no rows. */
const LONGEST_LINE = 2 ** 20
/** What is read at once; the reader holds some of these. */
const READ_AT_ONCE = 8 * LONGEST_LINE

/** Makes a file a relation of the database, named after its number. Throws an ImportError where no column is known. */
export async function scanSource(
  connection: DuckDBConnection,
  index: number,
  { file, format, separator = ',', header = [], encoding = 'utf-8' }: ScanFile,
  map: ColumnMap,
): Promise<Source> {
  const relation = `source_${index}`
  if (format === 'ndjson') return lineSource(connection, relation, file, encoding)
  if (format === 'parquet') return parquetSource(connection, relation, file, map)
  const source = tableSource(
    relation,
    file,
    'csv',
    header,
    header.map((_, at) => `c${at}`),
    'rowid',
    map,
  )
  const compression = await compressionOf(file)
  const types = header.map((_, at) => `'c${at}': 'VARCHAR'`).join(', ')
  await connection.run(
    `CREATE TABLE ${relation} AS SELECT * FROM read_csv(${sqlText(file)}, auto_detect=false, header=false, skip=1,
      delim=${sqlText(separator)}, quote='"', escape='"', columns={${types}}, null_padding=true, strict_mode=true,
      parallel=false, encoding=${sqlText(ENCODINGS[encoding])}, ${rejectsOf(relation)}, max_line_size=${LONGEST_LINE}, buffer_size=${READ_AT_ONCE}, compression=${sqlText(compression)})`,
  )
  if (compression === 'none') {
    const [counted] = await rowsOf(connection, `SELECT count(*) AS n FROM ${relation}`)
    checkCells(Number(counted?.n), header.length, (await stat(file)).size)
  }
  return withRejects(connection, source)
}

function rejectsOf(relation: string): string {
  return `store_rejects=true, rejects_table='${relation}_rejects', rejects_scan='${relation}_scans'`
}

/** The same with the lines that could not be read as rows. */
async function withRejects(connection: DuckDBConnection, source: Source): Promise<Source> {
  const rejects = `${source.relation}_rejects`
  const [counted] = await rowsOf(connection, `SELECT count(DISTINCT line) AS n FROM ${rejects}`)
  const rejected = Number(counted?.n ?? 0)
  if (rejected === 0) return source
  const sql = `SELECT line - 2 AS "row", 'line ' || line AS place, 'faulty' AS status, any_value(split_part(error_message, chr(10), 1)) AS fault
    FROM ${rejects} GROUP BY line`
  return { ...source, rejected, rejects: sql }
}

async function parquetSource(
  connection: DuckDBConnection,
  relation: string,
  file: string,
  map: ColumnMap,
): Promise<Source> {
  const starts = await startsOf(connection, file)
  const read = `read_parquet(${sqlText(file)}, union_by_name=true)`
  const described = await rowsOf(connection, `DESCRIBE SELECT * FROM ${read}`)
  const header = described.map(({ column_name: name }) => String(name))
  // By names of our own, whatever the file calls its columns.
  const names = header.map((_, at) => `c${at}`)
  // JSON stays a text: nothing has to walk through it, however deep it is.
  const shown = described.map(({ column_type: type }, at) =>
    /\bJSON\b/.test(String(type)) ? `CAST(c${at} AS VARCHAR) AS c${at}` : `c${at}`,
  )
  await connection.run(
    `CREATE VIEW ${relation} AS SELECT ${[...shown, 'file_index AS iq_file', 'file_row_number AS iq_place_in_file'].join(', ')}
      FROM ${read} AS file(${names.join(', ')})`,
  )
  const texts = described.map(({ column_type: type }, at) => {
    const isNested = /^(STRUCT|MAP)|\[\]$/.test(String(type)) && !/\bJSON\b/.test(String(type))
    return `CAST(${isNested ? `to_json(c${at})` : `c${at}`} AS VARCHAR)`
  })
  // Rows of several files are counted on from one to the next.
  const isOne = starts.length < 2
  const row = isOne
    ? 'iq_place_in_file'
    : `(list_extract([${starts.join(', ')}]::BIGINT[], iq_file::BIGINT + 1) + iq_place_in_file)`
  const source = tableSource(relation, file, 'parquet', header, texts, row, map)
  const own = (column: string) => names[texts.indexOf(column)]
  return {
    ...source,
    columns: header.map((name, at) => ({ name, sql: names[at] as string })),
    ...(!isOne && { among: (span) => amongFiles(starts, span) }),
    // Numbers need not be read from texts.
    quantity: source.quantity === undefined ? undefined : own(source.quantity),
  }
}

/** The number of the first row of each of the files that a name stands for. */
async function startsOf(connection: DuckDBConnection, file: string): Promise<readonly number[]> {
  const files = await rowsOf(connection, `SELECT num_rows FROM parquet_file_metadata(${sqlText(file)})`)
  let rows = 0
  return files.map(({ num_rows: count }) => {
    const start = rows
    rows += Number(count)
    return start
  })
}

/** SQL of a condition that keeps whole files from being read: which of them these rows are in. */
function amongFiles(starts: readonly number[], { from, to = Number.POSITIVE_INFINITY }: RowSpan): string {
  const first = starts.findLastIndex((start) => start <= from)
  const last = starts.findLastIndex((start) => start < to)
  return `iq_file BETWEEN ${Math.max(0, first)} AND ${Math.max(0, last)}`
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
    format: reader.format === 'focus' ? `${format}, a bill of FOCUS` : format,
    relation,
    row,
    place: format === 'csv' ? `'line ' || (${row} + 2)` : `'row ' || (${row} + 1)`,
    columns: header.map((name, at) => ({ name, sql: columns[at] as string })),
    keys: reader.keys.map((at) => columns[at] as string),
    quantity: reader.quantity === undefined ? undefined : columns[reader.quantity],
    isCounted: reader.isCounted,
    rejected: 0,
    reader: { kind: 'table', header, map },
  }
}

async function lineSource(
  connection: DuckDBConnection,
  relation: string,
  file: string,
  encoding: Encoding,
): Promise<Source> {
  // In the order that is written: CASE alone keeps a test from being made before another.
  const isItem = `CASE WHEN NOT starts_with(ltrim(line), '{') THEN false WHEN ${isTooDeep('line')} THEN false ELSE json_valid(line) END`
  await connection.run(
    `CREATE TABLE ${relation} AS
      SELECT line,
        CASE WHEN ${isItem} THEN json_merge_patch(line, '{"label": null, "quantity": null}')::VARCHAR ELSE line END AS thing,
        CASE WHEN ${isItem} THEN json_extract_string(line, '$.label') END AS label,
        CASE WHEN ${isItem} THEN json_extract_string(line, '$.quantity') END AS quantity
      FROM read_csv(${sqlText(file)}, auto_detect=false, header=false, delim='\x01', quote='', escape='',
        columns={'line': 'VARCHAR'}, encoding=${sqlText(ENCODINGS[encoding])}, ${rejectsOf(relation)}, max_line_size=${LONGEST_LINE}, buffer_size=${READ_AT_ONCE}, compression=${sqlText(await compressionOf(file))})
      WHERE trim(line) <> ''`,
  )
  return withRejects(connection, {
    file,
    format: 'ndjson',
    relation,
    row: 'rowid',
    place: `'line ' || (rowid + 1)`,
    columns: ['label', 'quantity'].map((name) => ({ name, sql: name })),
    keys: ['thing'],
    // A line that is no item has no quantity, and not one either.
    quantity: `CASE WHEN ${isItem} THEN quantity ELSE '?' END`,
    isCounted: true,
    rejected: 0,
    reader: { kind: 'line' },
  })
}

async function compressionOf(file: string): Promise<'gzip' | 'none'> {
  const [first, second] = await readStart(file, 2)
  return first === 0x1f && second === 0x8b ? 'gzip' : 'none'
}

/** The first bytes of a file. */
export async function readStart(file: string, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
