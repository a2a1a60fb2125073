import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { ObjectStore, type StoredObject } from '../../src/bulk/store/object-store.ts'
import { addTotals } from '../../src/library/index.ts'
import { BUCKET, type Bucket, startBucket } from '../bucket.ts'
import { batchRows, scratch } from './scratch.ts'

/** Each run is a process of its own, which takes a second where the machine has nothing else to do. */
vi.setConfig({ testTimeout: 240_000 })

/** Node.js caches what it compiled elsewhere than in the temporary folder of a run. */
const OF_NODE = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

let folders = 0

/** Runs `impactql assess` with the credentials of a bucket, in a temporary folder of its own. */
function start(env: Readonly<Record<string, string>>, args: readonly string[]) {
  const folder = scratch(`run-${folders++}`)
  mkdirSync(folder)
  const child: ChildProcess = spawn(process.execPath, ['bin/impactql.js', ...args], {
    env: { ...OF_NODE, HOME: '/nowhere', TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = [child.stdout, child.stderr].map((stream) => text(stream as NodeJS.ReadableStream))
  const ended = once(child, 'exit').then(async ([status, signal]) => ({
    status: (status ?? signal) as number | string,
    stdout: (await out) as string,
    stderr: (await err) as string,
    /** What is left in the temporary folder. */
    left: readdirSync(folder),
  }))
  return { child, ended }
}

function run({ env }: Pick<Bucket, 'env'>, ...args: readonly string[]) {
  return start(env, args).ended
}

const at = (key: string) => `s3://${BUCKET}/${key}`

/** A Parquet file of servers, in row groups of 2,048. */
async function tableOf(rows: number, from = 0): Promise<Buffer> {
  const file = scratch(`table-${rows}-${from}.parquet`)
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  await database.run(
    `COPY (SELECT 'host-' || range AS label, 'server' AS kind, 1 + range % 3 AS quantity, 'FRA' AS location,
        1 + range % 24 AS ram_units, repeat(md5(range::VARCHAR), 3) AS note
      FROM range(${from}, ${from + rows})) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
  )
  return readFileSync(file)
}

/** Without the first line. */
const rowsOf = (csv: string | Buffer) => String(csv).split('\n').slice(1, -1)

/** All rows in an order that is the same: where some differ, few are shown. */
function expectSameRows(rows: readonly string[], others: readonly string[]): void {
  const [all, wanted] = [rows, others].map((each) => new Set(each)) as [Set<string>, Set<string>]
  expect([...all].filter((row) => !wanted.has(row)).slice(0, 3)).toEqual([])
  expect([rows.length, all.size, wanted.size]).toEqual([others.length, others.length, others.length])
}

test('what is wrong with a store or an address is said plainly, nothing is left behind, and the exit code is 1', async () => {
  const [bucket, strict] = await Promise.all([startBucket(), startBucket({ strict: true })])
  await strict.put('servers.csv', 'kind,quantity\nserver,2\n')
  await bucket.put('servers.csv', 'kind,quantity\nserver,2\n')
  await bucket.put('cut.parquet', (await tableOf(5000)).subarray(0, 50_000))
  const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...none } = bucket.env
  const fine = await run(strict, 'assess', at('servers.csv'), '--criteria', 'gwp')
  expect(fine).toMatchObject({ status: 0, left: [] })
  const cases: readonly (readonly [env: Record<string, string>, address: string, message: string])[] = [
    [{}, at('none.csv'), 'There is no such object'],
    [{}, at('cut.parquet'), 'cut off or damaged'],
    [{}, 's3://bills/servers.csv', 'There is no such bucket'],
    [{}, 's3://X/y', 'Expected an address such as s3://bucket/key. A bucket name has 3 to 63 lower-case letters'],
    [
      { ...strict.env, AWS_SECRET_ACCESS_KEY: 'wrong' },
      at('servers.csv'),
      'The store refuses access with these credentials',
    ],
    [{ AWS_ACCESS_KEY_ID: 'nobody' }, at('*.csv'), 'Unknown access key. Check AWS_ACCESS_KEY_ID'],
    [
      { AWS_ENDPOINT_URL: 'http://store.invalid' },
      at('servers.csv'),
      'There is no object store at http://store.invalid',
    ],
  ]
  const outcomes = await Promise.all(
    cases.map(async ([env, address]) => {
      const output = scratch(`${Math.random()}.csv`)
      const outcome = await run({ env: { ...bucket.env, ...env } }, 'assess', address, '-o', output)
      expect(existsSync(output)).toBe(false)
      return outcome
    }),
  )
  for (const [index, { status, stderr, left }] of outcomes.entries()) {
    expect(stderr).toContain(cases[index]?.[2])
    expect([status, left]).toEqual([1, []])
  }
  const nowhere = await run(bucket, 'assess', 'test/importers/files/assets.csv', '-o', 's3://bills/rows.csv')
  expect(nowhere).toMatchObject({ status: 1, left: [], stderr: expect.stringContaining('There is no such bucket') })
  const without = await run({ env: none }, 'assess', at('servers.csv'))
  expect([without.status, without.left]).toEqual([1, []])
  expect(without.stderr).toContain('No credentials. Set AWS_ACCESS_KEY_ID')
})

test('an object is named, or the command is wrong usage', async () => {
  const outcomes = await Promise.all(
    [
      ['assess', 'x.csv', '-o', at('folder/')],
      ['assess', 'x.csv', '-o', 's3://fleet'],
      ['assess', at('x.csv'), '--service', 'http://127.0.0.1:9'],
    ].map((args) => run({ env: {} }, ...args)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([2, 2, 2])
  expect(outcomes.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('Name an object to write to'),
    expect.stringContaining('Name an object to write to'),
    expect.stringContaining('sends a local file'),
  ])
})

test('the shares of many tables are the whole, as on disk, and each fetches the tables that it is about', async () => {
  const bucket = await startBucket()
  const local = scratch('tables')
  mkdirSync(local)
  const sizes = [3000, 2500, 5000, 2500, 2600]
  let before = 0
  for (const [index, rows] of sizes.entries()) {
    await bucket.put(`bills/${index}.parquet`, await tableOf(rows, before))
    before += rows
  }
  await bucket.put('bills/notes.txt', 'nothing of this')
  await bucket.put('bills/older/5.parquet', await tableOf(10, 900_000))
  const whole = await run(bucket, 'assess', at('bills/*.parquet'), '--criteria', 'gwp,pe', '--format', 'csv')
  expect(whole).toMatchObject({ status: 0, left: [] })
  expect(rowsOf(whole.stdout)).toHaveLength(15_600)
  const shares = ['1/3', '2/3', '3/3']
  for (const share of shares) {
    bucket.requests.length = 0
    const name = share.replace('/', '-of-')
    const targets = ['-o', at(`out/rows-${name}.csv`), '--totals', at(`out/totals-${name}.json`)]
    const outcome = await run(
      bucket,
      'assess',
      at('bills/*.parquet'),
      '--criteria',
      'gwp,pe',
      '--partition',
      share,
      ...targets,
    )
    expect(outcome).toMatchObject({ status: 0, stdout: '', left: [] })
    if (share !== '2/3') continue
    // Rows 5,200 to 10,399 are in two of them; of the others only the end is fetched.
    const fetched = bucket.requests.filter(({ line }) => line.startsWith('GET') && line.includes('.parquet'))
    const inWhole = fetched.filter(({ range }) => range?.startsWith('bytes=0-'))
    expect(new Set(inWhole.map(({ line }) => /(\d)\.parquet/.exec(line)?.[1]))).toEqual(new Set(['1', '2']))
  }
  const parts = await Promise.all(shares.map((share) => bucket.get(`out/rows-${share.replace('/', '-of-')}.csv`)))
  expectSameRows(parts.flatMap(rowsOf), rowsOf(whole.stdout))
  const totals = await run(bucket, 'totals', at('out/totals-*.json'))
  const { stderr } = await run(
    bucket,
    'assess',
    at('bills/*.parquet'),
    '--criteria',
    'gwp,pe',
    '--totals',
    scratch('all.json'),
  )
  expect(stderr).not.toContain('error')
  const all = JSON.parse(readFileSync(scratch('all.json'), 'utf8'))
  const added = JSON.parse(totals.stdout)
  expect(added).toMatchObject({ rows: 15_600, units: all.units, assessed: all.assessed, faulty: 0 })
  expect(added.impacts.gwp.total.value / all.impacts.gwp.total.value).toBeCloseTo(1, 10)
})

test('the shares of one table are the whole, and each fetches the rows that it is about', async () => {
  const bucket = await startBucket()
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const table = await tableOf(30_000)
  await bucket.put('servers.parquet', table)
  await bucket.put('few.parquet', await tableOf(3))
  const sharesOf = (key: string, of: number) =>
    Array.from({ length: of }, async (_, at) => {
      return batchRows([`s3://${BUCKET}/${key}`], { criteria: ['gwp'], partition: { index: at + 1, of } })
    })
  const whole = await batchRows([scratch('table-30000-0.parquet')], { criteria: ['gwp'] })
  bucket.requests.length = 0
  const shares = await Promise.all(sharesOf('servers.parquet', 5))
  const hosts = (rows: readonly Record<string, string>[]) => rows.map((row) => JSON.stringify(row))
  expectSameRows(
    shares.flatMap(({ written }) => hosts(written)),
    hosts(whole.written),
  )
  // Each fetches the end, a fifth of the rows and what is beside them in their row groups.
  const bytes = bucket.requests.reduce((sum, { range }) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    return sum + (from === undefined ? 0 : Number(to) - Number(from) + 1)
  }, 0)
  expect(bytes / table.length).toBeLessThan(2)
  // More shares than rows: some have none.
  const few = await Promise.all(sharesOf('few.parquet', 5))
  expect(few.map(({ rows }) => rows)).toEqual([0, 1, 0, 1, 1])
})

