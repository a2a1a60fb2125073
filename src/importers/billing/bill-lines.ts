import { at } from '../json-at.ts'
import { isObject } from '../list/read-item.ts'
import { parseJson } from '../parse-json.ts'
import { ROWS_LOOKED_AT } from '../table/not-read.ts'
import type { CsvRow, CsvTable } from '../table/read-csv.ts'
import { billFormatOf } from './bill-formats.ts'

/**
 * Columns of a bill whose lines are JSON: names, and fields of records by their path (`sku.description`). Undefined
 * otherwise.
 */
export function billOfLines(lines: readonly string[]): readonly string[] | undefined {
  const names = new Set<string>()
  for (const line of lines) {
    const parsed = parseJson(line)
    if ('fault' in parsed || !isObject(parsed.value)) continue
    for (const [name, value] of Object.entries(parsed.value)) {
      if (!isObject(value)) names.add(name)
      else for (const field of Object.keys(value)) names.add(`${name}.${field}`)
    }
  }
  const header = [...names]
  return billFormatOf(header) === undefined ? undefined : header
}

/** A bill of JSON lines as a table with a column for each field. Undefined for other lines. */
export function tableOfLines(text: string): CsvTable | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const header = billOfLines(lines.slice(0, ROWS_LOOKED_AT))
  if (header === undefined) return undefined
  const paths = header.map((name) => name.split('.'))
  const rows = lines.flatMap((written, index): readonly CsvRow[] => {
    if (written.trim() === '') return []
    const parsed = parseJson(written)
    const line = index + 1
    if ('fault' in parsed) return [{ line, fault: parsed.fault }]
    if (!isObject(parsed.value)) return [{ line, fault: 'not JSON' }]
    return [{ line, cells: paths.map((path) => cellOf(at(parsed.value, ...path))) }]
  })
  return { header, rows }
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
