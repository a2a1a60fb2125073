import { CsvError, parse } from '#csv-parse'
import type { TableSpec } from '../specs/table-spec.ts'
import { Refusal } from './cells.ts'

/** A row that follows its table's rules. `line()` is its place as faults show it: `cpus.csv:17`. */
export interface LocatedRow<Row> {
  readonly key: string
  readonly row: Row
  readonly line: () => string
}

/**
 * The readable content of one file. `refusedKeys` holds keys of rows with faults, so that rows naming one are not
 * blamed too.
 */
export interface ReadTable {
  readonly rows: readonly LocatedRow<unknown>[]
  readonly refusedKeys: readonly string[]
  /** Whether the rows could be read at all, that is, the columns are right. */
  readonly readable: boolean
}

const NOTHING: ReadTable = { rows: [], refusedKeys: [], readable: false }

/**
 * Reads one table (RFC 4180; skips blank lines and lines starting with #). `report` receives one line per fault; rows
 * with faults are left out.
 */
export function readTable(text: string, file: string, spec: TableSpec, report: (fault: string) => void): ReadTable {
  const lines: number[] = []
  let records: readonly (readonly string[])[]
  try {
    records = readLines(text, lines) ?? readRecords(text, lines)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    report(`${file}: ${error.message}`)
    return NOTHING
  }
  const line = (index: number) => `${file}:${lines[index]}`
  const header = records[0]
  if (header === undefined) {
    report(`${file}:1: expected a line of column names`)
    return NOTHING
  }
  const sound = checkHeader(header, spec, (column, reason) => report(`${line(0)}: ${column}: ${reason}`))
  return sound ? readRows(records, spec, line, report) : NOTHING
}

/** A cell in quotation marks, or without any, up to its comma or the end of the line. */
const CELL = /\s*(?:"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y

/**
 * Reads records, and pushes the line of each. Undefined where a record is not one line of whole cells. Five times
 * faster than
 * `readRecords`, which each start feels.
 */
function readLines(text: string, lines: number[]): string[][] | undefined {
  const records: string[][] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.startsWith('#') || line.trim() === '') continue
    const cells = line.includes('"') ? quotedCells(line) : line.split(',').map((cell) => cell.trim())
    if (cells === undefined) {
      lines.length = 0
      return undefined
    }
    lines.push(index + 1)
    records.push(cells)
  }
  return records
}

function quotedCells(line: string): string[] | undefined {
  const cells: string[] = []
  CELL.lastIndex = 0
  for (;;) {
    const [, quoted, plain = '', end] = CELL.exec(line) ?? []
    if (end === undefined) return undefined
    cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'))
    if (end === '') return cells
  }
}

/** Reads any records, and pushes the line of each; of one that spans several lines, the last. Throws a CsvError. */
function readRecords(text: string, lines: number[]): string[][] {
  return parse(text, {
    bom: true,
    trim: true,
    comment: '#',
    comment_no_infix: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (record: string[], context) => {
      lines.push(context.lines)
      return record
    },
  })
}

function checkHeader(
  header: readonly string[],
  spec: TableSpec,
  refuse: (column: string, reason: string) => void,
): boolean {
  const known = new Set(spec.cells.map(({ column }) => column))
  const given = new Set<string>()
  let sound = true
  const fault = (column: string, reason: string) => {
    refuse(column, reason)
    sound = false
  }
  for (const column of header) {
    if (given.has(column)) fault(column, 'column given twice')
    else if (!known.has(column)) fault(column, 'unknown column')
    given.add(column)
  }
  for (const { column, mayBeEmpty } of spec.cells)
    if (!mayBeEmpty && !given.has(column)) fault(column, 'missing column')
  return sound
}

function readRows(
  records: readonly (readonly string[])[],
  spec: TableSpec,
  line: (index: number) => string,
  report: (fault: string) => void,
): ReadTable {
  const header = records[0] ?? []
  const cells = spec.cells
    .map(({ column, read }) => ({ column, read, at: header.indexOf(column) }))
    .filter(({ at }) => at >= 0)
  const keyAt = spec.key.map((column) => header.indexOf(column))
  const rows: LocatedRow<unknown>[] = []
  const refusedKeys: string[] = []
  const firstOf = new Map<string, number>()
  for (let index = 1; index < records.length; index++) {
    const record = records[index] as readonly string[]
    if (record.length !== header.length) {
      report(`${line(index)}: expected ${header.length} cells, got ${record.length}`)
      continue
    }
    let sound = true
    const refuse = (column: string, reason: string) => {
      report(`${line(index)}: ${column}: ${reason}`)
      sound = false
    }
    const key = keyOf(record, keyAt)
    const raw: Record<string, unknown> = {}
    for (const { column, read, at } of cells) {
      const value = read(record[at] || undefined)
      if (value instanceof Refusal) refuse(column, value.reason)
      else raw[column] = value
    }
    const row = spec.finish === undefined || !sound ? raw : spec.finish(raw, refuse)
    const first = firstOf.get(key)
    if (first === undefined) firstOf.set(key, index)
    else refuse(spec.key.join(', '), `"${key}" already exists, at ${line(first)}`)
    if (sound) rows.push({ key, row, line: () => line(index) })
    else refusedKeys.push(key)
  }
  return { rows, refusedKeys, readable: true }
}

/** Joins the non-empty cells of the key's columns with `/`: `aws/m5.xlarge`. */
function keyOf(record: readonly string[], keyAt: readonly number[]): string {
  let key = ''
  for (const at of keyAt) {
    const cell = record[at]
    if (cell) key = key === '' ? cell : `${key}/${cell}`
  }
  return key
}
