import { Assessor, Releases } from '../index.ts'
import { loadReleases } from '../tables/load-releases.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../tables/table-folder.ts'

/** Which figures are used. */
export interface TableChoice {
  /** Folders of own tables, on top of those that come with this project. */
  readonly tables?: readonly string[]
  /** The id of a data release; the newest where nothing is said. */
  readonly release?: string
}

/**
 * An assessor on the tables that come with this project, read from disk. Throws a TableError that names every fault of the
 * tables, a FaultError where there is no such release.
 */
export function openAssessor({ tables = [], release }: TableChoice = {}): Assessor {
  const releases = new Releases(loadReleases(readTableFolders(SHIPPED_FOLDER, tables)))
  return new Assessor(release === undefined ? releases.newest : releases.find(release))
}
