import type { ImportedFile, ImportedRow, RowOutcome } from '../imported.ts'
import { parseJson } from '../parse-json.ts'
import type { ColumnMap } from '../table/columns.ts'
import { ROWS_LOOKED_AT } from '../table/not-read.ts'
import { notReadOf } from './not-read-of.ts'
import { itemReader } from './read-item.ts'

/**
 * Reads text with one JSON value per line, skipping empty lines. A line with invalid JSON is a faulty row. Throws an
 * ImportError if an unread field seems to matter.
 */
export function importLines(text: string, map?: ColumnMap): ImportedFile {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const rows: ImportedRow[] = []
  const read = itemReader(map)
  for (const [at, line] of lines.entries()) {
    if (line.trim() !== '') rows.push({ line: at + 1, ...readLine(line, read) })
  }
  return { format: 'ndjson', notRead: notReadOfLines(lines, map), rows }
}

/** Reads one line of such a text, whose item `read` reads. */
export function readLine(line: string, read: (item: unknown) => RowOutcome): RowOutcome {
  const parsed = parseJson(line)
  if ('fault' in parsed) return { fault: { code: 'BAD_USER_INPUT', message: parsed.fault, path: [] } }
  return read(parsed.value)
}

/** The unread fields of the first lines. Throws as `importLines` does. */
export function notReadOfLines(lines: readonly string[], map?: ColumnMap): readonly string[] {
  const items = lines.slice(0, ROWS_LOOKED_AT).flatMap((line) => {
    const parsed = line.trim() === '' ? { fault: '' } : parseJson(line)
    return 'fault' in parsed ? [] : [parsed.value]
  })
  return notReadOf(items, map)
}
