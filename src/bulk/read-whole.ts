import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { recordsOfBill } from '../importers/billing/bill-lines.ts'
import { MOST_ROWS } from '../importers/check-rows.ts'
import type { Encoding } from '../importers/encoding-of.ts'
import { type ImportOptions, importFile, isOnePerLine } from '../importers/import-file.ts'
import { parseJson } from '../importers/parse-json.ts'
import { type ImportedCells, importedCells } from './imported-source.ts'
import { cannotBeDecompressed } from './text-chunks.ts'

/** A file of text to be read into memory, in a form that can be sent to a thread. */
export interface TextFile extends Pick<ImportOptions, 'map' | 'side'> {
  readonly file: string
  /** Bytes, as it is stored. */
  readonly size: number
  readonly encoding: Encoding
  readonly isCompressed: boolean
  /** Bytes of its text above which it is not read. */
  readonly most: number
  /** Where to write the records of a bill that is one JSON document. */
  readonly records: string
}

/**
 * The cells of a file, or `records` if it is a bill that was written there. Undefined if its text is too large, or has
 * too many rows and can be read row by row.
 */
export type WholeRead = ImportedCells | 'records' | undefined

/**
 * Reads a file into memory. A list of 16 MB takes some seconds, in which its thread does nothing else. Throws an
 * ImportError, or the system's error, if it cannot be read.
 */
export async function readWhole(file: TextFile): Promise<WholeRead> {
  const text = await textOf(file)
  if (text === undefined) return undefined
  const first = text.trimStart().slice(0, 1)
  // DuckDB adds up the costs of every bill, even a small one.
  const records = first === '{' || first === '[' ? linesOfBill(text) : undefined
  if (records !== undefined) {
    await writeFile(file.records, records)
    return 'records'
  }
  return isScanned(text, first) ? undefined : importedCells(importFile(text, { map: file.map, side: file.side }))
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

/** The text of a file; undefined if it is too large. */
async function textOf({ file, encoding, isCompressed, most }: TextFile): Promise<string | undefined> {
  const bytes = await readFile(file)
  if (!isCompressed) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder(encoding).decode(gunzipSync(bytes, { maxOutputLength: most }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw cannotBeDecompressed((error as Error).message)
  }
}
