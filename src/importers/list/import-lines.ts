import type { ImportedFile, ImportedRow, Reading } from '../imported.ts'
import { parseJson } from '../parse-json.ts'
import { readItem } from './read-item.ts'

/** Reads a text with one JSON value a line; empty lines are left out. A line that is no JSON is a faulty row. */
export function importLines(text: string): ImportedFile {
  const rows: ImportedRow[] = []
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() !== '') rows.push({ line: at + 1, ...readLine(line) })
  }
  return { format: 'ndjson', rows }
}

/** One line of such a text. */
export function readLine(line: string): Reading {
  const parsed = parseJson(line)
  if ('fault' in parsed) return { fault: { code: 'BAD_USER_INPUT', message: parsed.fault, path: [] } }
  return readItem(parsed.value)
}
