import { parse } from 'csv-parse/browser/esm/sync'
import { ImportError } from '../import-error.ts'
import { checkColumns } from './check-size.ts'

/** A table as it stands in a file: every line with its number. */
export interface CsvTable {
  readonly header: readonly string[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

const SEPARATORS = [',', ';', '\t', '|']
const LONGEST_HEADER = 100_000
const LARGEST_RECORD = 1_000_000

/**
 * Reads a CSV text: separated by comma, semicolon, tab or bar, quoted where needed, with or without a byte order mark.
 * Throws an ImportError where it is none, or too wide.
 */
export function readCsv(text: string): CsvTable {
  const separator = separatorOf(headerOf(text))
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separator,
      info: true,
      max_record_size: LARGEST_RECORD,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const [first, ...rest] = records
    if (first === undefined) throw new ImportError('The file is empty')
    return {
      header: first.record.map((name) => name.trim()),
      rows: rest.map(({ record, info }) => ({ line: info.lines, cells: record })),
    }
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(`The file is no CSV: ${(error as Error).message.slice(0, 200)}`)
  }
}

/** The names of columns in a line. */
export function readHeader(line: string, separator: string): readonly string[] {
  const [header = []] = parse(line, { delimiter: separator, relax_quotes: true }) as string[][]
  return header.map((name) => name.trim())
}

/** The first line of a text, without a byte order mark. */
export function headerOf(text: string): string {
  const start = text
    .slice(0, LONGEST_HEADER)
    .replace(/^\uFEFF/, '')
    .replace(/^[\r\n]+/, '')
  return start.split(/\r\n|\n|\r/, 1)[0] ?? ''
}

/** The separator that a header has most of, outside of quotes. Throws an ImportError where that is too many columns. */
export function separatorOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((separator) => bare.split(separator).length)
  checkColumns(Math.max(...counts))
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
