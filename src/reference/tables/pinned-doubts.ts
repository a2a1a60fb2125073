import type { MergedTables } from './merged-tables.ts'
import type { TableRow } from './table-specs.ts'

/**
 * The doubts of doubts.csv, each pinned to the figures it was written about: where a later folder gives another figure,
 * the doubt no longer holds.
 */
export class PinnedDoubts {
  readonly #pinnedTo = new Map<string, string>()

  /** Pins the doubts of one file to the figures of the tables as they are once its folder has been read. */
  pin(doubts: Iterable<{ readonly key: string; readonly row: unknown }>, tables: MergedTables): void {
    for (const { key, row } of doubts) this.#pinnedTo.set(key, figuresOf(row as TableRow<'doubts'>, tables))
  }

  /** The warnings that still hold for a row, by column; the column '' stands for the whole row. */
  of(table: TableRow<'doubts'>['table'], key: string, tables: MergedTables): ReadonlyMap<string, string> {
    const warnings = new Map<string, string>()
    for (const { key: doubtKey, row } of tables.doubts.rows.values()) {
      if (row.table !== table || row.row !== key) continue
      if (this.#pinnedTo.get(doubtKey) === figuresOf(row, tables)) warnings.set(row.column ?? '', row.warning)
    }
    return warnings
  }
}

/** The figures a doubt is about, as one text: the cell of its column, or every number of its row. */
function figuresOf(doubt: TableRow<'doubts'>, tables: MergedTables): string {
  const row: Readonly<Record<string, unknown>> = tables[doubt.table].rows.get(doubt.row)?.row ?? {}
  if (doubt.column !== undefined) return String(row[doubt.column])
  return JSON.stringify(Object.entries(row).filter(([, cell]) => typeof cell === 'number'))
}
