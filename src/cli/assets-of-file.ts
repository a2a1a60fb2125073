import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { reasonUnread } from '../bulk/reason-unread.ts'
import { HOURS } from '../importers/billing/bill-unit.ts'
import { notReadWords } from '../importers/not-read-words.ts'
import { textOfFile } from '../importers/text-of-file.ts'
import { type AssetInput, type FleetItem, type ImportedFile, type ImportOptions, importFile } from '../library/index.ts'
import { printError } from './output/style.ts'
import { countWords } from './output/words.ts'

/** Rows read from a Parquet file. */
const MOST_ROWS = 10_000

/** Faulty rows that are named. */
const MOST_FAULTS = 5

/** What a row of a file sets for itself. */
export type RowSpan = Pick<FleetItem, 'duration' | 'allocation' | 'boundary'>

/** A row of a file with an asset. */
export interface AssetOfFile {
  /** Its number among all rows, from 1. */
  readonly row: number
  readonly label: string
  /** 1 for a line of a bill, which counts hours. */
  readonly quantity: number
  readonly asset: AssetInput
  /** For a line of a bill, its hours. */
  readonly span: RowSpan
  readonly warnings: NonNullable<FleetItem['warnings']>
}

/**
 * The assets of a local file that fits in memory; `-` is standard input. Throws an Error that names the file and the
 * reason if it cannot be read. Unread columns and faulty rows, or the row `only`, are named on standard error.
 */
export async function assetsOfFile(
  file: string,
  map?: Readonly<Record<string, string>>,
  only?: number,
): Promise<readonly AssetOfFile[]> {
  const { rows } = await importedFile(file, { map })
  const faults = rows.flatMap((row, at) =>
    'fault' in row && at + 1 === (only ?? at + 1)
      ? `${file}:${row.line ?? (row.path || `row ${at + 1}`)}: ${row.fault.message}`
      : [],
  )
  const more = faults.length - MOST_FAULTS
  for (const fault of faults.slice(0, MOST_FAULTS)) printError(fault)
  if (more > 0) printError(`... and ${countWords(more, 'more row')} with faults`)
  return rows.flatMap((row, at) => {
    if (!('asset' in row)) return []
    const { label, quantity, asset, isBilled, duration, allocation, boundary, warnings = [] } = row
    const own = {
      ...(duration !== undefined && { duration }),
      ...(allocation && { allocation }),
      ...(boundary && { boundary }),
    }
    const read = isBilled ? billedAsset(asset, quantity) : { asset, quantity, span: own }
    return [{ row: at + 1, label, ...read, warnings }]
  })
}

/**
 * What a line of a bill counts: an asset for some hours, GB stored for a month, or GB moved. The asset of the line is
 * one for an hour, 1 GB for an hour or 1 GB, and its quantity their number.
 */
function billedAsset(asset: AssetInput, many: number): Pick<AssetOfFile, 'asset' | 'quantity' | 'span'> {
  const { storage, network } = asset
  const month = HOURS.month as number
  if (many === 0) return { asset, quantity: 1, span: { duration: 1 } }
  if (network) return { asset: { network: { ...network, gigabytes: many } }, quantity: 1, span: { duration: 1 } }
  return storage
    ? { asset: { storage: { ...storage, gigabytes: many / month } }, quantity: 1, span: { duration: month } }
    : { asset, quantity: 1, span: { duration: many } }
}

/** The whole file, with faulty and left out rows. Throws as `assetsOfFile` does. */
export async function importedFile(file: string, options: ImportOptions): Promise<ImportedFile> {
  try {
    const bytes = file === '-' ? await readStandardInput() : await readFile(file)
    const text = bytes.subarray(0, 4).toString('latin1') === 'PAR1' ? await textOfParquet(bytes) : textOf(bytes)
    const imported = importFile(text, options)
    const { notRead, notes = [] } = imported
    if (notRead.length > 0) printError(`${file}: ${notReadWords(notRead)}`)
    for (const note of notes) printError(`${file}: ${note}`)
    return imported
  } catch (error) {
    const reason = reasonUnread(error)
    throw reason === undefined ? error : new Error(`${file}: ${reason}`)
  }
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The text of a file, with or without gzip, in any encoding. */
function textOf(bytes: Buffer): string {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
  const plain = isCompressed ? gunzipSync(bytes) : bytes
  return textOfFile(plain)
}

/** The rows of a Parquet file as CSV. */
async function textOfParquet(bytes: Buffer): Promise<string> {
  const [{ copyRows }, { openDatabase, sqlText }] = await Promise.all([
    import('../bulk/copy-rows.ts'),
    import('../bulk/database.ts'),
  ])
  const folder = await mkdtemp(join(tmpdir(), '.impactql-'))
  try {
    const [input, output] = [join(folder, 'rows.parquet'), join(folder, 'rows.csv')]
    await writeFile(input, bytes)
    const database = await openDatabase({ folder, memory: 250, threads: 1 })
    const rows = `SELECT * FROM read_parquet(${sqlText(input)}) LIMIT ${MOST_ROWS}`
    await copyRows(database, rows, { file: output, format: 'csv', keepsControls: true })
    database.closeSync()
    return await readFile(output, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
