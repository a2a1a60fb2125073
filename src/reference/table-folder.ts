import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the tables that come with this project. */
export const SHIPPED_FOLDER = fileURLToPath(new URL('../../data/', import.meta.url))

/** A folder of tables as it was at one moment: the text of each of its CSV files, by the file's name. */
export interface TableFolder {
  readonly path: string
  readonly files: Readonly<Record<string, string>>
}

/** Reads a folder of tables. Throws the system's error (`ENOENT`, `ENOTDIR`, ...) where it cannot. */
export function readTableFolder(path: string): TableFolder {
  const names = readdirSync(path)
    .filter((name) => name.endsWith('.csv'))
    .sort()
  return { path, files: Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')])) }
}
