import type { DuckDBConnection } from '@duckdb/node-api'
import { makeRoomFor, rowsOf, sqlName, sqlText } from './database.ts'

/** Formats of the output. */
export type OutputFormat = 'json' | 'csv' | 'parquet'

/** An output file for rows. */
export interface RowsFile {
  readonly file: string
  readonly format: OutputFormat
  /**
   * Whether to put an apostrophe before CSV text that a spreadsheet would run as a formula: text starting with `=`,
   * `+`, `-`, `@`, a tab or a carriage return. By default, text is written as it was read.
   */
  readonly csvSafe?: boolean | undefined
  /** The columns to write, in this order; by default all. */
  readonly fields?: readonly string[] | undefined
}

/** Without this, joined rows are written in any order. */
const IN_ORDER = 'PRESERVE_ORDER true'
/** Cells that each thread buffers before writing, and the limits of that in rows. */
const GATHERED_CELLS = 1_000_000
const ROW_GROUP = { least: 2048, most: 30_720 }
/** For JSON, each row is one value that repeats all column names. */
const JSON_COLUMN_MEMORY = 1

/**
 * Writes the rows of a query to a file, in order, with the memory that its columns need. Values that a format lacks are
 * converted: JSON has no infinite numbers, and CSV has no lists and objects, which become JSON.
 */
export async function copyRows(
  database: DuckDBConnection,
  query: string,
  { file, format, csvSafe = false, fields }: RowsFile,
): Promise<void> {
  const chosen = fields ? `SELECT ${fields.map(sqlName).join(', ')} FROM (${query})` : query
  const described = await rowsOf(database, `DESCRIBE ${chosen}`)
  const columns = described.map(({ column_name: name, column_type: type }) =>
    csvSafe && format === 'csv'
      ? harmless(String(name), String(type))
      : shownAs(format, sqlName(String(name)), String(type)),
  )
  await makeRoomFor(database, columns.length, format === 'json' ? JSON_COLUMN_MEMORY : undefined)
  const options = {
    csv: `FORMAT csv, HEADER true, ${IN_ORDER}`,
    json: `FORMAT json, ARRAY true, ${IN_ORDER}`,
    parquet: parquetOptions(columns.length),
  }[format]
  await database.run(`COPY (SELECT ${columns.join(', ')} FROM (${chosen})) TO ${sqlText(file)} (${options})`)
}

/** SQL of a column in a format. */
function shownAs(format: OutputFormat, name: string, type: string): string {
  if (format === 'json' && /^(FLOAT|DOUBLE)$/.test(type))
    return `CASE WHEN isfinite(${name}) THEN ${name} END AS ${name}`
  if (format === 'csv' && isNested(type)) return `${jsonOf(name, type)}::VARCHAR AS ${name}`
  if (format === 'json' && isNested(type) && hasFractions(type)) return `${jsonOf(name, type)} AS ${name}`
  return name
}

/** First characters of text that spreadsheets run as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** SQL of a column with a heading and cells that no spreadsheet runs. */
function harmless(name: string, type: string): string {
  const heading = sqlName(FORMULA.test(name) ? `'${name}` : name)
  const column = sqlName(name)
  if (type !== 'VARCHAR') return `${isNested(type) ? `${jsonOf(column, type)}::VARCHAR` : column} AS ${heading}`
  const begins = `left(${column}, 1) IN ('=', '+', '-', '@', chr(9), chr(13))`
  return `CASE WHEN ${begins} THEN '''' || ${column} ELSE ${column} END AS ${heading}`
}

/** Tokens of JSON text as DuckDB writes it: strings, infinite numbers, and the text between. */
const JSON_PARTS = String.raw`"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)|-|[^"NI-]+`

/** SQL of lists and objects as JSON. DuckDB writes and reads NaN and Infinity there, which JSON does not allow. */
function jsonOf(name: string, type: string): string {
  const json = `to_json(${name})`
  if (!hasFractions(type)) return json
  const parts = `regexp_extract_all(${json}::VARCHAR, '${JSON_PARTS}')`
  const nulled = `list_transform(${parts}, lambda part: CASE WHEN part IN ('NaN', 'Infinity', '-Infinity') THEN 'null' ELSE part END)`
  return `CASE WHEN regexp_matches(${json}::VARCHAR, 'NaN|Infinity') THEN array_to_string(${nulled}, '')::JSON ELSE ${json} END`
}

function hasFractions(type: string): boolean {
  return /\b(FLOAT|DOUBLE)\b/.test(type)
}

/** Whether a DuckDB type is a list or an object. */
export function isNested(type: string): boolean {
  return /^(STRUCT|MAP|UNION)|\]$/.test(type)
}

function parquetOptions(columns: number): string {
  const rows = Math.floor(GATHERED_CELLS / columns)
  return `FORMAT parquet, COMPRESSION zstd, ${IN_ORDER}, ROW_GROUP_SIZE ${Math.max(ROW_GROUP.least, Math.min(ROW_GROUP.most, rows))}`
}
