import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadReleases } from '../../../../src/catalogue/tables/load-releases.ts'
import { TableError } from '../../../../src/catalogue/tables/table-error.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../../../../src/catalogue/tables/table-folder.ts'

/** An empty folder of this name that ends with the test. */
export function temporaryFolder(name: string): string {
  const parent = mkdtempSync(join(tmpdir(), 'tables-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  mkdirSync(join(parent, name))
  return join(parent, name)
}

/** An own folder that holds the given files: name of the file, then its lines. */
export function ownFolder(files: Readonly<Record<string, readonly string[]>>): string {
  const folder = temporaryFolder('own')
  for (const [file, lines] of Object.entries(files)) writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  return folder
}

/** The base alone, without the releases on top of it, and own folders. */
export function loadFrom(base: string, ...own: readonly string[]) {
  return loadReleases({ ...readTableFolders(base, own), overlays: [] })[0]
}

export function loadWith(files: Readonly<Record<string, readonly string[]>>) {
  return loadFrom(SHIPPED_FOLDER, ownFolder(files))
}

export const loadBase = () => loadFrom(SHIPPED_FOLDER)

export function faultsOf(load: () => unknown): readonly string[] {
  try {
    load()
  } catch (error) {
    if (error instanceof TableError) return error.faults
    throw error
  }
  return []
}

/** The faults of the given files in an own folder. */
export function faultsWith(files: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return faultsOf(() => loadWith(files))
}

/** Where each fault is and what it quotes, without its words: `own/electricity.csv:2: gwp: "abc"`. */
export function placesOf(faults: readonly string[]): readonly string[] {
  return faults.map((fault) => fault.match(/^\S+:(?: [\w, ]+:)?|"[^"]*"|\b[\w-]+\.csv$/g)?.join(' ') ?? '')
}

/** A copy of the shipped folder with one file changed. */
export function changedCopy(file: string, change: (content: string) => string): string {
  const folder = temporaryFolder('data')
  cpSync(SHIPPED_FOLDER, folder, { recursive: true })
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
  return folder
}

const shippedLines = (file: string) => readFileSync(join(SHIPPED_FOLDER, file), 'utf8').split('\n')
export const header = (file: string) => shippedLines(file)[0] ?? ''

/** The shipped row that begins with a text, with one cell changed. Only for rows without quotation marks. */
export function row(file: string, start: string, cells: Readonly<Record<string, string>> = {}): string {
  const line = shippedLines(file).find((each) => each.startsWith(`${start},`))
  if (line === undefined || line.includes('"')) throw new Error(`no plain row ${start} in ${file}`)
  const columns = header(file).split(',')
  for (const column of Object.keys(cells)) if (!columns.includes(column)) throw new Error(`no column ${column}`)
  return line
    .split(',')
    .map((cell, index) => cells[columns[index] ?? ''] ?? cell)
    .join(',')
}
