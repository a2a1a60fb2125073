import type { RemovedCell } from '../../tables.ts'
import type { MergedTables, PinnedDoubts } from '../files/merged-tables.ts'
import type { LocatedRow } from '../files/read-table.ts'
import { sourceText, sourceTexts } from '../files/source-text.ts'
import type { TableName, TableRow } from '../specs/table-specs.ts'

/** The checked rows of all tables, with their doubts and sources. */
export interface CheckedRows {
  /** Removed cells, with reasons. */
  readonly removedCells: readonly RemovedCell[]
  readonly rows: <Name extends TableName>(name: Name) => TableRow<Name>[]
  readonly located: <Name extends TableName>(name: Name) => Iterable<LocatedRow<TableRow<Name>>>
  /** The text shown for a source cell. */
  readonly shown: (source: string | undefined) => string | undefined
  /** Warnings of a row by column; '' is the whole row. */
  readonly doubtsOf: (table: TableRow<'doubts'>['table'], key: string) => ReadonlyMap<string, string>
}

/** What tables are built from, after reading and checking. */
export function checkedRows(
  merged: MergedTables,
  doubts: PinnedDoubts,
  removedCells: readonly RemovedCell[] = [],
): CheckedRows {
  const sources = sourceTexts(merged)
  const warnings = new Map<string, ReturnType<PinnedDoubts['of']>>()
  return {
    removedCells,
    rows: (name) => Array.from(merged[name].rows.values(), ({ row }) => row as TableRow<typeof name>),
    located: (name) => merged[name].rows.values() as Iterable<LocatedRow<TableRow<typeof name>>>,
    shown: (source) => (source === undefined ? undefined : sourceText(source, sources)),
    doubtsOf: (table, key) => {
      const ofTable = warnings.get(table) ?? doubts.of(table, merged)
      warnings.set(table, ofTable)
      return ofTable.get(key) ?? NONE
    },
  }
}

const NONE: ReadonlyMap<string, string> = new Map()
