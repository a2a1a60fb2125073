import { readFileSync } from 'node:fs'
import { type ImportOptions, importFile } from '../../src/importers/import-file.ts'
import type { ImportedFile, ImportedRow } from '../../src/importers/imported.ts'

/** One of the files beside this, imported. */
export function importOf(file: string, options?: ImportOptions): ImportedFile {
  return importFile(readFileSync(`test/importers/files/${file}`, 'utf8'), options)
}

/** What each row is in short: what was read, why it is faulty, or why it is left out. */
export function inShort(row: ImportedRow): unknown {
  if ('fault' in row) return `faulty: ${row.fault.message}`
  if ('skipped' in row) return `skipped: ${row.skipped}`
  const { cloudInstance } = row.asset
  if (cloudInstance === undefined) return { quantity: row.quantity, ...row.asset }
  return `${row.quantity} x ${cloudInstance.provider}/${cloudInstance.instanceType} in ${cloudInstance.usage?.region}`
}