test('a share of objects copies the rows above it if their sum tells whether a row is one of totals', async () => {
  const bucket = await startBucket()
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  const laptops = `SELECT 'pc' || range AS label, 'laptop' AS kind, 1 AS quantity FROM range(20000)`
  const files = {
    'sums/1': laptops,
    'sums/2': `SELECT 'Total Energies PC' AS label, 'laptop' AS kind, 20000 AS quantity`,
    one: `${laptops} UNION ALL SELECT 'Total Energies PC', 'laptop', 20000`,
  }
  for (const [key, query] of Object.entries(files)) {
    const file = scratch('object.parquet')
    await database.run(`COPY (${query}) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`)
    await bucket.put(`${key}.parquet`, readFileSync(file))
  }
  for (const address of ['sums/*.parquet', 'one.parquet']) {
    const shares = [1, 2, 3, 4].map((index) =>
      batchRows([`s3://${BUCKET}/${address}`], { criteria: ['gwp'], partition: { index, of: 4 } }),
    )
    const totals = addTotals((await Promise.all(shares)).map((share) => share.totals))
    expect(totals).toMatchObject({ units: 20_000, assessed: 20_000, skipped: 1 })
  }
})

test('the shares of a bill are the whole, although a credit in one cancels usage in another', async () => {
  const bucket = await startBucket()
  const file = scratch('bill.parquet')
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  // One line in a hundred gives back the hour of the line 50 before, often in another row group.
  await database.run(
    `COPY (SELECT 'AmazonEC2' AS line_item_product_code, '2026-11-01' AS line_item_usage_start_date,
        'host-' || CASE WHEN range % 100 = 99 THEN range - 50 ELSE range END AS line_item_resource_id,
        'EUW1-BoxUsage:m5.large' AS line_item_usage_type, 'eu-west-1' AS product_region, 'Hrs' AS pricing_unit,
        CASE WHEN range % 100 = 99 THEN -1 ELSE 1 END AS line_item_usage_amount, 'Usage' AS line_item_line_item_type
      FROM range(12000)) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
  )
  await bucket.put('bill.parquet', readFileSync(file))
  const totalsOf = async (...args: readonly string[]) => {
    const name = `totals-${args.length === 0 ? 'whole' : args[1]?.replace('/', '-of-')}.json`
    const outcome = await run(bucket, 'assess', at('bill.parquet'), '--totals', at(name), ...args)
    expect(outcome).toMatchObject({ status: 0, left: [] })
    return JSON.parse(String(await bucket.get(name)))
  }
  const whole = await totalsOf()
  for (const share of ['1/3', '2/3', '3/3']) await totalsOf('--partition', share)
  const added = JSON.parse((await run(bucket, 'totals', at('totals-*-of-3.json'))).stdout)
  // 11,880 hours. Negative lines take 120 of them back.
  for (const { rows, units } of [whole, added]) expect([rows, units]).toEqual([12_000, expect.closeTo(11_760, 6)])
  expect(added.impacts.gwp.total.value / whole.impacts.gwp.total.value).toBeCloseTo(1, 10)
})

test('the indices of the Job for Kubernetes are the whole, and one that is lost is done again', async () => {
  const bucket = await startBucket()
  for (const [index, rows] of [3000, 1, 2500].entries())
    await bucket.put(`bills/2026-11/${index}.parquet`, await tableOf(rows, index * 5000))
  const { spec } = parse(readFileSync('deploy/batch-job.yaml', 'utf8')) as BatchJob
  const [{ command, args }] = spec.template.spec.containers
  // The buckets of the job become folders of the test bucket, and its Node.js that of the tests.
  const script = args.map((text) =>
    text.replaceAll(/s3:\/\/(bills|impacts)/g, at('$1')).replace(/^node /, `${process.execPath} `),
  )
  const env = { ...OF_NODE, HOME: '/nowhere', TMPDIR: scratch('.'), ...bucket.env }
  const indexed = (index: number) =>
    promisify(execFile)(command[0], [...command.slice(1), ...script], {
      env: { ...env, JOB_COMPLETION_INDEX: String(index) },
    })
  const totals = () => run(bucket, 'totals', at('impacts/2026-11/totals-*.json'), '--format', 'json')
  await Promise.all(Array.from({ length: spec.completions - 1 }, (_, index) => indexed(index)))
  expect(await totals()).toMatchObject({ status: 1, stderr: expect.stringContaining('Parts are missing: 8/8') })
  await indexed(spec.completions - 1)
  const { stdout, status } = await totals()
  expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ rows: 5501 })])
})

interface BatchJob {
  readonly spec: {
    readonly completions: number
    readonly template: {
      readonly spec: {
        readonly containers: readonly [{ readonly command: [string]; readonly args: readonly string[] }]
      }
    }
  }
}

test('objects of any kind are recognised by their content, and rows have their address', async () => {
  const bucket = await startBucket()
  await bucket.put('servers.csv', 'label,kind,quantity\na,server,2\nb,spaceship,1\n')
  await bucket.put('more', '{"label":"c","quantity":3,"asset":{"server":{}}}\n')
  const { status, stdout, stderr } = await run(bucket, 'assess', at('servers.csv'), at('more'), '--format', 'csv')
  expect(status).toBe(0)
  expect(rowsOf(stdout).map((row) => row.split(',')[0])).toEqual([at('servers.csv'), at('servers.csv'), at('more')])
  expect(stderr).toContain(`${at('servers.csv')}:3: Unknown kind`)
})

test('a connection that is cut is taken up where it was, and a store that is away is waited for', async () => {
  const bucket = await startBucket()
  const table = await tableOf(30_000)
  await bucket.put('servers.parquet', table)
  bucket.cut = { times: 3, after: 300_000 }
  bucket.requests.length = 0
  const away = start(bucket.env, ['assess', at('servers.parquet'), '-o', at('out.csv')])
  await vi.waitFor(() => expect(bucket.cut.times).toBe(0), { timeout: 60_000, interval: 20 })
  const begins = bucket.requests.flatMap(({ range }) => /^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? [])
  expect(begins.slice(0, 3)).toEqual(['0', '300000', '600000'])
  bucket.leave()
  await vi.waitFor(() => expect(bucket.missed()).toBeGreaterThan(2), { timeout: 60_000, interval: 20 })
  expect(bucket.keys()).toEqual(['servers.parquet'])
  bucket.comeBack()
  const ended = await away.ended
  expect(ended).toMatchObject({ status: 0, left: [], stderr: expect.not.stringContaining('error') })
  expect(rowsOf(await bucket.get('out.csv'))).toHaveLength(30_000)
  // It was sent in parts.
  expect(bucket.requests.some(({ line }) => line.includes('partNumber=2'))).toBe(true)
})

test('what was copied of a connection that is cut is what the object has', async () => {
  const bucket = await startBucket()
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const content = randomBytes(3_000_000)
  await bucket.put('random', content)
  bucket.cut = { times: 5, after: 400_000, atOnce: true }
  const store = new ObjectStore(BUCKET, 60_000)
  const object = await store.find('random')
  const file = scratch('copy')
  writeFileSync(file, '')
  await store.fetch(object as StoredObject, file)
  expect(bucket.cut.times).toBe(0)
  expect(readFileSync(file).equals(content)).toBe(true)
})

test('a run that is ended leaves no object and no copies', async () => {
  const bucket = await startBucket()
  await bucket.put('servers.parquet', await tableOf(60_000))
  const { child, ended } = start(bucket.env, ['assess', at('servers.parquet'), '-o', at('out.parquet')])
  await vi.waitFor(() => expect(bucket.requests.some(({ range }) => range?.startsWith('bytes=0-'))).toBe(true), {
    timeout: 60_000,
    interval: 20,
  })
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ status: 'SIGTERM', left: [] })
  expect(bucket.keys()).toEqual(['servers.parquet'])
})
