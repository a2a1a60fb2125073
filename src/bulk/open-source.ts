import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { billFormatOf } from '../importers/billing/bill-formats.ts'
import { billOfLines, recordsOfBill } from '../importers/billing/bill-lines.ts'
import { MOST_ROWS } from '../importers/check-rows.ts'
import { type Encoding, encodingOf } from '../importers/encoding-of.ts'
import { ImportError } from '../importers/import-error.ts'
import { type ImportOptions, importFile, isOnePerLine } from '../importers/import-file.ts'
import { parseJson } from '../importers/parse-json.ts'
import { ROWS_LOOKED_AT } from '../importers/table/not-read.ts'
import { readHeader } from '../importers/table/read-csv.ts'
import { otherThanText } from '../importers/text-of-file.ts'
import { openDatabase } from './database.ts'
import { isPattern } from './file-pattern.ts'
import { importedSource } from './imported-source.ts'
import { csvSource } from './scan-csv.ts'
import { lineSource } from './scan-lines.ts'
import { columnsAndFields, type ParquetFile, parquetSource } from './scan-parquet.ts'
import type { Source } from './source.ts'
import { cannotBeDecompressed, isGzip, readBytes } from './text-chunks.ts'

/** Larger documents are not read into memory. */
const LARGEST_IN_MEMORY = 16 * 2 ** 20
/** Larger tables are scanned by DuckDB; as rows they take a hundred times as much memory. */
const LARGEST_TABLE_IN_MEMORY = 2 * 2 ** 20
/** MB of memory to find out the columns of a file of Parquet or JSON. */
const INDEX_MB = 1000
/** The header of a table must be within these bytes. */
const START = 2 ** 18

export interface SourceOptions extends ImportOptions, Omit<ParquetFile, 'file'> {
  /** Folder for temporary parts of a large file. */
  readonly folder: string
}

/**
 * Recognises a file by its content and opens it. Throws an ImportError, or the system's error, if it cannot be read.
 */
export async function openSource(
  connection: DuckDBConnection,
  index: number,
  file: string,
  { map = {}, side, folder, ...share }: SourceOptions,
): Promise<Source> {
  const relation = `source_${index}`
  const beginning = await beginningOf(file)
  if (beginning === undefined) return parquetSource(connection, relation, { ...share, file, map })
  const { text, encoding, isCompressed } = beginning
  const first = text.trimStart().slice(0, 1)
  const most = first === '{' || first === '[' ? LARGEST_IN_MEMORY : LARGEST_TABLE_IN_MEMORY
  const { size } = await stat(file)
  const whole = size <= most ? await wholeText(file, { isCompressed, most, encoding }) : undefined
  const bytes = new TextEncoder().encode(text)
  const isBill =
    first === '{'
      ? billOfLines(text.split('\n', ROWS_LOOKED_AT)) !== undefined
      : first !== '[' && billFormatOf(readHeader(bytes, map).header) !== undefined
  // DuckDB adds up the costs of every bill, even a small one.
  const records = whole !== undefined && !isBill && /[{[]/.test(first) ? linesOfBill(whole) : undefined
  if (records !== undefined) {
    const lines = join(folder, `bill-${index}.ndjson`)
    await writeFile(lines, records)
    const source = await lineSource(connection, { file: lines, encoding: 'utf-8', folder, relation }, map)
    return { ...source, file }
  }
  if (whole !== undefined && !isBill && !isScanned(whole, first)) {
    return importedSource(connection, relation, file, importFile(whole, { map, ...(side !== undefined && { side }) }))
  }
  const scanned = { file, encoding, folder, relation }
  if (first === '{') return lineSource(connection, scanned, map)
  if (first === '[')
    throw new ImportError(
      `A list of more than ${LARGEST_IN_MEMORY / 2 ** 20} MB is too large. Use JSON lines instead: one asset per line`,
    )
  const { header, separator, end, at } = readHeader(bytes, map)
  if (end === bytes.length && whole === undefined)
    throw new ImportError(`The header of the table is longer than ${START / 1024} kB`)
  return csvSource(connection, scanned, { separator, header, above: at, map })
}

/** What a file of a table holds. */
export interface TableFile {
  readonly format: 'csv' | 'json' | 'parquet'
  readonly columns: readonly string[]
  /** Fields of records that are read like columns: `service.description`. */
  readonly fields: readonly string[]
}

/**
 * The names of the columns of a table as CSV, JSON or Parquet, compressed or not, or of the Parquet files of a pattern.
 * Throws an ImportError, or the system's error, if it cannot be read.
 */
export async function columnsOfFile(file: string): Promise<TableFile> {
  const text = (await beginningOf(file))?.text
  if (text !== undefined && !/^\s*[{[]/.test(text))
    return { format: 'csv', columns: readHeader(new TextEncoder().encode(text)).header, fields: [] }
  const format = text === undefined ? 'parquet' : 'json'
  const connection = await openDatabase({ threads: 1, memory: INDEX_MB })
  try {
    return { format, ...(await columnsAndFields(connection, file, format)) }
  } finally {
    connection.closeSync()
  }
}

/**
 * How a file of text begins, without its byte order mark, and how it is written; undefined for Parquet, in one file or
 * several. Throws an ImportError for other files.
 */
async function beginningOf(file: string) {
  if (isRemote(file) || (await isPattern(file))) return undefined
  const start = await readBytes(file, START)
  if (start.subarray(0, 4).toString('latin1') === 'PAR1') return undefined
  const isCompressed = isGzip(start)
  const other = isCompressed ? undefined : otherThanText(start)
  if (other !== undefined) throw new ImportError(`This is ${other}`)
  const beginning = isCompressed ? startOfGzip(start) : start
  const encoding = encodingOf(beginning)
  return { text: new TextDecoder(encoding).decode(beginning).replace(/^\uFEFF/, ''), encoding, isCompressed }
}

/** The records of a bill that is one JSON document, as a line each. Undefined for other texts. */
function linesOfBill(text: string): string | undefined {
  if (isOnePerLine(text)) return undefined
  const parsed = parseJson(text.replace(/^\uFEFF/, ''))
  return 'fault' in parsed
    ? undefined
    : recordsOfBill(parsed.value)
        ?.map((record) => JSON.stringify(record))
        .join('\n')
}

/** Whether a text has too many rows for memory and can be read row by row. */
function isScanned(text: string, first: string): boolean {
  if (linesIn(text) <= MOST_ROWS) return false
  return first === '{' ? isOnePerLine(text) : first !== '['
}

function linesIn(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

interface WholeText {
  readonly isCompressed: boolean
  /** Bytes. */
  readonly most: number
  readonly encoding: Encoding
}

/** The text of a file; undefined if it is too large to read into memory. */
async function wholeText(file: string, { isCompressed, most, encoding }: WholeText): Promise<string | undefined> {
  const bytes = await readFile(file)
  if (!isCompressed) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder(encoding).decode(gunzipSync(bytes, { maxOutputLength: most }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw cannotBeDecompressed((error as Error).message)
  }
}

function isRemote(file: string): boolean {
  return /^(gs|gcs|r2|az|abfss|https?):\/\//.test(file)
}

/** Decompresses the available start of a gzip file. */
function startOfGzip(start: Buffer): Buffer {
  try {
    return gunzipSync(start, { finishFlush: SYNC_FLUSH, maxOutputLength: 128 * 2 ** 20 })
  } catch (error) {
    throw cannotBeDecompressed((error as Error).message)
  }
}

/** Z_SYNC_FLUSH: accepts a truncated file. */
const SYNC_FLUSH = 2
