import type { RemovedCell } from '../../tables.ts'
import { isNeeded } from '../specs/needed-rows.ts'
import { TABLE_NAMES, TABLE_SPECS, type TableName, type TableRow } from '../specs/table-specs.ts'
import type { ReadFolder } from './read-folder.ts'
import type { LocatedRow } from './read-table.ts'

/**
 * The doubts of doubts.csv, each pinned to the figures it is about. If a later folder replaces a figure, its doubt no
 * longer holds.
 */
export class PinnedDoubts {
  readonly #pinnedTo: ReadonlyMap<string, string>

  constructor(pinnedTo: ReadonlyMap<string, string> = new Map()) {
    this.#pinnedTo = pinnedTo
  }

  /** Adds the doubts of one file, pinned to the figures of the tables after its folder is merged. */
  with(doubts: Iterable<{ readonly key: string; readonly row: unknown }>, tables: MergedTables): PinnedDoubts {
    const pinnedTo = new Map(this.#pinnedTo)
    for (const { key, row } of doubts) pinnedTo.set(key, cellsOf(row as TableRow<'doubts'>, tables))
    return new PinnedDoubts(pinnedTo)
  }

  /** The warnings that still apply to the rows of a table, by row, then by column; '' is the whole row. */
  of(table: TableRow<'doubts'>['table'], tables: MergedTables): ReadonlyMap<string, ReadonlyMap<string, string>> {
    const warnings = new Map<string, Map<string, string>>()
    for (const { key, row } of tables.doubts.rows.values()) {
      if (row.table !== table || this.#pinnedTo.get(key) !== cellsOf(row, tables)) continue
      const ofRow = warnings.get(row.row) ?? new Map<string, string>()
      warnings.set(row.row, ofRow.set(row.column ?? '', row.warning))
    }
    return warnings
  }
}

/** The figures a doubt is about, as one text: the cell of its column, or every figure of its row. */
function cellsOf(doubt: TableRow<'doubts'>, tables: MergedTables): string {
  const row: Readonly<Record<string, unknown>> = tables[doubt.table].rows.get(doubt.row)?.row ?? {}
  if (doubt.column !== undefined) return JSON.stringify(row[doubt.column]) ?? ''
  return JSON.stringify(Object.entries(row).filter(([, cell]) => isFigure(cell)))
}

/** A number, or a number with its bounds. */
function isFigure(cell: unknown): boolean {
  return typeof cell === 'number' || typeof cell === 'object'
}

/** The key that stands for every row of a table. */
const ALL_ROWS = '*'

/**
 * Removes cells that a folder lists, because they are not real figures, such as a 0 for an unknown value. The row keeps
 * its other cells; doubts about a removed cell go with it. `report` receives cells that do not exist.
 */
export function removeCells(
  tables: MergedTables,
  folder: ReadFolder,
  report: (fault: string) => void,
): { readonly tables: MergedTables; readonly removed: readonly RemovedCell[] } {
  if (folder.removedCells.length === 0) return { tables, removed: [] }
  const merged: Record<string, MergedTable<unknown>> = { ...tables }
  const rowsOf = new Map<
    string,
    Map<string, MergedTable<unknown>['rows'] extends ReadonlyMap<string, infer Row> ? Row : never>
  >()
  const open = (name: string) => {
    const rows = rowsOf.get(name) ?? new Map((merged[name] as MergedTable<unknown>).rows)
    rowsOf.set(name, rows)
    return rows
  }
  for (const { row: cell, line } of folder.removedCells) {
    const { table, key, column } = cell
    if (!TABLE_SPECS[table as TableName].cells.some((each) => each.column === column)) {
      report(`${line()}: column: ${table}.csv has no column "${column}"`)
      continue
    }
    const rows = open(table)
    const keys = key === ALL_ROWS ? [...rows.keys()] : [key]
    let found = false
    for (const each of keys) {
      const located = rows.get(each)
      const cells = located?.row as Readonly<Record<string, unknown>> | undefined
      if (located === undefined || cells?.[column] === undefined) continue
      found = true
      rows.set(each, { ...located, row: { ...cells, [column]: undefined } })
      const doubt = `${table}/${each}/${column}`
      if (tables.doubts.rows.has(doubt)) open('doubts').delete(doubt)
    }
    if (!found) report(`${line()}: key: no figure "${column}" of "${key}" in ${table}.csv`)
  }
  for (const [name, rows] of rowsOf) merged[name] = { ...(merged[name] as MergedTable<unknown>), rows }
  return { tables: merged as MergedTables, removed: folder.removedCells.map(({ row }) => row) }
}

/** One table over all folders: its rows by key, in order, and the keys of rows with faults. */
interface MergedTable<Row> {
  readonly rows: ReadonlyMap<string, LocatedRow<Row>>
  readonly refusedKeys: ReadonlySet<string>
  /** Whether a file of it could be read. If not, references to the table are not checked. */
  readonly readable: boolean
}

export type MergedTables = { readonly [Name in TableName]: MergedTable<TableRow<Name>> }

/** No tables yet: the bottom layer. */
export function emptyTables(): MergedTables {
  const empty = TABLE_NAMES.map((name) => [name, { rows: new Map(), refusedKeys: new Set(), readable: false }])
  return Object.fromEntries(empty) as MergedTables
}

/**
 * Merges a folder on top of tables. Rows it removes go, a row with a known key replaces the earlier row in place, and
 * others are appended. Tables that the folder does not change stay the same objects.
 */
export function mergeFolder(tables: MergedTables, folder: ReadFolder, report: (fault: string) => void): MergedTables {
  const merged: Record<string, MergedTable<unknown>> = { ...tables }
  for (const name of TABLE_NAMES) {
    const read = folder.tables[name]
    const removed = folder.removed.filter(({ row }) => row.table === name)
    if (read === undefined && removed.length === 0) continue
    const earlier: MergedTable<unknown> = tables[name]
    const rows = new Map(earlier.rows)
    for (const { row, line } of removed) {
      if (!rows.delete(row.key) && !isNeeded(name, row.key)) report(`${line()}: key: no "${row.key}" in ${name}.csv`)
    }
    for (const row of read?.rows ?? []) {
      refuseLostFigures(name, earlier.rows.get(row.key), row, report)
      rows.set(row.key, row)
    }
    refuseNeeded(name, removed, rows, report)
    merged[name] = {
      rows,
      refusedKeys: new Set([...earlier.refusedKeys, ...(read?.refusedKeys ?? [])]),
      readable: earlier.readable || (read?.readable ?? false),
    }
  }
  return merged as MergedTables
}

/** A row replaces an earlier one as a whole. An empty cell removes a figure, but a column that is left out must not. */
function refuseLostFigures(
  table: TableName,
  earlier: LocatedRow<unknown> | undefined,
  { key, row, line }: LocatedRow<unknown>,
  report: (fault: string) => void,
): void {
  if (earlier === undefined) return
  const [before, after] = [earlier.row, row] as readonly [Cells, Cells]
  const { cells, remarks } = TABLE_SPECS[table]
  const lost = cells.filter(
    ({ column }) => isFigure(before[column]) && !(column in after) && remarks !== 'all' && !remarks.has(column),
  )
  if (lost.length === 0) return
  const columns = lost.map(({ column }) => column).join(', ')
  report(
    `${line()}: the row replaces "${key}" of ${table}.csv, which has figures in columns that this file lacks. Add ${columns}: copy the figures, or leave a cell empty if a figure is unknown`,
  )
}

type Cells = Readonly<Record<string, unknown>>

/** Rows that formulas read may be replaced, but not removed. */
function refuseNeeded(
  table: TableName,
  removed: ReadFolder['removed'],
  rows: ReadonlyMap<string, unknown>,
  report: (fault: string) => void,
): void {
  for (const { row, line } of removed) {
    if (!isNeeded(table, row.key) || rows.has(row.key)) continue
    report(`${line()}: key: formulas need "${row.key}" of ${table}.csv. Replace the row instead of removing it`)
  }
}
