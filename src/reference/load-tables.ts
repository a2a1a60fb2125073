import { basename } from 'node:path'
import { readTableFolder, SHIPPED_FOLDER, type TableFolder } from './table-folder.ts'
import { buildTables } from './tables/build-tables.ts'
import { checkReferences } from './tables/check-references.ts'
import { emptyTables, mergeTable } from './tables/merged-tables.ts'
import { PinnedDoubts } from './tables/pinned-doubts.ts'
import { readTable } from './tables/read-table.ts'
import { TableError } from './tables/table-error.ts'
import { TABLE_NAMES, TABLE_SPECS } from './tables/table-specs.ts'
import type { Tables } from './tables.ts'

/**
 * Checks and merges the reference tables: all of the first folder, then what each further folder has. There a row with a
 * key that is known replaces the earlier row in its place, and the other rows are appended.
 *
 * A fault in a file of the first folder begins with the file's name, one in a further folder with the folder's too.
 * Throws a TableError that names every fault of every file.
 *
 * Example: `loadTables([SHIPPED_FOLDER, './my-figures'].map(readTableFolder))`
 */
export function loadTables(folders: readonly TableFolder[] = [readTableFolder(SHIPPED_FOLDER)]): Tables {
  const faults: string[] = []
  const report = (fault: string) => faults.push(fault)
  const merged = emptyTables()
  const doubts = new PinnedDoubts()
  for (const [index, { path, files }] of folders.entries()) {
    const shown = index === 0 ? '' : `${basename(path)}/`
    if (index > 0) checkFileNames(files, shown, report)
    for (const name of TABLE_NAMES) {
      const text = files[`${name}.csv`]
      const file = `${shown}${name}.csv`
      if (text === undefined) {
        if (index === 0) report(`${file}: not found in ${path}`)
        continue
      }
      const read = readTable(text, file, TABLE_SPECS[name], report)
      mergeTable(merged, name, read)
      // The table of doubts is read last, so the others of this folder are merged by now.
      if (name === 'doubts') doubts.pin(read.rows, merged)
    }
  }
  checkReferences(merged, report)
  if (faults.length > 0) throw new TableError(faults)
  return buildTables(merged, doubts)
}

/** A misspelled file of an own folder would be passed over in silence. */
function checkFileNames(files: TableFolder['files'], shown: string, report: (fault: string) => void): void {
  const known = new Set(TABLE_NAMES.map((name) => `${name}.csv`))
  for (const file of Object.keys(files)) {
    if (!known.has(file)) report(`${shown}${file}: there is no table of this name`)
  }
}
