import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { encodingOf } from '../batch/encoding-of.ts'
import { reasonUnread } from '../batch/reason-unread.ts'
import { type AssetInput, importFile } from '../index.ts'

/** More rows of a Parquet file are not looked at. */
const MOST_ROWS = 10_000

/**
 * The assets of a file of this machine that fits in memory, `-` being the standard input. Throws an Error that names the file, and
 * why it cannot be read.
 */
export async function assetsOfFile(
  file: string,
): Promise<readonly { readonly label: string; readonly asset: AssetInput }[]> {
  try {
    const bytes = file === '-' ? await readStandardInput() : await readFile(file)
    const text = bytes.subarray(0, 4).toString('latin1') === 'PAR1' ? await textOfParquet(bytes) : textOf(bytes)
    return importFile(text).rows.flatMap((row) => ('asset' in row ? [{ label: row.label, asset: row.asset }] : []))
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

/** Compressed or not, in whatever encoding. */
function textOf(bytes: Buffer): string {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
  const plain = isCompressed ? gunzipSync(bytes) : bytes
  return new TextDecoder(encodingOf(plain)).decode(plain)
}

/** The same rows as CSV. */
async function textOfParquet(bytes: Buffer): Promise<string> {
  const [{ copyRows }, { openDatabase, sqlText }] = await Promise.all([
    import('../batch/copy-rows.ts'),
    import('../batch/database.ts'),
  ])
  const folder = await mkdtemp(join(tmpdir(), '.impactql-'))
  try {
    const [input, output] = [join(folder, 'rows.parquet'), join(folder, 'rows.csv')]
    await writeFile(input, bytes)
    const database = await openDatabase({ folder, memory: 250, threads: 1 })
    const rows = `SELECT * FROM read_parquet(${sqlText(input)}) LIMIT ${MOST_ROWS}`
    await copyRows(database, rows, { file: output, format: 'csv' })
    database.closeSync()
    return await readFile(output, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
