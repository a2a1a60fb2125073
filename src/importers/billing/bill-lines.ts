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
  return billOfRecords(
    lines.map((line) => {
      const parsed = parseJson(line)
      return 'fault' in parsed ? undefined : parsed.value
    }),
  )
}

function billOfRecords(records: readonly unknown[]): readonly string[] | undefined {
  const names = new Set<string>()
  for (const record of records.filter(isObject)) {
    for (const [name, value] of Object.entries(record)) {
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
  const rowOf = rowReader(header)
  const rows = lines.flatMap((written, index): readonly CsvRow[] => {
    if (written.trim() === '') return []
    const parsed = parseJson(written)
    return ['fault' in parsed ? { line: index + 1, fault: parsed.fault } : rowOf(parsed.value, index)]
  })
  return { header, rows }
}

/** A bill that is a JSON list of records, or a single one, as a table. Its lines are records, from 1 on. */
export function tableOfRecords(document: unknown): CsvTable | undefined {
  const records = recordsOfBill(document)
  const header = records && billOfRecords(records.slice(0, ROWS_LOOKED_AT))
  return header && records && { header, rows: records.map(rowReader(header)) }
}

/** The records of a bill that is a JSON list of them, or a single one. Undefined for other documents. */
export function recordsOfBill(document: unknown): readonly unknown[] | undefined {
  const records: readonly unknown[] = Array.isArray(document) ? document : [document]
  return billOfRecords(records.slice(0, ROWS_LOOKED_AT)) === undefined ? undefined : records
}

function rowReader(header: readonly string[]): (record: unknown, index: number) => CsvRow {
  const paths = header.map((name) => name.split('.'))
  return (record, index) =>
    isObject(record)
      ? { line: index + 1, cells: paths.map((path) => cellOf(at(record, ...path))) }
      : { line: index + 1, fault: 'not JSON' }
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
