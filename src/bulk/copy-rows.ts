import type { DuckDBConnection } from '@duckdb/node-api'
import { makeRoomFor, rowsOf, sqlName, sqlText } from './database.ts'

/** What rows are written as. */
export type OutputFormat = 'json' | 'csv' | 'parquet'

/** A file that rows are written to. */
export interface RowsFile {
  readonly file: string
  readonly format: OutputFormat
  /**
   * Whether a text of CSV that a spreadsheet would run as a formula, since it begins with `=`, `+`, `-`, `@`, a tab or a carriage
   * return, has an apostrophe before it; else it is written as it was read.
   */
  readonly csvSafe?: boolean | undefined
}

/** Rows that are joined are else written in any order. */
const IN_ORDER = 'PRESERVE_ORDER true'
/** Cells of rows that are gathered before they are written, in each thread; and how few and many rows that may be. */
const GATHERED_CELLS = 1_000_000
const ROW_GROUP = { least: 2048, most: 30_720 }
/** As JSON, a row is held as a value of its own, with all names of its columns. */
const JSON_COLUMN_MEMORY = 1

/**
 * Writes the rows of a query to a file, in their order, with the memory that so many columns need. What a format does not have
 * is written as what it has: JSON has no number that is not finite, CSV no lists and objects, which are JSON there.
 */
export async function copyRows(
  database: DuckDBConnection,
  query: string,
  { file, format, csvSafe = false }: RowsFile,
): Promise<void> {
  const described = await rowsOf(database, `DESCRIBE ${query}`)
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
  await database.run(`COPY (SELECT ${columns.join(', ')} FROM (${query})) TO ${sqlText(file)} (${options})`)
}

/** SQL of a column as a format has it. */
function shownAs(format: OutputFormat, name: string, type: string): string {
  if (format === 'json' && /^(FLOAT|DOUBLE)$/.test(type))
    return `CASE WHEN isfinite(${name}) THEN ${name} END AS ${name}`
  if (format === 'csv' && isNested(type)) return `${jsonOf(name, type)}::VARCHAR AS ${name}`
  if (format === 'json' && isNested(type) && hasFractions(type)) return `${jsonOf(name, type)} AS ${name}`
  return name
}

/** What spreadsheets run as a formula begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/

/** SQL of a column of which no spreadsheet runs a cell, nor its heading. */
function harmless(name: string, type: string): string {
  const heading = sqlName(FORMULA.test(name) ? `'${name}` : name)
  const column = sqlName(name)
  if (type !== 'VARCHAR') return `${isNested(type) ? `${jsonOf(column, type)}::VARCHAR` : column} AS ${heading}`
  const begins = `left(${column}, 1) IN ('=', '+', '-', '@', chr(9), chr(13))`
  return `CASE WHEN ${begins} THEN '''' || ${column} ELSE ${column} END AS ${heading}`
}

/** The parts of a text of JSON as DuckDB writes it: strings, numbers that are not finite, and what is between them. */
const JSON_PARTS = String.raw`"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)|-|[^"NI-]+`

/** SQL of lists and objects as JSON. DuckDB writes and reads NaN and Infinity there, which are no JSON. */
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

/** Whether a type of DuckDB is that of lists or objects. */
export function isNested(type: string): boolean {
  return /^(STRUCT|MAP|UNION)|\]$/.test(type)
}

function parquetOptions(columns: number): string {
  const rows = Math.floor(GATHERED_CELLS / columns)
  return `FORMAT parquet, COMPRESSION zstd, ${IN_ORDER}, ROW_GROUP_SIZE ${Math.max(ROW_GROUP.least, Math.min(ROW_GROUP.most, rows))}`
}
