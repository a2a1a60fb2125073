import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DataRelease, RemovedCell, Tables } from '../tables.ts'
import { buildTables } from './building/build-tables.ts'
import { checkedRows } from './building/checked-rows.ts'
import { checkMaking, checkReferences, FIRST_WITH_CHECKED_MAKING } from './files/check-references.ts'
import { emptyTables, type MergedTables, mergeFolder, PinnedDoubts, removeCells } from './files/merged-tables.ts'
import { closedReleases, type ReadFolder, readFolder } from './files/read-folder.ts'
import { TABLE_NAMES, TABLE_SPECS } from './specs/table-specs.ts'
import { TableError } from './table-error.ts'
import type { TableFolders } from './table-folder.ts'

/** The release of the base alone. */
export const BASE_RELEASE = 'boavizta-2.4.1'

/** Folders in layers. */
interface Layers {
  readonly tables: MergedTables
  readonly doubts: PinnedDoubts
  readonly removedCells: readonly RemovedCell[]
}

/**
 * Checks and merges the tables of every data release, newest first. Each release is the base with all overlays up to
 * its own, and own folders on top. In an overlay, a row with a known key replaces the earlier row in place, and other
 * rows are appended. removed.csv removes rows, and removed-cells.csv removes cells. All are checked at once; the tables
 * of an earlier release are built when one of them is first read.
 *
 * A fault in a file of the base starts with the file's name; one in another folder starts with the folder's. Throws a
 * TableError that names every fault of every file.
 *
 * Example: `makeReleases({ base, overlays, own: [{ path: '', name: 'mine', files: { 'cpus.csv': 'name,...' } }] })`
 */
export function makeReleases(
  { base, overlays: all, own }: TableFolders,
  only?: string,
): readonly [Tables, ...Tables[]] {
  const last = [BASE_RELEASE, ...all.map(({ name }) => name)].indexOf(only ?? '')
  const overlays = last < 0 ? all : all.slice(0, last)
  const faults = new Set<string>()
  const report = (fault: string) => faults.add(fault)
  const closed = closedReleases(base, report)
  const overlayFolders = overlays.map((folder) => readFolder(folder, `${folder.name}/`, report))
  const ownFolders = own.map((folder) => readFolder(folder, `${folder.name}/`, report))
  let layers = addFolder(
    { tables: emptyTables(), doubts: new PinnedDoubts(), removedCells: [] },
    readFolder(base, '', report),
    report,
  )
  const releases = [{ id: BASE_RELEASE, layers }]
  for (const [index, folder] of overlayFolders.entries()) {
    layers = addFolder(layers, folder, report)
    releases.push({ id: overlays[index]?.name ?? '', layers })
  }
  const checked: { readonly release: DataRelease; readonly build: () => Tables }[] = []
  let isChecked = false
  for (const { id, layers: shipped } of releases) {
    isChecked ||= id === FIRST_WITH_CHECKED_MAKING
    const isNewest = shipped === layers
    if (last >= 0 && !isNewest) continue
    // A row that an own folder removes need not exist in every release.
    const whole = ownFolders.reduce((below, each) => addFolder(below, each, isNewest ? report : () => {}), shipped)
    checkReferences(whole.tables, report)
    checkMaking(whole.tables, isChecked, report)
    const release = dataRelease(id, closed.has(id), whole.tables, own.length > 0)
    const build = () => buildTables(checkedRows(whole.tables, whole.doubts, whole.removedCells), release)
    checked.unshift({ release, build })
  }
  if (faults.size > 0) throw new TableError([...faults])
  const [newest, ...earlier] = checked as [(typeof checked)[0], ...typeof checked]
  const tables = newest.build()
  return [tables, ...earlier.map(({ release, build }) => builtLater(tables, release, build))]
}

/** Tables that are built when one of them is first read. `like` has the same names. */
function builtLater(like: Tables, release: DataRelease, build: () => Tables): Tables {
  let built: Tables | undefined
  const later = { release } as Tables
  for (const name of Object.keys(like) as (keyof Tables)[]) {
    if (name === 'release') continue
    const get = () => {
      built ??= build()
      return built[name]
    }
    Object.defineProperty(later, name, { get, enumerable: true })
  }
  return later
}

function addFolder(
  { tables, doubts, removedCells }: Layers,
  folder: ReadFolder,
  report: (fault: string) => void,
): Layers {
  const { tables: merged, removed } = removeCells(mergeFolder(tables, folder, report), folder, report)
  return {
    tables: merged,
    doubts: doubts.with(folder.tables.doubts?.rows ?? [], merged),
    removedCells: [...removedCells, ...removed],
  }
}

/** The fingerprint is computed when first read: it takes a fifth of the whole startup time. */
function dataRelease(id: string, isClosed: boolean, merged: MergedTables, hasOwnTables: boolean): DataRelease {
  let made: string | undefined
  return {
    id,
    isDraft: !isClosed || hasOwnTables,
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

/**
 * 12 hexadecimal digits that change if and only if a figure changes. They cover keys, figures and the texts that
 * figures depend on (a platform, a family), not sources, doubts and remarks. The order of rows and the spelling of a
 * number (`1.0`, `1`) do not matter.
 */
function fingerprint(tables: MergedTables): string {
  const hash = sha256.create()
  for (const name of TABLE_NAMES) {
    const { remarks } = TABLE_SPECS[name]
    if (remarks === 'all') continue
    if (tables[name].rows.size === 0) continue
    const lines: string[] = []
    for (const { row } of tables[name].rows.values()) lines.push(lineOf(row, remarks))
    hash.update(utf8ToBytes(`${name}\n${lines.sort().join('\n')}\n`))
  }
  return bytesToHex(hash.digest()).slice(0, 12)
}

/** A row as text: its cells in the order of the table's columns, not the file's. */
function lineOf(row: Readonly<Record<string, unknown>>, remarks: ReadonlySet<string>): string {
  let line = ''
  for (const column in row) {
    const cell = row[column]
    if (cell === undefined || remarks.has(column)) continue
    line += `${column}=${typeof cell === 'object' ? boundsOf(cell as { value: number; min: number; max: number }) : cell}\t`
  }
  return line
}

/** A value that equals its bounds is written alone, as in a cell. */
function boundsOf({ value, min, max }: { value: number; min: number; max: number }): string {
  return min === value && max === value ? String(value) : `${value}|${min}|${max}`
}
