import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { PGlite } from '@electric-sql/pglite'
import { type Dialect, parse } from '@polyglot-sql/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyRows } from '../../src/bulk/copy-rows.ts'
import { openDatabase, rowsOf, sqlName, sqlText } from '../../src/bulk/database.ts'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { DIALECTS } from '../../src/importers/billing/sql/dialect.ts'
import { MADE_KINDS, writeMadeBill } from '../bulk/made-bill.ts'
import { FILES } from '../bulk/scratch.ts'
import { billOfUsageTypes } from '../importers/usage-types.ts'
import { expectAsImported, expectClose, importBill } from './as-imported.ts'
import { runHere } from './run-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-sql-'))
const file = (name: string) => join(folder, name)
const BILLS = [
  'bill.csv',
  'bill-cur2.csv',
  'bill-cur-legacy.csv',
  'bill-cur-plans.csv',
  'bill-azure.csv',
  'bill-gcp.csv',
]
/** A bill in FOCUS without the columns of its provider: types are in the details of a price. */
const DETAILS = `ChargeCategory,ProviderName,ServiceName,ChargeDescription,SkuPriceDetails,RegionId,ConsumedUnit,ConsumedQuantity,EffectiveCost,BillingCurrency,CommitmentDiscountStatus,CapacityReservationStatus
Usage,AWS,Amazon ElastiCache,Redis,"{""InstanceType"": ""cache.r6g.large""}",eu-west-1,Hours,2,0,USD,Used,
Usage,AWS,Amazon Redshift,Node-hour,"{""InstanceType"": ""ra3.4xlarge""}",eu-west-1,Hours,2,1,USD,,
Usage,AWS,Amazon Elastic Compute Cloud,Linux,"{""InstanceType"": ""m5d.2xlarge"", ""CoreCount"": 8}",eu-west-1,Hours,2,1,USD,,
Usage,AWS,Amazon Elastic Compute Cloud,Linux,"{""InstanceType"": ""m5d.2xlarge""}",eu-west-1,Hours,2,1,USD,,Unused
Usage,AWS,Amazon Elastic Compute Cloud,Linux,,eu-west-1,Hours,2,1,USD,,
`
/** The regions of the bills, by provider. */
const REGIONS = { aws: 'eu-west-1,eu-west-3,us-west-2', azure: 'westeurope', gcp: 'europe-north1' }
/** Kinds of bills of these providers. */
const USAGES = ['aws-cur', 'aws-focus', 'azure-costs', 'gcp-billing']
const USAGE_FILES = USAGES.map((name) => `usage-types-${name}.csv`)
/** Each kind of line on each day, with usage and with what takes it back. */
const MADE_LINES = MADE_KINDS.length * 150
let duckdb: DuckDBConnection

