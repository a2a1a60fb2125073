import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, expect, test } from 'vitest'
import { runBatch } from '../../src/batch/run-batch.ts'
import { assessor } from './scratch.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-order-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Row groups of other sizes than the writer's, and few rows between many. */
const SIZES = [200_000, 130_000, 7, 200_000, 20_490]

test.for(['csv', 'parquet', 'json'] as const)(
  'rows of several large files are written in their order, as %s',
  {
    timeout: 240_000,
  },
  async (format) => {
    const database = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
    let first = 0
    for (const [at, size] of SIZES.entries()) {
      const rows = `SELECT 'server' AS kind, ${first} + range AS n, 1 + (range * 7) % 300 AS ram_capacity FROM range(${size})`
      await database.run(`COPY (${rows}) TO '${folder}/in-${at}.parquet' (FORMAT parquet, ROW_GROUP_SIZE 20490)`)
      first += size
    }
    const file = join(folder, `out.${format}`)
    const { totals } = await runBatch(assessor, [join(folder, 'in-*.parquet')], {
      criteria: ['gwp'],
      threads: 4,
      output: { file, format },
    })
    expect(totals.assessed).toBe(first)
    // Read by one thread, a file is read from its first to its last row.
    const read = {
      csv: `read_csv('${file}', parallel=false)`,
      parquet: `read_parquet('${file}')`,
      json: `read_json('${file}')`,
    }
    const reader = await database.runAndReadAll(
      `SELECT count(*)::INTEGER, max(n)::INTEGER, count_if(n != coalesce(before, -1) + 1)::INTEGER
      FROM (SELECT n, lag(n) OVER () AS before FROM (SELECT n::BIGINT AS n FROM ${read[format]}))`,
    )
    expect(reader.getRows()).toEqual([[first, first - 1, 0]])
  },
)
