import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this project's tables; each folder in it is a data release on top of them. */
export const SHIPPED_FOLDER = fileURLToPath(new URL('../../../data/', import.meta.url))

/** A snapshot of a folder of tables: the text of each CSV file, by name. */
export interface TableFolder {
  readonly path: string
  /** The folder's own name. */
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}

/** The folders that tables come from, each on top of those before it. */
export interface TableFolders {
  readonly base: TableFolder
  /** One for each later data release, oldest first. */
  readonly overlays: readonly TableFolder[]
  /** The operator's folders, on top of every release. */
  readonly own: readonly TableFolder[]
}

/** Reads a folder of tables. Throws the system's error (`ENOENT`, `ENOTDIR`, ...) on failure. */
export function readTableFolder(path: string): TableFolder {
  const names = readdirSync(path)
    .filter((name) => name.endsWith('.csv'))
    .sort()
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]))
  return { path, name: basename(path), files }
}

/**
 * Reads the folder of the base and those of the data releases in it; their names (year and month) sort by time. Throws
 * the system's error if a folder cannot be read.
 */
export function readTableFolders(base: string = SHIPPED_FOLDER, own: readonly string[] = []): TableFolders {
  const overlays = readdirSync(base, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  return {
    base: readTableFolder(base),
    overlays: overlays.map((name) => readTableFolder(join(base, name))),
    own: own.map(readTableFolder),
  }
}
