import type { DataRelease, Tables } from '../reference/tables.ts'
import { buildTables } from './building/build-tables.ts'
import { checkedRows } from './building/checked-rows.ts'
import { fingerprint } from './fingerprint.ts'
import { checkReferences } from './reading/check-references.ts'
import { emptyTables, type MergedTables, mergeFolder } from './reading/merged-tables.ts'
import { PinnedDoubts } from './reading/pinned-doubts.ts'
import { type FolderReading, readFolder } from './reading/read-folder.ts'
import { shareRows } from './share-rows.ts'
import { TABLE_NAMES } from './specs/table-specs.ts'
import { TableError } from './table-error.ts'
import type { TableFolders } from './table-folder.ts'

/** The release that the base is alone. */
export const BASE_RELEASE = 'boavizta-2.4.1'

/** Folders on top of each other. */
interface Layers {
  readonly tables: MergedTables
  readonly doubts: PinnedDoubts
}

/**
 * Checks and merges the tables of every data release, newest first: the base, then the base with the first overlay, then
 * with the second on top, and so on, own folders on top of each. In a further folder a row with a key that is known
 * replaces the earlier row in its place, other rows are appended, and removed.csv takes rows away. What two releases have
 * alike is held once.
 *
 * A fault in a file of the base begins with the file's name, one in a further folder with the folder's too.
 * Throws a TableError that names every fault of every file.
 *
 * Example: `makeReleases({ base, overlays: [], own: [{ path: '', name: 'mine', files: { 'cpus.csv': 'name,...' } }] })`
 */
export function makeReleases({ base, overlays, own }: TableFolders): readonly [Tables, ...Tables[]] {
  const faults = new Set<string>()
  const report = (fault: string) => faults.add(fault)
  const overlayReadings = overlays.map((folder) => readFolder(folder, `${folder.name}/`, report))
  const ownReadings = own.map((folder) => readFolder(folder, `${folder.name}/`, report))
  let layers = addFolder({ tables: emptyTables(), doubts: new PinnedDoubts() }, readFolder(base, '', report), report)
  const releases = [{ id: BASE_RELEASE, layers }]
  for (const [index, reading] of overlayReadings.entries()) {
    layers = addFolder(layers, reading, report)
    releases.push({ id: overlays[index]?.name ?? '', layers })
  }
  const loaded: Tables[] = []
  for (const { id, layers: shipped } of releases) {
    const isNewest = shipped === layers
    // A row that an own folder takes away need not be in every release.
    const all = ownReadings.reduce((below, each) => addFolder(below, each, isNewest ? report : () => {}), shipped)
    checkReferences(all.tables, report)
    if (faults.size > 0) continue
    const tables = buildTables(checkedRows(all.tables, all.doubts), dataRelease(id, all.tables, own.length > 0))
    const earlier = loaded[0]
    loaded.unshift(earlier === undefined ? tables : shareRows(earlier, tables))
  }
  if (faults.size > 0) throw new TableError([...faults])
  return loaded as [Tables, ...Tables[]]
}

function addFolder({ tables, doubts }: Layers, reading: FolderReading, report: (fault: string) => void): Layers {
  const merged = mergeFolder(tables, reading, report)
  return { tables: merged, doubts: doubts.with(reading.tables.doubts?.rows ?? [], merged) }
}

/** The fingerprint is made when it is first read: it takes a fifth of the time that all the rest takes at the start. */
function dataRelease(id: string, merged: MergedTables, hasOwnTables: boolean): DataRelease {
  let made: string | undefined
  return {
    id,
    get fingerprint() {
      made ??= fingerprint(merged)
      return made
    },
    get label() {
      return hasOwnTables ? `${id}+${this.fingerprint}` : id
    },
    tables: TABLE_NAMES.flatMap((name) => (merged[name].readable ? [{ name, rows: merged[name].rows.size }] : [])),
  }
}
