import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { SHIPPED_FOLDER } from '../../../../src/catalogue/tables/table-folder.ts'

/**
 * A folder of own tables that ends with the test, or `atEnd`: electricity of EEE, where servers are by default, with
 * this gwp.
 */
export function ownElectricity(
  gwp: string,
  atEnd: (end: () => void) => void = onTestFinished,
): {
  readonly folder: string
  readonly change: (gwp: string) => void
  readonly remove: () => void
} {
  const folder = mkdtempSync(join(tmpdir(), 'impactql-'))
  const change = (to: string) => writeFileSync(join(folder, 'electricity.csv'), electricity(to))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  atEnd(remove)
  change(gwp)
  return { folder, change, remove }
}

/** The shipped row of EEE with another figure in it. */
function electricity(gwp: string): string {
  const shipped = readFileSync(join(SHIPPED_FOLDER, 'electricity.csv'), 'utf8')
  const [header = '', ...rows] = shipped.split('\n')
  const cells = rows.find((row) => row.startsWith('EEE,'))?.split(',') ?? []
  cells[header.split(',').indexOf('gwp')] = gwp
  return `${header}\n${cells.join(',')}\n`
}
