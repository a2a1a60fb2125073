import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { addTotals } from '../../src/library/index.ts'
import { assessor } from './scratch.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-order-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Row groups of other sizes than the writer's, and few rows between many. */
const SIZES = [50_000, 25_000, 7, 36_000, 20_490]
const ROWS = SIZES.reduce((sum, size) => sum + size, 0)
const FILES = join(folder, 'in-*.parquet')
let database: DuckDBConnection

beforeAll(async () => {
  database = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  let first = 0
  for (const [at, size] of SIZES.entries()) {
    // One row in 1,000 has a quantity that cannot be, and one in 500 a place that is not known.
    const rows = `SELECT 'server' AS kind, n, 1 + (n * 7) % 300 AS ram_capacity, if(n % 1000 = 3, -1, n % 5) AS quantity,
        if(n % 500 = 0, 'Mars', 'FRA') AS location FROM (SELECT ${first} + range AS n FROM range(${size}))`
    await database.run(`COPY (${rows}) TO '${folder}/in-${at}.parquet' (FORMAT parquet, ROW_GROUP_SIZE 20490)`)
    first += size
  }
})

async function rowsOf(sql: string) {
  return (await database.runAndReadAll(sql)).getRows()
}

test.for(['csv', 'json'] as const)('rows of several large files are written in their order, as %s', async (format) => {
  const file = join(folder, `out.${format}`)
  const { rows } = await runBatch(assessor, [FILES], { criteria: ['gwp'], threads: 4, output: { file, format } })
  expect(rows).toBe(ROWS)
  // Read by one thread, a file is read from its first to its last row.
  const read = {
    csv: `read_csv('${file}', parallel=false)`,
    json: `read_json('${file}')`,
  }
  const found = await rowsOf(
    `SELECT count(*)::INTEGER, max(n)::INTEGER, count_if(n != coalesce(before, -1) + 1)::INTEGER
      FROM (SELECT n, lag(n) OVER () AS before FROM (SELECT n::BIGINT AS n FROM ${read[format]}))`,
  )
  expect(found).toEqual([[ROWS, ROWS - 1, 0]])
})

test('the rows of seven shares are those of the whole, and so are their sums', async () => {
  const shares = []
  for (let index = 1; index <= 7; index++) {
    const output = { file: join(folder, `share-${index}.parquet`), format: 'parquet' as const }
    shares.push(await runBatch(assessor, [FILES], { criteria: ['gwp'], partition: { index, of: 7 }, output }))
  }
  const whole = await runBatch(assessor, [FILES], {
    criteria: ['gwp'],
    output: { file: join(folder, 'whole.parquet'), format: 'parquet' },
  })
  // 131,497 rows are 7 x 18,785 and 2 more.
  expect(shares.map(({ rows }) => rows)).toEqual([18_785, 18_785, 18_785, 18_786, 18_785, 18_785, 18_786])
  const names = shares.map((_, at) => `'${folder}/share-${at + 1}.parquet'`).join(', ')
  const differences = await rowsOf(
    `SELECT count(*)::INTEGER FROM (SELECT row_number() OVER () AS place, * FROM '${folder}/whole.parquet'
      EXCEPT SELECT row_number() OVER () AS place, * FROM read_parquet([${names}]))`,
  )
  expect(differences).toEqual([[0]])
  const inOrder = `SELECT count_if(n = place - 1)::INTEGER FROM (SELECT n, row_number() OVER () AS place FROM '${folder}/whole.parquet')`
  expect(await rowsOf(inOrder)).toEqual([[ROWS]])
  const { impacts, ...counts } = addTotals(shares.map(({ totals }) => totals))
  expect(counts).toEqual({ ...counts, units: whole.totals.units, assessed: whole.totals.assessed, faulty: 132 })
  const [added, once] = [impacts.gwp?.total, whole.totals.impacts.gwp?.total]
  for (const bound of ['value', 'min', 'max'] as const)
    expect((added?.[bound] ?? 0) / (once?.[bound] ?? 1)).toBeCloseTo(1, 12)
})
