import { focusTable, isFocus } from '../billing/focus-table.ts'
import type { ImportedFile, ImportedRow, Reading, RowFault } from '../imported.ts'
import { assetTable } from './asset-table.ts'
import { checkCells, checkColumns } from './check-size.ts'
import type { ColumnMap } from './columns.ts'
import { readCsv } from './read-csv.ts'
import { hasDecimalComma, readQuantity, type TableReader, type Writing } from './table-reader.ts'
import { uniqueNames } from './unique-names.ts'

/** How a table with this header is read: a bill of FOCUS, else a table of assets. Throws an ImportError where it is neither, or too wide. */
export function tableReader(header: readonly string[], map: ColumnMap = {}): TableReader {
  checkColumns(header.length)
  return isFocus(header) ? focusTable(header) : assetTable(header, map)
}

/** Reads a CSV text. Equal lines share one asset. Throws an ImportError where no column is known. */
export function importTable(text: string, map: ColumnMap = {}): ImportedFile {
  const { header, rows } = readCsv(text)
  const reader = tableReader(header, map)
  checkCells(rows.length, header.length, text.length)
  const writing = {
    hasDecimalCommas: rows.some(({ cells = [] }) => reader.numbers.some((at) => hasDecimalComma(cells[at] ?? ''))),
  }
  const known = new Map<string, Reading>()
  const names = uniqueNames(header)
  return {
    format: reader.format,
    columns: names,
    rows: rows.map(({ line, ...row }): ImportedRow => {
      const { cells = [] } = row
      const keyCells = reader.keys.map((at) => cells[at] ?? '')
      const key = JSON.stringify(keyCells)
      const reading = known.get(key) ?? reader.read(keyCells, writing)
      known.set(key, reading)
      const columns = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
      const fault = row.fault ?? excessOf(cells, header.length)
      return { line, columns, ...(fault === undefined ? ofRow(reading, cells, reader, writing) : faultyRow(fault)) }
    }),
  }
}

/**
 * What is wrong with a row that has more cells than there are columns, if anything stands in them: most likely a separator within a
 * cell that is not quoted, so that what follows stands in the wrong columns.
 */
export function excessOf(cells: readonly string[], columns: number): string | undefined {
  if (cells.slice(columns).every((cell) => cell.trim() === '')) return undefined
  return `expected ${columns} cells but found ${cells.length}`
}

/** A row of which no cell can be read. */
export function faultyRow(message: string): { readonly fault: RowFault } {
  return { fault: { code: 'BAD_USER_INPUT', message, path: [] } }
}

function ofRow(reading: Reading, cells: readonly string[], reader: TableReader, writing: Writing): Reading {
  if ('skipped' in reading) return reading
  const many = readQuantity(reader.quantity === undefined ? '' : (cells[reader.quantity] ?? ''), reader, writing)
  if ('fault' in reading) return { ...reading, quantity: typeof many === 'object' ? 0 : (reading.quantity ?? 1) * many }
  if (typeof many === 'object') return { fault: many }
  const label = reader.label === undefined ? '' : (cells[reader.label]?.trim() ?? '')
  return { ...reading, label, quantity: reading.quantity * many }
}
