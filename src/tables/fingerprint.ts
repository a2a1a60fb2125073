import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { MergedTables } from './reading/merged-tables.ts'
import { TABLE_NAMES, TABLE_SPECS } from './specs/table-specs.ts'

/**
 * 12 hexadecimal digits that change when, and only when, a figure changes. It covers keys, figures and the texts that figures depend on (a platform, a
 * family), not sources, doubts and remarks; neither the order of rows nor the spelling of a number (`1.0`, `1`) matters.
 */
export function fingerprint(tables: MergedTables): string {
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

/** A value that is its own bounds is written alone, as a cell of a table is. */
function boundsOf({ value, min, max }: { value: number; min: number; max: number }): string {
  return min === value && max === value ? String(value) : `${value}|${min}|${max}`
}
