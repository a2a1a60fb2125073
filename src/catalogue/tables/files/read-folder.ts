import type { RemovedCell } from '../../tables.ts'
import type { TableSpec } from '../specs/table-spec.ts'
import {
  CLOSED_SPEC,
  REMOVED_CELLS_SPEC,
  REMOVED_SPEC,
  TABLE_NAMES,
  TABLE_SPECS,
  type TableName,
} from '../specs/table-specs.ts'
import type { TableFolder } from '../table-folder.ts'
import { type LocatedRow, type ReadTable, readTable } from './read-table.ts'

/** The file that lists rows to remove from the folders below. */
const REMOVED_FILE = 'removed.csv'

/** The file that lists single cells to remove. */
const REMOVED_CELLS_FILE = 'removed-cells.csv'

/** The file of the base that lists the closed releases. */
const CLOSED_FILE = 'closed-releases.csv'

/** A row that a folder removes, by table and key. */
interface Removal {
  readonly table: TableName
  readonly key: string
}

/** The readable content of a folder. */
export interface ReadFolder {
  readonly tables: { readonly [Name in TableName]?: ReadTable }
  readonly removed: readonly LocatedRow<Removal>[]
  readonly removedCells: readonly LocatedRow<RemovedCell>[]
}

/**
 * Reads and checks the tables of a folder. For the base, `shown` is empty, and every table that no later folder adds is
 * required. For an overlay, `shown` starts each fault, and a misspelled file name is a fault.
 */
export function readFolder({ path, files }: TableFolder, shown: string, report: (fault: string) => void): ReadFolder {
  const isBase = shown === ''
  if (!isBase) checkFileNames(files, shown, report)
  const tables: { [Name in TableName]?: ReadTable } = {}
  for (const name of TABLE_NAMES) {
    const text = files[`${name}.csv`]
    if (text !== undefined) tables[name] = readTable(text, `${shown}${name}.csv`, TABLE_SPECS[name], report)
    else if (isBase && !TABLE_SPECS[name].isOptional) report(`${name}.csv: not found in ${path}`)
  }
  if (isBase) return { tables, removed: [], removedCells: [] }
  return {
    tables,
    removed: readRemovals<Removal>(files, REMOVED_FILE, REMOVED_SPEC, shown, report),
    removedCells: readRemovals<RemovedCell>(files, REMOVED_CELLS_FILE, REMOVED_CELLS_SPEC, shown, report),
  }
}

/** Ids of the closed releases, from the folder of the base: every other release is a draft. */
export function closedReleases({ files }: TableFolder, report: (fault: string) => void): ReadonlySet<string> {
  const text = files[CLOSED_FILE]
  if (text === undefined) return new Set()
  return new Set(readTable(text, CLOSED_FILE, CLOSED_SPEC, report).rows.map(({ key }) => key))
}

function readRemovals<Removed extends { readonly table: string }>(
  files: TableFolder['files'],
  file: string,
  spec: TableSpec,
  shown: string,
  report: (fault: string) => void,
): readonly LocatedRow<Removed>[] {
  const text = files[file]
  if (text === undefined) return []
  const rows = readTable(text, `${shown}${file}`, spec, report).rows as readonly LocatedRow<Removed>[]
  return rows.filter(({ row, line }) => {
    const isTable = Object.hasOwn(TABLE_SPECS, row.table)
    if (!isTable) report(`${line()}: table: there is no table "${row.table}"`)
    return isTable
  })
}

/** Without this check, a misspelled file would be ignored silently. */
function checkFileNames(files: TableFolder['files'], shown: string, report: (fault: string) => void): void {
  const known = new Set([...TABLE_NAMES.map((name) => `${name}.csv`), REMOVED_FILE, REMOVED_CELLS_FILE])
  for (const file of Object.keys(files)) {
    if (!known.has(file)) report(`${shown}${file}: there is no table of this name`)
  }
}
