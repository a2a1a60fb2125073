import { readFile } from 'node:fs/promises'
import { shorten } from '../importers/check-asset.ts'
import { plainTable, shortNumber } from './print-assessment.ts'

/** More rows than this are for a file. */
const MOST_ROWS = 100
const SHOWN =
  /^(file|label|kind|address|type|quantity|provider|instance_type|ResourceId|ConsumedQuantity|status|fault|warnings)$/
const TOTAL = /_total$/

/** Prints rows as a table: what they are, and their totals. */
export async function printRows(file: string): Promise<void> {
  const rows = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>[]
  const names = Object.keys(rows[0] ?? {}).filter(
    (name) => SHOWN.test(name) || TOTAL.test(name) || name === 'energy_kwh',
  )
  const used = names.filter((name) => rows.some((row) => (row[name] ?? '') !== ''))
  const table = plainTable(used)
  for (const row of rows.slice(0, MOST_ROWS)) {
    table.push(
      used.map((name) => (typeof row[name] === 'number' ? shortNumber(row[name]) : shorten(String(row[name] ?? '')))),
    )
  }
  process.stdout.write(`${table.toString()}\n`)
  if (rows.length > MOST_ROWS) process.stdout.write(`and ${rows.length - MOST_ROWS} more: write them with -o FILE\n`)
}
