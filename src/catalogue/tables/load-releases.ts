import type { Tables } from '../tables.ts'
import { makeReleases } from './make-releases.ts'
import { readTableFolders, type TableFolders } from './table-folder.ts'

/** The last releases without own tables: the files of this project rarely change, and reading them takes a second. */
const made = new Map<
  string | undefined,
  { readonly folders: TableFolders; readonly releases: readonly [Tables, ...Tables[]] }
>()

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
  if (folders.own.length > 0) return makeReleases(folders, only)
  const last = made.get(only)
  if (last !== undefined && haveSameTexts(last.folders, folders)) return last.releases
  const releases = makeReleases(folders, only)
  made.set(only, { folders, releases })
  return releases
}

function haveSameTexts(some: TableFolders, others: TableFolders): boolean {
  const [texts, otherTexts] = [textsOf(some), textsOf(others)]
  return texts.length === otherTexts.length && texts.every((text, at) => text === otherTexts[at])
}

function textsOf({ base, overlays }: TableFolders): readonly string[] {
  return [base, ...overlays].flatMap(({ name, files }) => [name, ...Object.entries(files).flat()])
}
