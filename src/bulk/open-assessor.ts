import type { DefaultArchetypes } from '../catalogue/default-archetypes.ts'
import { loadReleases } from '../catalogue/tables/load-releases.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../catalogue/tables/table-folder.ts'
import { Assessor, Releases } from '../library/index.ts'

/** Selects the figures. */
export interface TableChoice {
  /** Folders of own tables, on top of the built-in ones. */
  readonly tables?: readonly string[]
  /** The id of a data release; the newest without one. */
  readonly release?: string
}

/**
 * The built-in data releases, with own tables on top, or only the one with an id. Throws a TableError that names every
 * fault of the tables.
 */
export function openReleases({
  tables = [],
  defaults,
  only,
}: Pick<TableChoice, 'tables'> & {
  readonly defaults?: DefaultArchetypes
  readonly only?: string | undefined
} = {}): Releases {
  return new Releases(loadReleases(readTableFolders(SHIPPED_FOLDER, tables), only), defaults)
}

/**
 * An assessor on one of those, the only one that is made. Throws a TableError as well, and a NotFoundError where there
 * is no such release.
 */
export function openAssessor({ release, tables = [] }: TableChoice = {}): Assessor {
  const folders = readTableFolders(SHIPPED_FOLDER, tables)
  // A label is an id, and the fingerprint of own tables.
  const only = release === undefined ? folders.overlays.at(-1)?.name : release.replace(/\+.*$/, '')
  const releases = new Releases(loadReleases(folders, only))
  return new Assessor(release === undefined ? releases.newest : releases.find(release))
}
