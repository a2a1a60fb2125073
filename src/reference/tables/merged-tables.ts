import type { PlacedRow, ReadTable } from './read-table.ts'
import { TABLE_NAMES, type TableName, type TableRow } from './table-specs.ts'

/** One table over all folders: its rows by key, in order, and the keys of rows that had faults. */
export interface MergedTable<Row> {
  readonly rows: Map<string, PlacedRow<Row>>
  readonly refusedKeys: Set<string>
  /** Whether a file of it could be read; references to a table that could not be are not checked. */
  readable: boolean
}

export type MergedTables = { readonly [Name in TableName]: MergedTable<TableRow<Name>> }

export function emptyTables(): MergedTables {
  const empty = TABLE_NAMES.map((name) => [name, { rows: new Map(), refusedKeys: new Set(), readable: false }])
  return Object.fromEntries(empty) as MergedTables
}

/** Adds the rows of one file: a row with a key that is there already takes the earlier row's place. */
export function mergeTable(tables: MergedTables, name: TableName, read: ReadTable): void {
  const table = tables[name] as MergedTable<unknown>
  for (const row of read.rows) table.rows.set(row.key, row)
  for (const key of read.refusedKeys) table.refusedKeys.add(key)
  table.readable ||= read.readable
}
