import { readFile, stat } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ImportError } from '../importers/import-error.ts'
import { type ImportOptions, importFile } from '../importers/import-file.ts'
import { headerOf, readHeader, separatorOf } from '../importers/table/read-csv.ts'
import { importedSource } from './imported-source.ts'
import { readStart, scanSource } from './scan-source.ts'
import type { Source } from './source.ts'

/** Up to this size a document is read in memory. */
const LARGEST_IN_MEMORY = 16 * 2 ** 20
/** Up to this size a table is; as rows it takes a hundred times as much. DuckDB scans larger ones. */
const LARGEST_TABLE_IN_MEMORY = 2 * 2 ** 20
const START = 65_536

/** Recognises a file by its content and opens it. Throws an ImportError, or the system's error, where it cannot be read. */
export async function openSource(
  connection: DuckDBConnection,
  index: number,
  file: string,
  { map = {}, side }: ImportOptions = {},
): Promise<Source> {
  if (isRemote(file)) return scanSource(connection, index, { file, format: 'parquet' }, map)
  const { size } = await stat(file)
  const start = await readStart(file, START)
  if (start.subarray(0, 4).toString('latin1') === 'PAR1')
    return scanSource(connection, index, { file, format: 'parquet' }, map)
  const isCompressed = start[0] === 0x1f && start[1] === 0x8b
  const text = (isCompressed ? startOfGzip(start) : start).toString('utf8')
  const first = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, 1)
  const most = first === '{' || first === '[' ? LARGEST_IN_MEMORY : LARGEST_TABLE_IN_MEMORY
  const whole = size <= most ? await wholeText(file, isCompressed, most) : undefined
  if (whole !== undefined) {
    return importedSource(connection, index, file, importFile(whole, { map, ...(side !== undefined && { side }) }))
  }
  if (first === '{') return scanSource(connection, index, { file, format: 'ndjson' }, map)
  if (first === '[')
    throw new ImportError(`A list of more than ${LARGEST_IN_MEMORY / 2 ** 20} MB: write one asset a line`)
  const line = headerOf(text)
  const separator = separatorOf(line)
  return scanSource(connection, index, { file, format: 'csv', separator, header: readHeader(line, separator) }, map)
}

/** The text of a file; undefined where it is larger than what is read in memory. */
async function wholeText(file: string, isCompressed: boolean, most: number): Promise<string | undefined> {
  const bytes = await readFile(file)
  if (!isCompressed) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes, { maxOutputLength: most }).toString('utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw new ImportError(`The file cannot be decompressed: ${(error as Error).message}`)
  }
}

function isRemote(file: string): boolean {
  return /^(s3|gs|gcs|r2|az|abfss|https?):\/\//.test(file)
}

/** As much as the beginning of a compressed file holds. */
function startOfGzip(start: Buffer): Buffer {
  try {
    return gunzipSync(start, { finishFlush: SYNC_FLUSH, maxOutputLength: 128 * 2 ** 20 })
  } catch (error) {
    throw new ImportError(`The file cannot be decompressed: ${(error as Error).message}`)
  }
}

/** Z_SYNC_FLUSH: the file need not be there to its end. */
const SYNC_FLUSH = 2
