import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, rowsOf, sqlText } from '../../src/bulk/database.ts'
import { writeMadeBill } from '../bulk/made-bill.ts'
import { expectAsImported, expectClose, type Imported, importBill, type Rows } from './as-imported.ts'
import { type Postgres, startPostgres } from './debian-postgres.ts'
import { runHere } from './run-here.ts'

const LINES = 1_000_000
const folder = mkdtempSync(join(tmpdir(), 'impactql-warehouse-'))
const file = (name: string) => join(folder, name)
let duckdb: DuckDBConnection
let imported: Imported

beforeAll(async () => {
  duckdb = await openDatabase({ folder, memory: 1000, threads: 2 })
  await writeMadeBill(duckdb, file('bill.parquet'), LINES)
  await duckdb.run(
    `COPY (FROM read_parquet(${sqlText(file('bill.parquet'))})) TO ${sqlText(file('bill.csv'))} (HEADER)`,
  )
  imported = await importBill(duckdb, file('bill.parquet'), file('lines.parquet'))
})

afterAll(() => {
  duckdb.closeSync()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes a rate card and the SQL of the bill, in files of a format, and names the script. */
async function writeScript(dialect: string, format: string): Promise<string> {
  const [bill, rates, script] = [file(`bill.${format}`), file(`rates.${format}`), file(`${dialect}.sql`)]
  const regions = 'eu-west-1,REGION_UNKNOWN'
  const card = ['rate-card', '--providers', 'aws', '--regions', regions, '--criteria', 'gwp', '-o', rates]
  const sql = ['sql', bill, '--dialect', dialect, '--rates', rates, '--criteria', 'gwp', '--by', `${ACCOUNT},month`]
  for (const command of [card, [...sql, '-o', script]]) expect(await runHere(command)).toMatchObject({ status: 0 })
  return script
}

const ACCOUNT = 'line_item_usage_account_id'
const accountsOf = (lines: string, from: string) =>
  `SELECT ${ACCOUNT} AS account, CAST(${lines} AS DOUBLE PRECISION) AS lines, sum(gwp_embedded) AS embedded, sum(gwp_use) AS use,
    sum(gwp_total) AS total, sum(energy_kwh) AS kwh FROM ${from} GROUP BY 1`

async function expectSameAccounts(read: (sql: string) => Promise<Rows>): Promise<void> {
  const expected = await rowsOf(duckdb, accountsOf('count(*)', `read_parquet(${sqlText(file('lines.parquet'))})`))
  const found = new Map((await read(accountsOf('sum(line_count)', 'impact_sums'))).map((row) => [row.account, row]))
  expect(found.size).toBe(100)
  for (const { account, ...figures } of expected)
    for (const [name, value] of Object.entries(figures))
      expectClose(found.get(account)?.[name], value, `${account} ${name}`)
}

describe('a million lines come to what the importer makes of them', () => {
  test('in DuckDB', async () => {
    const script = await writeScript('duckdb', 'parquet')
    await duckdb.run(readFileSync(script, 'utf8'))
    const read = (sql: string) => rowsOf(duckdb, sql)
    await expectAsImported(imported, read)
    await expectSameAccounts(read)
  })

  describe('in PostgreSQL', () => {
    let postgres: Postgres

    beforeAll(async () => {
      postgres = await startPostgres()
    })
    afterAll(() => postgres.stop())

    test('by psql', async () => {
      const script = await writeScript('postgres', 'csv')
      await postgres.psql('-f', script)
      const read = async (sql: string): Promise<Rows> =>
        JSON.parse(await postgres.psql('-At', '-c', `SELECT json_agg(l) FROM (${sql}) l`))
      await expectAsImported(imported, read)
      await expectSameAccounts(read)
    })
  })
})
