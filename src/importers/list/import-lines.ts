import type { ImportedFile, ImportedRow, RowOutcome } from '../imported.ts'
import { parseJson } from '../parse-json.ts'
import type { ColumnMap } from '../table/columns.ts'
import { ROWS_LOOKED_AT } from '../table/not-read.ts'
import { LONGEST_RECORD, TOO_LONG } from '../table/split-records.ts'
import { type DecimalMark, writingOfMarks } from '../table/table-reader.ts'
import { notReadOf } from './not-read-of.ts'
import { itemReader, marksInItem } from './read-item.ts'

/** Texts with a point or a comma in a line of JSON: for JavaScript and DuckDB. */
export const MAYBE_A_MARK = String.raw`:\s*"[^"]*[.,]`
const HAS_MARK = new RegExp(MAYBE_A_MARK)

/**
 * Reads text with one JSON value per line, skipping empty lines. A line with invalid JSON is a faulty row. Throws an
 * ImportError if an unread field seems to matter.
 */
export function importLines(text: string, asked?: ColumnMap): ImportedFile {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const { notRead, map, notes } = notReadOfLines(lines, asked)
  const rows: ImportedRow[] = []
  const read = itemReader(map, writingOfMarks(lines.flatMap((line) => marksInLine(line, map))))
  for (const [at, line] of lines.entries()) {
    if (line.trim() !== '') rows.push({ line: at + 1, ...readLine(line, read) })
  }
  return { format: 'ndjson', notRead, ...(notes && { notes }), rows }
}

/** Reads one line of such a text, whose item `read` reads. */
export function readLine(line: string, read: (item: unknown) => RowOutcome): RowOutcome {
  const parsed = line.length > LONGEST_RECORD ? { fault: TOO_LONG } : parseJson(line)
  if ('fault' in parsed) return { fault: { code: 'BAD_USER_INPUT', message: parsed.fault, path: [] } }
  return read(parsed.value)
}

/** What separates decimals in the texts of a line. */
export function marksInLine(line: string, map?: ColumnMap): readonly (DecimalMark | undefined)[] {
  const parsed = HAS_MARK.test(line) ? parseJson(line) : { fault: '' }
  return 'fault' in parsed ? [] : marksInItem(parsed.value, map)
}

/** The unread fields of the first lines, and the map to read all with. Throws as `importLines` does. */
export function notReadOfLines(lines: readonly string[], map?: ColumnMap) {
  const items = lines.slice(0, ROWS_LOOKED_AT).flatMap((line) => {
    const parsed = line.trim() === '' ? { fault: '' } : parseJson(line)
    return 'fault' in parsed ? [] : [parsed.value]
  })
  return notReadOf(items, map)
}
