import { loadReleases } from '../catalogue/tables/load-releases.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../catalogue/tables/table-folder.ts'
import { Assessor, Releases } from '../library/index.ts'

/** Which figures are used. */
export interface TableChoice {
  /** Folders of own tables, on top of those that come with this project. */
  readonly tables?: readonly string[]
  /** The id of a data release; the newest without one. */
  readonly release?: string
}

/** The data releases that come with this project, and own tables on top of them. Throws a TableError that names every fault of the tables. */
export function openReleases({ tables = [] }: TableChoice = {}): Releases {
  return new Releases(loadReleases(readTableFolders(SHIPPED_FOLDER, tables)))
}

/** An assessor on one of those. Throws a TableError as well, and a FaultError where there is no such release. */
export function openAssessor({ release, ...choice }: TableChoice = {}): Assessor {
  const releases = openReleases(choice)
  return new Assessor(release === undefined ? releases.newest : releases.find(release))
}
