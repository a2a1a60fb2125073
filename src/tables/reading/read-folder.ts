import { REMOVED_SPEC, TABLE_NAMES, TABLE_SPECS, type TableName } from '../specs/table-specs.ts'
import type { TableFolder } from '../table-folder.ts'
import { type PlacedRow, type ReadTable, readTable } from './read-table.ts'

/** The file of a folder that lists rows of the folders below it which it takes away. */
export const REMOVED_FILE = 'removed.csv'

/** A row that a folder takes away, by its table and its key. */
export interface Removal {
  readonly table: TableName
  readonly key: string
}

/** What could be read of a folder. */
export interface FolderReading {
  readonly tables: { readonly [Name in TableName]?: ReadTable }
  readonly removed: readonly PlacedRow<Removal>[]
}

/**
 * Reads and checks the tables of a folder. The base, whose `shown` is empty, must have every table that no later folder
 * brings; of a further folder `shown` begins each fault, and a misspelled file of it is one.
 */
export function readFolder(
  { path, files }: TableFolder,
  shown: string,
  report: (fault: string) => void,
): FolderReading {
  const isBase = shown === ''
  if (!isBase) checkFileNames(files, shown, report)
  const tables: { [Name in TableName]?: ReadTable } = {}
  for (const name of TABLE_NAMES) {
    const text = files[`${name}.csv`]
    if (text !== undefined) tables[name] = readTable(text, `${shown}${name}.csv`, TABLE_SPECS[name], report)
    else if (isBase && !TABLE_SPECS[name].isOptional) report(`${name}.csv: not found in ${path}`)
  }
  return { tables, removed: isBase ? [] : readRemovals(files, shown, report) }
}

function readRemovals(
  files: TableFolder['files'],
  shown: string,
  report: (fault: string) => void,
): readonly PlacedRow<Removal>[] {
  const text = files[REMOVED_FILE]
  if (text === undefined) return []
  const rows = readTable(text, `${shown}${REMOVED_FILE}`, REMOVED_SPEC, report).rows as readonly PlacedRow<Removal>[]
  return rows.filter(({ row, place }) => {
    const isTable = Object.hasOwn(TABLE_SPECS, row.table)
    if (!isTable) report(`${place()}: table: there is no table "${row.table}"`)
    return isTable
  })
}

/** A misspelled file would be left out in silence. */
function checkFileNames(files: TableFolder['files'], shown: string, report: (fault: string) => void): void {
  const known = new Set([...TABLE_NAMES.map((name) => `${name}.csv`), REMOVED_FILE])
  for (const file of Object.keys(files)) {
    if (!known.has(file)) report(`${shown}${file}: there is no table of this name`)
  }
}
