import { createHash } from 'node:crypto'
import type { MergedTables } from './merged-tables.ts'
import { TABLE_NAMES, TABLE_SPECS } from './table-specs.ts'

/**
 * Names the figures in 12 hexadecimal digits. It covers keys, figures and the texts that figures depend on (a platform, a
 * family), not sources, doubts and remarks; neither the order of rows nor the spelling of a number (`1.0`, `1`) matters.
 */
export function releaseId(tables: MergedTables): string {
  const hash = createHash('sha256')
  for (const name of TABLE_NAMES) {
    const { remarks } = TABLE_SPECS[name]
    if (remarks === 'all') continue
    const lines: string[] = []
    for (const { row } of tables[name].rows.values()) lines.push(lineOf(row, remarks))
    hash.update(`${name}\n${lines.sort().join('\n')}\n`)
  }
  return hash.digest('hex').slice(0, 12)
}

/** A row as a text: its cells in the order of the table's columns, whatever their order in the file. */
function lineOf(row: Readonly<Record<string, unknown>>, remarks: ReadonlySet<string>): string {
  let line = ''
  for (const column in row) {
    const cell = row[column]
    if (cell === undefined || remarks.has(column)) continue
    line += `${column}=${typeof cell === 'object' ? boundsOf(cell as { value: number; min: number; max: number }) : cell}\t`
  }
  return line
}

function boundsOf({ value, min, max }: { value: number; min: number; max: number }): string {
  return `${value}|${min}|${max}`
}
