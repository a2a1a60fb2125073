import type { Tables } from '../tables.ts'
import { makeReleases } from './make-releases.ts'
import { readTableFolders, type TableFolders } from './table-folder.ts'

/**
 * The tables of every data release, newest first, from files: those of this project, where no others are given. `only`:
 * the id of the one release to load.
 * Throws a TableError that names every fault of every file, the system's error where a folder cannot be read.
 *
 * Example: `loadReleases(readTableFolders(SHIPPED_FOLDER, ['./my-figures']))`
 */
export function loadReleases(
  folders: TableFolders = readTableFolders(),
  only?: string,
): readonly [Tables, ...Tables[]] {
  return makeReleases(folders, only)
}
