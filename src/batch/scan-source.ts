import { open } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnMap } from '../importers/table/columns.ts'
import { tableReader } from '../importers/table/import-table.ts'
import { rowsOf, sqlName, sqlText } from './database.ts'
import type { Source } from './source.ts'

/** A file of any size that DuckDB scans: a table, in Parquet or as CSV, or a JSON value a line. */
export type ScanFormat = 'parquet' | 'csv' | 'ndjson'

export interface ScanFile {
  readonly file: string
  readonly format: ScanFormat
  /** The separator and the columns of a CSV file. */
  readonly separator?: string
  readonly header?: readonly string[]
}

/** Longer lines are no rows. */
const LONGEST_LINE = 2 ** 20
/** What is read at once; the reader holds some of these. */
const READ_AT_ONCE = 8 * LONGEST_LINE

/** Makes a file a relation of the database, named after its number. Throws an ImportError where no column is known. */
export async function scanSource(
  connection: DuckDBConnection,
  index: number,
  { file, format, separator = ',', header = [] }: ScanFile,
  map: ColumnMap,
): Promise<Source> {
  const relation = `source_${index}`
  if (format === 'ndjson') return lineSource(connection, relation, file)
  if (format === 'parquet') return parquetSource(connection, relation, file, map)
  const columns = header.map((_, at) => `c${at}`)
  const types = columns.map((name) => `${sqlText(name)}: 'VARCHAR'`).join(', ')
  await connection.run(
    `CREATE TABLE ${relation} AS SELECT * FROM read_csv(${sqlText(file)}, auto_detect=false, header=false, skip=1,
      delim=${sqlText(separator)}, quote='"', escape='"', columns={${types}}, null_padding=true, strict_mode=true,
      parallel=false, ${rejectsOf(relation)}, max_line_size=${LONGEST_LINE}, buffer_size=${READ_AT_ONCE}, compression=${sqlText(await compressionOf(file))})`,
  )
  return withRejects(connection, tableSource(relation, file, 'csv', header, columns, 'rowid', map))
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
  await connection.run(
    `CREATE VIEW ${relation} AS SELECT * FROM read_parquet(${sqlText(file)}, file_row_number=true, union_by_name=true)`,
  )
  const described = await rowsOf(connection, `DESCRIBE ${relation}`)
  const columns = described.filter(({ column_name: name }) => name !== 'file_row_number')
  const header = columns.map(({ column_name: name }) => String(name))
  const texts = columns.map(({ column_name: name, column_type: type }) => {
    const isNested = /^(STRUCT|MAP)|\[\]$/.test(String(type))
    return `CAST(${isNested ? `to_json(${sqlName(String(name))})` : sqlName(String(name))} AS VARCHAR)`
  })
  const source = tableSource(relation, file, 'parquet', header, texts, 'file_row_number', map)
  const own = (column: string | undefined) => sqlName(header[texts.indexOf(column ?? '')] ?? '')
  return {
    ...source,
    columns: header.map((name) => ({ name, sql: sqlName(name) })),
    // Numbers need not be read from texts.
    quantity: source.quantity === undefined ? undefined : own(source.quantity),
  }
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

async function lineSource(connection: DuckDBConnection, relation: string, file: string): Promise<Source> {
  const isItem = `starts_with(ltrim(line), '{') AND json_valid(line)`
  await connection.run(
    `CREATE TABLE ${relation} AS
      SELECT line,
        CASE WHEN ${isItem} THEN json_merge_patch(line, '{"label": null, "quantity": null}')::VARCHAR ELSE line END AS thing,
        CASE WHEN ${isItem} THEN json_extract_string(line, '$.label') END AS label,
        CASE WHEN ${isItem} THEN json_extract_string(line, '$.quantity') END AS quantity
      FROM read_csv(${sqlText(file)}, auto_detect=false, header=false, delim='\x01', quote='', escape='',
        columns={'line': 'VARCHAR'}, ${rejectsOf(relation)}, max_line_size=${LONGEST_LINE}, buffer_size=${READ_AT_ONCE}, compression=${sqlText(await compressionOf(file))})
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
