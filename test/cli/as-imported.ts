import type { DuckDBConnection } from '@duckdb/node-api'
import { expect } from 'vitest'
import { rowsOf, sqlText } from '../../src/bulk/database.ts'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { assessor } from '../bulk/scratch.ts'

export type Rows = readonly Record<string, unknown>[]

/** What the importer makes of a bill. */
export interface Imported {
  /** Of each rule and reason how many lines, and the sums of their figures. */
  readonly lines: Rows
  readonly totals: Awaited<ReturnType<typeof runBatch>>['totals']
  readonly coverage: Awaited<ReturnType<typeof runBatch>>['coverage']
}

/** Imports a bill as a rate card is written, and leaves its lines in a Parquet file. */
export async function importBill(database: DuckDBConnection, bill: string, output: string): Promise<Imported> {
  const { totals, coverage } = await runBatch(assessor, [bill], {
    criteria: ['gwp'],
    boundary: 'DATA_CENTRE',
    duration: 8760,
    output: { file: output, format: 'parquet' },
  })
  const lines = await rowsOf(
    database,
    `SELECT coalesce(rule, '') AS rule, coalesce(reason, '') AS reason, count(*)::DOUBLE AS lines,
      coalesce(sum(gwp_embedded), 0) AS embedded, coalesce(sum(gwp_use), 0) AS use, coalesce(sum(gwp_total), 0) AS total,
      coalesce(sum(energy_kwh), 0) AS kwh FROM read_parquet(${sqlText(output)}) GROUP BY ALL ORDER BY ALL`,
  )
  return { lines, totals, coverage }
}

const LINES = `SELECT impact_rule AS rule, impact_reason AS reason, CAST(count(*) AS DOUBLE PRECISION) AS lines,
  coalesce(sum(gwp_embedded), 0) AS embedded, coalesce(sum(gwp_use), 0) AS use, coalesce(sum(gwp_total), 0) AS total,
  coalesce(sum(energy_kwh), 0) AS kwh FROM impact_lines GROUP BY 1, 2 ORDER BY 1, 2`
const SUMS = `SELECT ${['line_count', 'assessed_lines', 'excluded_lines', 'unknown_lines', 'cost', 'assessed_cost', 'credits', 'gwp_use', 'gwp_total', 'energy_kwh'].map((name) => `CAST(sum(${name}) AS DOUBLE PRECISION) AS ${name}`).join(', ')} FROM impact_sums`

/**
 * Expects that the views of a database come to what the importer makes of the bill: texts and counts the same, figures
 * to 1e-9, costs to 1e-6.
 */
export async function expectAsImported(
  { lines, totals, coverage }: Imported,
  read: (sql: string) => Promise<Rows>,
): Promise<void> {
  const found = await read(LINES)
  const named = (rows: Rows) => rows.map(({ rule, reason, lines: many }) => [rule, reason, many].join(' ')).toSorted()
  expect(named(found)).toEqual(named(lines))
  for (const { rule, reason, ...figures } of lines) {
    const same = found.find((each) => each.rule === rule && each.reason === reason)
    for (const [name, value] of Object.entries(figures)) expectClose(same?.[name], value, `${rule} ${name}`)
  }
  const [sums] = await read(SUMS)
  expectClose(sums?.gwp_total, totals.impacts.gwp?.total?.value, 'gwp')
  expectClose(sums?.gwp_use, totals.impacts.gwp?.use?.value, 'use')
  expectClose(sums?.energy_kwh, totals.energyKwh, 'energy')
  expect(sums).toMatchObject({
    line_count: coverage?.rows,
    assessed_lines: coverage?.assessedRows,
    excluded_lines: coverage?.excludedRows,
    unknown_lines: coverage?.unknownRows,
  })
  for (const [name, cost] of [
    ['cost', coverage?.cost],
    ['assessed_cost', coverage?.assessedCost],
    ['credits', coverage?.credits],
  ] as const)
    expect(sums?.[name], name).toBeCloseTo(cost ?? Number.NaN, 6)
}

/** Expects two numbers that differ by 1e-9 at most, relative to the second. */
export function expectClose(found: unknown, expected: unknown, name: string): void {
  if (Number(expected) === 0) expect(Number(found), name).toBe(0)
  else expect(Number(found) / Number(expected), name).toBeCloseTo(1, 9)
}
