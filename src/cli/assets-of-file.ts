import { readFile } from 'node:fs/promises'
import { type AssetInput, importFile } from '../index.ts'

/** The assets of a file that fits in memory, `-` being the standard input. Throws an ImportError where it cannot be read. */
export async function assetsOfFile(
  file: string,
): Promise<readonly { readonly label: string; readonly asset: AssetInput }[]> {
  const text = file === '-' ? await readStandardInput() : await readFile(file, 'utf8')
  return importFile(text).rows.flatMap((row) => ('asset' in row ? [{ label: row.label, asset: row.asset }] : []))
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
