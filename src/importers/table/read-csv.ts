import { parse } from 'csv-parse/browser/esm/sync'
import { ImportError } from '../import-error.ts'
import { checkColumns } from './check-size.ts'
import { RecordSplitter, type TextRecord } from './split-records.ts'

/** A row of a table: its cells, or why it has none. */
export interface CsvRow {
  readonly line: number
  readonly cells?: readonly string[]
  readonly fault?: string
}

/** A table as it stands in a file: every row with the line that it begins in. */
export interface CsvTable {
  readonly header: readonly string[]
  readonly rows: readonly CsvRow[]
}

const SEPARATORS = [',', ';', '\t', '|']

/**
 * Reads a CSV text: separated by comma, semicolon, tab or bar, quoted where needed, with or without a byte order mark.
 * Throws an ImportError where it is none, or too wide.
 */
export function readCsv(text: string): CsvTable {
  const bytes = new TextEncoder().encode(text.replace(/^\uFEFF/, ''))
  const { header, separator, end } = readHeader(bytes)
  const decoder = new TextDecoder()
  const records = [...new RecordSplitter(separator).split(bytes, true)].slice(1)
  const sound = records.filter(({ fault }) => fault === undefined)
  // One call for all of them: a call has a price of its own.
  const isWhole = sound.length === records.length
  const cells = readCells(
    isWhole
      ? decoder.decode(bytes.subarray(end))
      : sound.map(({ from, to }) => decoder.decode(bytes.subarray(from, to))).join('\n'),
    separator,
  )
  let at = 0
  return {
    header,
    rows: records.map(({ line, fault }) =>
      fault === undefined ? { line, cells: cells[at++] ?? [] } : { line, fault },
    ),
  }
}

/** The header of a table, its separator and where it ends, by the beginning of its text in UTF-8. Throws an ImportError where there is none, or it is too wide. */
export function readHeader(bytes: Uint8Array): {
  readonly header: readonly string[]
  readonly separator: string
  /** The byte after its last. */
  readonly end: number
} {
  const separator = separatorOf(firstRecord(bytes, ','))
  const first = firstRecord(bytes, separator)
  const [header = []] = readCells(first.text, separator)
  checkColumns(header.length)
  return { header: header.map((name) => name.trim()), separator, end: first.end }
}

/** The cells of a text without faults, row by row. Quotes within a cell are what they are. */
export function readCells(text: string, separator: string): readonly (readonly string[])[] {
  try {
    return parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch (error) {
    throw new ImportError(`The file is no CSV: ${(error as Error).message.slice(0, 200)}`)
  }
}

function firstRecord(bytes: Uint8Array, separator: string): { readonly text: string; readonly end: number } {
  const { value: first } = new RecordSplitter(separator).split(bytes, true).next() as { readonly value?: TextRecord }
  if (first === undefined) throw new ImportError('The file is empty')
  if (first.fault !== undefined) throw new ImportError(`The header cannot be read: ${first.fault}`)
  return { text: new TextDecoder().decode(bytes.subarray(first.from, first.to)), end: first.to }
}

/** The separator that a header has most of, outside of quotes. */
function separatorOf({ text }: { readonly text: string }): string {
  const bare = text.replace(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((separator) => bare.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
