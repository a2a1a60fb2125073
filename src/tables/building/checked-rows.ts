import type { MergedTables } from '../reading/merged-tables.ts'
import type { PinnedDoubts } from '../reading/pinned-doubts.ts'
import type { PlacedRow } from '../reading/read-table.ts'
import { sourceText, sourceTexts } from '../reading/source-text.ts'
import type { TableName, TableRow } from '../specs/table-specs.ts'

/** The rows of all tables, checked, with their doubts and sources. */
export interface CheckedRows {
  readonly rows: <Name extends TableName>(name: Name) => TableRow<Name>[]
  readonly placed: <Name extends TableName>(name: Name) => Iterable<PlacedRow<TableRow<Name>>>
  /** The text shown for a source cell. */
  readonly shown: (source: string | undefined) => string | undefined
  /** Warnings of a row by column; '' stands for the whole row. */
  readonly doubtsOf: (table: TableRow<'doubts'>['table'], key: string) => ReadonlyMap<string, string>
}

/** What tables are built from, once they were read and checked. */
export function checkedRows(merged: MergedTables, doubts: PinnedDoubts): CheckedRows {
  const sources = sourceTexts(merged)
  const warnings = new Map<string, ReturnType<PinnedDoubts['of']>>()
  return {
    rows: (name) => Array.from(merged[name].rows.values(), ({ row }) => row as TableRow<typeof name>),
    placed: (name) => merged[name].rows.values() as Iterable<PlacedRow<TableRow<typeof name>>>,
    shown: (source) => (source === undefined ? undefined : sourceText(source, sources)),
    doubtsOf: (table, key) => {
      const ofTable = warnings.get(table) ?? doubts.of(table, merged)
      warnings.set(table, ofTable)
      return ofTable.get(key) ?? NONE
    },
  }
}

const NONE: ReadonlyMap<string, string> = new Map()
