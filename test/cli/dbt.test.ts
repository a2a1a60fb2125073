import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openDatabase, rowsOf, sqlText } from '../../src/bulk/database.ts'
import { FILES } from '../bulk/scratch.ts'
import { runHere } from './run-here.ts'

/** The dbt package on DuckDB, with a stand-in for what it uses of dbt. */

const PACKAGE = 'integrations/dbt'
const folder = mkdtempSync(join(tmpdir(), 'impactql-dbt-'))
const project = parse(readFileSync(`${PACKAGE}/dbt_project.yml`, 'utf8'))
const { sources } = parse(readFileSync(`${PACKAGE}/models/sources.yml`, 'utf8'))
const { models: described } = parse(readFileSync(`${PACKAGE}/models/models.yml`, 'utf8'))
let database: DuckDBConnection

interface Described {
  readonly name: string
  readonly columns?: readonly { readonly name: string; readonly tests?: readonly string[] }[]
}

const sqlFiles = (of: string) =>
  readdirSync(`${PACKAGE}/${of}`)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ name: file.replace('.sql', ''), text: readFileSync(`${PACKAGE}/${of}/${file}`, 'utf8') }))
const models = sqlFiles('models')
const tests = sqlFiles('tests')

/** Renders the three functions; anything else of Jinja is a fault. */
function rendered(text: string, vars: Readonly<Record<string, unknown>> = project.vars): string {
  return text.replace(/\{\{\s*(.*?)\s*\}\}|\{[%#].*?[%#]\}/g, (whole, call = '') => {
    const [, name, list = ''] = /^(source|ref|var)\(([^()]*)\)$/.exec(call) ?? []
    const [first = '', second = ''] = list.split(',').map((each: string) => each.trim().replaceAll("'", ''))
    const source = sources.find((each: Described) => each.name === first)
    if (name === 'source' && source?.tables.some((each: Described) => each.name === second))
      return `${rendered(source.schema, vars)}.${second}`
    if (name === 'ref' && models.some((each) => each.name === first)) return first
    if (name === 'var' && first in vars) return String(vars[first])
    throw new Error(`The stand-in does not know ${whole}`)
  })
}

const failing = async (name: string, vars = project.vars) =>
  rowsOf(database, rendered(tests.find((each) => each.name === name)?.text ?? '', vars))

beforeAll(async () => {
  const rates = join(folder, 'rates.parquet')
  const regions = 'europe-north1,REGION_UNKNOWN'
  await runHere(['rate-card', '--providers', 'gcp', '--regions', regions, '--criteria', 'gwp', '-o', rates])
  const args = ['--dialect', 'duckdb', '--table', 'bill', '--rates', 'rates', '--criteria', 'gwp']
  const { stdout } = await runHere(['sql', `${FILES}/bill-gcp.csv`, ...args])
  database = await openDatabase({ folder, memory: 500, threads: 1 })
  await database.run(`CREATE TABLE rates AS SELECT * FROM read_parquet(${sqlText(rates)});
    CREATE TABLE bill AS SELECT * FROM read_csv(${sqlText(`${FILES}/bill-gcp.csv`)}, all_varchar = true);
    ${stdout}`)
  // Tables, as views would be computed for each test.
  for (const view of ['impact_lines', 'impact_sums'])
    await database.run(
      `CREATE TABLE kept AS SELECT * FROM ${view}; DROP VIEW ${view}; ALTER TABLE kept RENAME TO ${view}`,
    )
  for (const { name, text } of models) await database.run(`CREATE VIEW ${name} AS ${rendered(text)}`)
}, 240_000)

afterAll(() => {
  database.closeSync()
  rmSync(folder, { recursive: true, force: true })
})

describe('the tests of the package fail', () => {
  test('where too little of the cost has figures', async () => {
    const [month] = await rowsOf(database, 'SELECT * FROM impact_by_month')
    const covered = Number(month?.assessed_cost) / Number(month?.cost)
    expect(month?.coverage).toBeCloseTo(covered, 9)
    const below = (least: number) => failing('cost_is_covered', { ...project.vars, impactql_least_coverage: least })
    expect(await below(covered + 0.001)).toHaveLength(1)
    expect(await below(covered - 0.001)).toEqual([])
  })

  test('where a line has neither a class nor a reason', async () => {
    const made = "SELECT '' AS impact_reason, NULL AS impact_class"
    const text = tests.find(({ name }) => name === 'every_line_has_a_class_or_a_reason')?.text ?? ''
    expect(await rowsOf(database, rendered(text).replace('main.impact_lines', `(${made})`))).toHaveLength(1)
  })

  test('where the card was loaded twice, and where sums are of another bill', async () => {
    await database.run('BEGIN; INSERT INTO rates SELECT * FROM rates LIMIT 3')
    expect(await failing('a_rate_is_there_once')).toHaveLength(3)
    await database.run('ROLLBACK')
    const text = tests.find(({ name }) => name === 'sums_are_those_of_the_lines')?.text ?? ''
    const half = '(SELECT * FROM main.impact_lines LIMIT 2)'
    expect(await rowsOf(database, rendered(text).replace('main.impact_lines', half))).toHaveLength(1)
  })
})

test.each(tests.map(({ name }) => name).filter((name) => name !== 'cost_is_covered'))(
  'on a bill with its rates, the test %s passes',
  async (name) => {
    expect(await failing(name)).toEqual([])
  },
)

test('columns are there, and those that may not be null or repeated are not', async () => {
  const tables: readonly Described[] = [
    ...sources.flatMap((each: { tables: readonly Described[] }) => each.tables),
    ...described,
  ]
  expect(described.map(({ name }: Described) => name).sort()).toEqual(models.map(({ name }) => name).sort())
  for (const { name: table, columns = [] } of tables) {
    for (const { name, tests: asked = [] } of columns) {
      const [found] = await rowsOf(
        database,
        `SELECT count(*) FILTER (${name} IS NULL)::INT AS nulls, (count(${name}) - count(DISTINCT ${name}))::INT AS repeated FROM ${table}`,
      )
      if (asked.includes('not_null')) expect(found?.nulls, `${table}.${name}`).toBe(0)
      if (asked.includes('unique')) expect(found?.repeated, `${table}.${name}`).toBe(0)
    }
  }
})

test('the models add up to the bill', async () => {
  const [found] = await rowsOf(
    database,
    `SELECT (SELECT count(*) FROM bill)::INT AS lines, (SELECT sum(line_count) FROM impact_by_month)::INT AS by_month,
      ((SELECT sum(line_count) FROM impact_by_kind) + (SELECT sum(line_count) FROM impact_left_out))::INT AS by_kind,
      (SELECT sum(gwp_total) FROM impact_lines) AS gwp, (SELECT sum(gwp_total) FROM impact_by_kind) AS gwp_by_kind`,
  )
  expect([found?.by_month, found?.by_kind]).toEqual([found?.lines, found?.lines])
  expect(Number(found?.gwp)).toBeGreaterThan(0)
  expect(Number(found?.gwp_by_kind) / Number(found?.gwp)).toBeCloseTo(1, 9)
})
