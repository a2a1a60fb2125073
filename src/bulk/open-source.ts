import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { billFormatOf } from '../importers/billing/bill-formats.ts'
import { billOfLines } from '../importers/billing/bill-lines.ts'
import { encodingOf } from '../importers/encoding-of.ts'
import { ImportError } from '../importers/import-error.ts'
import type { ImportOptions } from '../importers/import-file.ts'
import { ROWS_LOOKED_AT } from '../importers/table/not-read.ts'
import { readHeader } from '../importers/table/read-csv.ts'
import { otherThanText } from '../importers/text-of-file.ts'
import { openDatabase } from './database.ts'
import { isPattern } from './file-pattern.ts'
import { importedSource } from './imported-source.ts'
import { readWhole } from './read-whole.ts'
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
  /** Reads a file into memory: here, or in a thread. */
  readonly readWhole?: typeof readWhole
}

/**
 * Recognises a file by its content and opens it. Throws an ImportError, or the system's error, if it cannot be read.
 */
export async function openSource(
  connection: DuckDBConnection,
  index: number,
  file: string,
  { map = {}, side, folder, readWhole: read = readWhole, ...share }: SourceOptions,
): Promise<Source> {
  const relation = `source_${index}`
  const beginning = await beginningOf(file)
  if (beginning === undefined) return parquetSource(connection, relation, { ...share, file, map })
  const { text, encoding, isCompressed } = beginning
  const first = text.trimStart().slice(0, 1)
  const bytes = new TextEncoder().encode(text)
  const isBill =
    first === '{'
      ? billOfLines(text.split('\n', ROWS_LOOKED_AT)) !== undefined
      : first !== '[' && billFormatOf(readHeader(bytes, map).header) !== undefined
  const { size } = await stat(file)
  const most = first === '{' || first === '[' ? LARGEST_IN_MEMORY : LARGEST_TABLE_IN_MEMORY
  const records = join(folder, `bill-${index}.ndjson`)
  const whole =
    isBill || size > most ? undefined : await read({ file, size, encoding, isCompressed, most, records, map, side })
  if (whole === 'records') {
    const source = await lineSource(connection, { file: records, encoding: 'utf-8', folder, relation }, map)
    return { ...source, file }
  }
  if (whole !== undefined) return importedSource(connection, relation, file, whole)
  const scanned = { file, encoding, folder, relation }
  if (first === '{') return lineSource(connection, scanned, map)
  if (first === '[')
    throw new ImportError(
      `A list of more than ${LARGEST_IN_MEMORY / 2 ** 20} MB is too large. Use JSON lines instead: one asset per line`,
    )
  const { header, separator, end, at } = readHeader(bytes, map)
  if (end === bytes.length && Math.max(end, size) > START)
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
