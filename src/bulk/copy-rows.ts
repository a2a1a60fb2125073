import type { DuckDBConnection } from '@duckdb/node-api'
import { controlClass, showControls } from '../importers/control-characters.ts'
import { makeRoomFor, rowsOf, sqlName, sqlText } from './database.ts'

/** Formats of the output. */
export type OutputFormat = 'json' | 'csv' | 'parquet'

/** An output file for rows. */
export interface RowsFile {
  readonly file: string
  readonly format: OutputFormat
  /**
   * Whether to put an apostrophe before CSV text that a spreadsheet would run as a formula: text starting with `=`,
   * `+`, `-`, `@`, a tab or a carriage return. By default, it has none.
   */
  readonly csvSafe?: boolean | undefined
  /** Whether CSV has control characters as they were read, for impactql to read again. By default, it shows them. */
  readonly keepsControls?: boolean
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
 * converted: JSON has no infinite numbers, and CSV has no lists and objects, which become JSON. CSV shows control
 * characters (`showControls`), because terminals and editors obey them.
 */
export async function copyRows(
  database: DuckDBConnection,
  query: string,
  { file, format, csvSafe = false, keepsControls = false, fields }: RowsFile,
): Promise<void> {
  const chosen = fields ? `SELECT ${fields.map(sqlName).join(', ')} FROM (${query})` : query
  const described = await rowsOf(database, `DESCRIBE ${chosen}`)
  const columns = described.map(({ column_name, column_type }) => ({
    name: String(column_name),
    type: String(column_type),
  }))
  await makeRoomFor(database, columns.length, format === 'json' ? JSON_COLUMN_MEMORY : undefined)
  const options = {
    csv: `FORMAT csv, HEADER true, ${IN_ORDER}`,
    json: `FORMAT json, ARRAY true, ${IN_ORDER}`,
    parquet: parquetOptions(columns.length),
  }[format]
  const isCsv = format === 'csv'
  const showsControls = isCsv && !keepsControls
  const steps = [
    (column: Column) => converted(format, column),
    ...(showsControls ? [withControlsShown] : []),
    ...(isCsv && csvSafe ? [harmless] : []),
  ]
  const rows = steps.reduce(
    (rows, step) =>
      `SELECT ${columns.map((column) => `${step(column)} AS ${sqlName(column.name)}`).join(', ')} FROM (${rows})`,
    chosen,
  )
  const headed = columns.map(({ name }) => {
    const shown = showsControls ? showControls(name) : name
    const heading = isCsv && csvSafe && FORMULA.test(shown) ? `'${shown}` : shown
    return `${sqlName(name)} AS ${sqlName(heading)}`
  })
  await database.run(`COPY (SELECT ${headed.join(', ')} FROM (${rows})) TO ${sqlText(file)} (${options})`)
}

interface Column {
  readonly name: string
  /** Of DuckDB. */
  readonly type: string
}

/** SQL of a column in a format. */
function converted(format: OutputFormat, { name, type }: Column): string {
  const column = sqlName(name)
  if (format === 'json' && /^(FLOAT|DOUBLE)$/.test(type)) return `CASE WHEN isfinite(${column}) THEN ${column} END`
  if (format === 'csv' && isNested(type)) return `${jsonOf(column, type)}::VARCHAR`
  if (format === 'json' && isNested(type) && hasFractions(type)) return jsonOf(column, type)
  return column
}

const CONTROL = controlClass((hex) => `\\x{${hex}}`)

/**
 * SQL of a column in which control characters are visible. DuckDB runs `regexp_extract` once for each different text of
 * a Parquet dictionary, but `regexp_matches` for each row, which takes three times as long.
 */
function withControlsShown({ name, type }: Column): string {
  const column = sqlName(name)
  if (!isText(type)) return column
  const parts = `regexp_extract_all(${column}, '${CONTROL}|[^${CONTROL.slice(1)}+')`
  const code = `printf('\\u%04x', unicode(part))`
  const shown = `list_transform(${parts}, lambda part: CASE WHEN regexp_matches(part, '^${CONTROL}') THEN ${code} ELSE part END)`
  return `CASE WHEN regexp_extract(${column}, '${CONTROL}') <> '' THEN array_to_string(${shown}, '') ELSE ${column} END`
}

/** Whether CSV has text for a column of this type. */
function isText(type: string): boolean {
  return /^(VARCHAR|JSON)$/.test(type) || isNested(type)
}

/** First characters of text that spreadsheets run as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** SQL of a column with cells that no spreadsheet runs. */
function harmless({ name, type }: Column): string {
  const column = sqlName(name)
  if (type !== 'VARCHAR') return column
  return `CASE WHEN left(${column}, 1) IN ('=', '+', '-', '@', chr(9), chr(13)) THEN '''' || ${column} ELSE ${column} END`
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
