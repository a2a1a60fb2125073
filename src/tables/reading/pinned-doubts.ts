import type { TableRow } from '../specs/table-specs.ts'
import type { MergedTables } from './merged-tables.ts'

/**
 * The doubts of doubts.csv, each pinned to the figures it was written about: where a later folder gives another figure,
 * the doubt no longer holds.
 */
export class PinnedDoubts {
  readonly #pinnedTo: ReadonlyMap<string, string>

  constructor(pinnedTo: ReadonlyMap<string, string> = new Map()) {
    this.#pinnedTo = pinnedTo
  }

  /** These and the doubts of one file, pinned to the figures of the tables as they are once its folder has been merged. */
  with(doubts: Iterable<{ readonly key: string; readonly row: unknown }>, tables: MergedTables): PinnedDoubts {
    const pinnedTo = new Map(this.#pinnedTo)
    for (const { key, row } of doubts) pinnedTo.set(key, figuresOf(row as TableRow<'doubts'>, tables))
    return new PinnedDoubts(pinnedTo)
  }

  /** The warnings that still hold for the rows of a table: by row, then by column; '' stands for the whole row. */
  of(table: TableRow<'doubts'>['table'], tables: MergedTables): ReadonlyMap<string, ReadonlyMap<string, string>> {
    const warnings = new Map<string, Map<string, string>>()
    for (const { key, row } of tables.doubts.rows.values()) {
      if (row.table !== table || this.#pinnedTo.get(key) !== figuresOf(row, tables)) continue
      const ofRow = warnings.get(row.row) ?? new Map<string, string>()
      warnings.set(row.row, ofRow.set(row.column ?? '', row.warning))
    }
    return warnings
  }
}

/** The figures a doubt is about, as one text: the cell of its column, or every figure of its row. */
function figuresOf(doubt: TableRow<'doubts'>, tables: MergedTables): string {
  const row: Readonly<Record<string, unknown>> = tables[doubt.table].rows.get(doubt.row)?.row ?? {}
  if (doubt.column !== undefined) return JSON.stringify(row[doubt.column]) ?? ''
  return JSON.stringify(Object.entries(row).filter(([, cell]) => typeof cell === 'number' || typeof cell === 'object'))
}