beforeAll(async () => {
  for (const [provider, regions] of Object.entries(REGIONS)) {
    const args = ['--providers', provider, '--regions', `${regions},REGION_UNKNOWN`, '--criteria', 'gwp']
    await runHere(['rate-card', ...args, '-o', file(`rates-${provider}.parquet`)])
  }
  duckdb = await openDatabase({ folder, memory: 1000, threads: 2 })
  // As the command writes them of the same rates.
  for (const format of ['parquet', 'csv', 'json'] as const)
    await copyRows(duckdb, `FROM read_parquet(${sqlText(file('rates-*.parquet'))})`, {
      file: file(`rates.${format}`),
      format,
    })
  await writeMadeBill(duckdb, file('made.parquet'), MADE_LINES)
  // With the sum of the credits of each line.
  const bill = readFileSync(`${FILES}/bill-gcp.csv`, 'utf8')
  writeFileSync(file('sums.csv'), bill.replace(/,"\[\{""name.*$/gm, ',-0.05'))
  // With costs and credits that are too large, and credits that cannot be read.
  const huge = bill.replace('""amount"": -0.04', '""amount"": -1e400').replace(/,0\.3,/, ',1e400,')
  const [, line] = bill.split('\n')
  const unread = line?.replace(/"\[\{""name.*$/, '0.1 off')
  writeFileSync(
    file('huge.csv'),
    `${huge.replace('""amount"": -', '""amount"": -1e25, ""was"": -').trimEnd()}\n${unread}\n`,
  )
  writeFileSync(file('details.csv'), DETAILS)
  for (const name of USAGES) writeFileSync(file(`usage-types-${name}.csv`), billOfUsageTypes(name))
  // As it comes compressed, and with records as Google exports them.
  writeFileSync(file('packed.csv.gz'), gzipSync(readFileSync(`${FILES}/bill-cur2.csv`)))
  const lines = await rowsOf(duckdb, `FROM read_csv(${sqlText(`${FILES}/bill-gcp.csv`)}, all_varchar = true)`)
  writeFileSync(file('records.ndjson'), `${lines.map((cells) => JSON.stringify(recordOf(cells))).join('\n')}\n`)
  await copyRows(duckdb, `FROM read_json(${sqlText(file('records.ndjson'))})`, {
    file: file('records.parquet'),
    format: 'parquet',
  })
}, 240_000)

/** A line of a bill in CSV with its records as JSON: `{"service": {"description": ...}}`. */
function recordOf(cells: Readonly<Record<string, unknown>>) {
  const record: Record<string, unknown> = {}
  for (const [name, cell] of Object.entries(cells)) {
    const [outer = '', inner] = name.split('.')
    const isList = typeof cell === 'string' && cell.startsWith('[')
    const value = isList ? JSON.parse(cell) : /^(cost|usage\.amount)$/.test(name) ? Number(cell) : cell
    record[outer] = inner === undefined ? value : { ...(record[outer] as object), [inner]: value }
  }
  return record
}

afterAll(() => {
  duckdb.closeSync()
  rmSync(folder, { recursive: true, force: true })
})

async function scriptOf(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runHere(['sql', '--criteria', 'gwp', ...args])
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

test.for([
  [['--dialect', 'excel', '--columns', 'a'], "'excel' is invalid", 2],
  [['--columns', 'a'], 'Name the database with --dialect: duckdb, postgres, bigquery, ', 2],
  [['--dialect', 'duckdb'], 'Name an export of the bill, or give its column names', 2],
  [['--dialect', 'duckdb', '--columns', 'hostname,cpu'], 'No known bill has these columns', 1],
  [['--dialect', 'duckdb', '--columns', 'ChargeCategory,ConsumedUnit'], 'but ConsumedQuantity is missing', 1],
  [['--dialect', 'duckdb', `${FILES}/bill.csv`, '--by', 'Team'], 'The bill has no column Team to group by', 1],
  [['--dialect', 'duckdb', `${FILES}/none.csv`], 'ENOENT', 1],
  [['--dialect', 'duckdb', `${FILES}/bill.csv`, '--criteria', 'beauty'], 'Unknown criterion "beauty"', 2],
] as const)('sql %j is refused', async ([args, message, status]) => {
  expect(await runHere(['sql', ...args])).toMatchObject({ status, stderr: expect.stringContaining(message) })
})

test('a pattern of Parquet files is read as one bill, also if a column is in some of them alone', async () => {
  for (const [at, more] of ['', ', 1 AS spare'].entries())
    await copyRows(duckdb, `SELECT *${more} FROM read_parquet(${sqlText(file('made.parquet'))}) LIMIT 5`, {
      file: file(`month-${at}.parquet`),
      format: 'parquet',
    })
  const script = await scriptOf(file('month-*.parquet'), '--dialect', 'duckdb', '--rates', file('rates.parquet'))
  await duckdb.run(script)
  expect(await rowsOf(duckdb, 'SELECT count(*)::DOUBLE AS lines FROM impact_lines')).toEqual([{ lines: 10 }])
})

const importedBefore = new Map<string, ReturnType<typeof importBill>>()

/** What the importer makes of a bill, which several databases are compared with. */
function imported(bill: string) {
  const made = importedBefore.get(bill) ?? importBill(duckdb, bill, file('rows.parquet'))
  importedBefore.set(bill, made)
  return made
}

describe('in DuckDB', () => {
  test.for([
    ...BILLS.map((name) => `${FILES}/${name}`),
    ...['made.parquet', 'sums.csv', 'huge.csv', 'packed.csv.gz', 'records.ndjson', 'records.parquet'],
    ...['details.csv', ...USAGE_FILES],
  ])('%s comes to what the importer makes of it', async (name) => {
    const bill = name.includes('/') ? name : file(name)
    const script = await scriptOf(bill, '--dialect', 'duckdb', '--rates', file('rates.parquet'))
    await duckdb.run(script)
    await expectAsImported(await imported(bill), (sql) => rowsOf(duckdb, sql))
  })

  test('lines are summed up by account, service and month', async () => {
    const by = 'line_item_usage_account_id,line_item_product_code,month'
    await duckdb.run(
      await scriptOf(file('made.parquet'), '--dialect', 'duckdb', '--rates', file('rates.parquet'), '--by', by),
    )
    const rows = await rowsOf(duckdb, 'SELECT * FROM impact_sums')
    expect(new Set(rows.map((row) => row.line_item_usage_account_id)).size).toBe(100)
    expect(new Set(rows.map(({ month }) => month))).toEqual(new Set(['2026-10']))
    const [own] = await rowsOf(
      duckdb,
      `SELECT sum(gwp_total) AS gwp, count(*)::DOUBLE AS lines FROM impact_lines
        WHERE line_item_usage_account_id = 'account 7' AND line_item_product_code = 'AmazonEC2'`,
    )
    const group = rows.find(
      (row) => row.line_item_usage_account_id === 'account 7' && row.line_item_product_code === 'AmazonEC2',
    )
    expectClose(group?.gwp_total, own?.gwp, 'gwp')
    expect(Number(group?.line_count)).toBe(own?.lines)
  })
})

test('a number above 12 tells which number of a date is the day', async () => {
  const lines = ['03/10/2026', '13/10/2026'].map((date) => `Virtual Machines,D4s v5,1 Hour,1,westeurope,${date}`)
  writeFileSync(
    file('days.csv'),
    ['MeterCategory,MeterName,UnitOfMeasure,Quantity,ResourceLocation,Date', ...lines].join('\n'),
  )
  await duckdb.run(
    await scriptOf(file('days.csv'), '--dialect', 'duckdb', '--rates', file('rates.parquet'), '--by', 'month'),
  )
  const rows = await rowsOf(duckdb, 'SELECT month, line_count::INTEGER AS lines FROM impact_sums')
  expect(rows).toEqual([{ month: '2026-10', lines: 2 }])
})

test('lines whose provider or region is not in the rate card are unknown, with a reason', async () => {
  await duckdb.run(
    `CREATE OR REPLACE TABLE few_rates AS FROM read_parquet(${sqlText(file('rates.parquet'))}) WHERE provider = 'aws' AND region = 'eu-west-3'`,
  )
  for (const name of ['bill.csv', 'bill-azure.csv']) {
    await duckdb.run(await scriptOf(`${FILES}/${name}`, '--dialect', 'duckdb', '--rates', 'few_rates'))
    const [lines] = await rowsOf(
      duckdb,
      `SELECT count(*) FILTER (gwp_total IS NOT NULL)::INTEGER AS rated, count(*) FILTER (impact_reason = '')::INTEGER AS assessed,
        count(*) FILTER (impact_reason = 'NOT_FOUND')::INTEGER AS lacking FROM impact_lines`,
    )
    const [sums] = await rowsOf(duckdb, 'SELECT sum(assessed_lines)::INTEGER AS assessed FROM impact_sums')
    expect(lines?.lacking, name).toBeGreaterThan(0)
    expect(lines?.assessed, name).toBe(lines?.rated)
    expect(sums?.assessed, name).toBe(lines?.rated)
  }
})

test('two releases of the card, joined, give the drift of each line', async () => {
  const args = [
    'rate-card',
    '--release',
    '2026.11',
    '--providers',
    'aws',
    '--regions',
    'eu-west-1',
    '--criteria',
    'gwp',
  ]
  await runHere([...args, '-o', file('before.parquet')])
  await writeMadeBill(duckdb, file('drift.parquet'), 5_000)
  await duckdb.run(await scriptOf(file('drift.parquet'), '--dialect', 'duckdb', '--rates', file('rates.parquet')))
  await duckdb.run(`CREATE OR REPLACE VIEW rates_before AS FROM read_parquet(${sqlText(file('before.parquet'))})`)
  const [view, sums] = [...readFileSync('docs/warehouse.md', 'utf8').matchAll(/[^`]*\bimpact_drift\b[^`]*?;/g)].map(
    ([query]) => query.replace(/^sql\n/, ''),
  )
  await duckdb.run(view?.replace('CREATE', 'CREATE OR REPLACE') ?? '')
  const changes = await rowsOf(duckdb, sums ?? '')
  const of = async (release: string) => {
    const output = file(`drift-${release}.parquet`)
    const { totals } = await runBatch(openAssessor({ release }), [file('drift.parquet')], {
      criteria: ['gwp'],
      boundary: 'DATA_CENTRE',
      duration: 8760,
      output: { file: output, format: 'parquet' },
    })
    return { total: totals.impacts.gwp?.total?.value ?? 0, lines: `read_parquet(${sqlText(output)})` }
  }
  const [before, after] = [await of('2026.11'), await of('2026.12')]
  expect(before.total).not.toBe(after.total)
  expectClose(
    changes.reduce((sum, { gwp_drift: drift }) => sum + Number(drift), 0),
    after.total - before.total,
    'drift',
  )

  // Lines with the same cells are the same.
  const described = await rowsOf(duckdb, `DESCRIBE FROM read_parquet(${sqlText(file('drift.parquet'))})`)
  const cells = described.map(({ column_name: name }) => sqlName(String(name))).join(', ')
  const figureOf = (lines: string, name: string) =>
    `(SELECT ${cells}, count(*) AS n, sum(${name}) AS figure FROM ${lines} GROUP BY ALL)`
  const [compared] = await rowsOf(
    duckdb,
    `SELECT count(*)::DOUBLE AS kinds, count(d.figure)::DOUBLE AS assessed,
      max(abs(d.figure - (a.figure - b.figure)) / a.figure) AS most
    FROM ${figureOf('impact_drift', 'gwp_drift')} d
    JOIN ${figureOf(before.lines, 'gwp_total')} b USING (${cells}, n)
    JOIN ${figureOf(after.lines, 'gwp_total')} a USING (${cells}, n)
    WHERE coalesce(a.figure, 1) > 0`,
  )
  expect(compared?.kinds).toBeGreaterThan(1000)
  expect(compared?.assessed).toBeGreaterThan(1000)
  expect(Number(compared?.most)).toBeLessThan(1e-9)
})

const CHART = /SELECT impact_class[^;]*/.exec(readFileSync('docs/warehouse.md', 'utf8'))?.[0] ?? ''

test.for(['rates.csv', 'rates.json'])('the chart of the guide is drawn with %s', async (rates) => {
  await duckdb.run(await scriptOf(`${FILES}/bill-cur2.csv`, '--dialect', 'duckdb', '--rates', file(rates)))
  const rows = await rowsOf(duckdb, CHART)
  expect(rows[0]).toMatchObject({ what: 'instance', chart: '█'.repeat(40) })
})

describe('in PostgreSQL', () => {
  let database: PGlite

  beforeAll(async () => {
    database = await PGlite.create()
  })
  afterAll(() => database.close())

  test.for([
    'bill.csv',
    'bill-cur2.csv',
    'bill-cur-plans.csv',
    'bill-azure.csv',
    'bill-gcp.csv',
    'details.csv',
    ...USAGE_FILES,
    'made.csv',
    'sums.csv',
    'huge.csv',
  ])('%s comes to what the importer makes of it', async (name) => {
    const bill = name.startsWith('bill') ? `${FILES}/${name}` : file(name)
    if (name === 'made.csv') {
      await duckdb.run(`COPY (FROM read_parquet(${sqlText(file('made.parquet'))})) TO ${sqlText(bill)} (HEADER)`)
    }
    await runPsql(database, await scriptOf(bill, '--dialect', 'postgres', '--rates', file('rates.csv')))
    const read = async (sql: string) => (await database.query<Record<string, unknown>>(sql)).rows
    await expectAsImported(await imported(bill), read)
  })

  test('the chart of the guide is drawn', async () => {
    const { rows } = await database.query<Record<string, unknown>>(CHART)
    expect(rows[0]).toMatchObject({ chart: '█'.repeat(40) })
  })

  test('files that psql cannot load are refused', async () => {
    expect(
      await runHere(['sql', file('made.parquet'), '--dialect', 'postgres', '--rates', file('rates.csv')]),
    ).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('made.parquet. Export the data as .csv'),
    })
    const args = ['sql', `${FILES}/bill.csv`, '--dialect', 'postgres', '--rates', file('rates.parquet')]
    expect(await runHere(args)).toMatchObject({ status: 2, stderr: expect.stringContaining('psql loads CSV files') })
  })
})

/** Runs a script as psql does: lines that begin with a backslash are its own commands. */
async function runPsql(database: PGlite, script: string) {
  for (const part of script.split(/^(?=\\)|(?<=^\\.*\n)/m)) {
    const [, table, from] = /^\\copy (\S+) FROM '(.*)' WITH \(FORMAT csv, HEADER\)/.exec(part) ?? []
    if (table !== undefined && from !== undefined)
      await database.query(`COPY ${table} FROM '/dev/blob' WITH (FORMAT csv, HEADER)`, [], {
        blob: new Blob([readFileSync(from)]),
      })
    else if (!part.startsWith('\\')) await database.exec(part)
  }
}

describe('parsed', () => {
  test('nonsense is refused', () => {
    for (const dialect of DIALECTS) {
      for (const sql of ['SELECT a FROM b WHERE', 'SELECT CASE WHEN a THEN 1 FROM b', 'SELECT f(1, FROM b'])
        expect(parse(sql, NAMES[dialect] as Dialect).success, `${dialect} ${sql}`).toBe(false)
    }
  })

  // The scripts of two dialects run above.
  const others = DIALECTS.filter((dialect) => dialect !== 'duckdb' && dialect !== 'postgres')
  // Google's export has credits, which each dialect reads in its own way; the columns of the others differ in names.
  const bills = others.map((dialect, at) => [dialect, BILLS[at % (BILLS.length - 1)] as string] as const)
  test.for([...bills, ...others.map((dialect) => [dialect, 'bill-gcp.csv'] as const)])(
    '%s of %s',
    async ([dialect, bill]) => {
      const script = await scriptOf(`${FILES}/${bill}`, '--dialect', dialect, '--table', 'bill')
      const { success, error, ast } = parse(script, NAMES[dialect] as Dialect)
      expect([success, error ?? '']).toEqual([true, ''])
      expect(ast).toHaveLength(5)
    },
  )
})

/** Dialects as the parser calls them. */
const NAMES = {
  duckdb: 'duckdb',
  postgres: 'postgresql',
  bigquery: 'bigquery',
  snowflake: 'snowflake',
  trino: 'trino',
  spark: 'spark',
  clickhouse: 'clickhouse',
} as const
