import { isNeeded } from '../specs/needed-rows.ts'
import { TABLE_NAMES, type TableName, type TableRow } from '../specs/table-specs.ts'
import type { FolderReading } from './read-folder.ts'
import type { PlacedRow } from './read-table.ts'

/** One table over all folders: its rows by key, in order, and the keys of rows that had faults. */
export interface MergedTable<Row> {
  readonly rows: ReadonlyMap<string, PlacedRow<Row>>
  readonly refusedKeys: ReadonlySet<string>
  /** Whether a file of it could be read; references to a table that could not be are not checked. */
  readonly readable: boolean
}

export type MergedTables = { readonly [Name in TableName]: MergedTable<TableRow<Name>> }

/** No tables yet: what the first folder is laid on. */
export function emptyTables(): MergedTables {
  const empty = TABLE_NAMES.map((name) => [name, { rows: new Map(), refusedKeys: new Set(), readable: false }])
  return Object.fromEntries(empty) as MergedTables
}

/**
 * The tables with a folder on top: the rows that it takes away are gone, a row with a key that is there already takes the
 * earlier row's place, and the others come at the end. Tables that the folder has nothing of stay the same objects.
 */
export function mergeFolder(
  tables: MergedTables,
  folder: FolderReading,
  report: (fault: string) => void,
): MergedTables {
  const merged: Record<string, MergedTable<unknown>> = { ...tables }
  for (const name of TABLE_NAMES) {
    const read = folder.tables[name]
    const removed = folder.removed.filter(({ row }) => row.table === name)
    if (read === undefined && removed.length === 0) continue
    const earlier: MergedTable<unknown> = tables[name]
    const rows = new Map(earlier.rows)
    for (const { row, place } of removed) {
      if (!rows.delete(row.key)) report(`${place()}: key: no "${row.key}" in ${name}.csv`)
    }
    for (const row of read?.rows ?? []) rows.set(row.key, row)
    refuseNeeded(name, removed, rows, report)
    merged[name] = {
      rows,
      refusedKeys: new Set([...earlier.refusedKeys, ...(read?.refusedKeys ?? [])]),
      readable: earlier.readable || (read?.readable ?? false),
    }
  }
  return merged as MergedTables
}

/** What formulas read may be replaced, and not taken away. */
function refuseNeeded(
  table: TableName,
  removed: FolderReading['removed'],
  rows: ReadonlyMap<string, unknown>,
  report: (fault: string) => void,
): void {
  for (const { row, place } of removed) {
    if (!isNeeded(table, row.key) || rows.has(row.key)) continue
    report(`${place()}: key: formulas need "${row.key}" of ${table}.csv, whose row can only be replaced`)
  }
}
