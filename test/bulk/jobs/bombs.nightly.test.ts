import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { inDatabase, newFolder, servers, startJobService } from './job-service.ts'
import { hangAt, type MachineService, type Sent, startMachine, treeMb } from './machines.ts'

type SentFile = Exclude<Sent, string>

const MEMORY_MB = 256
/** What a service takes besides MEMORY, with the process of its jobs. */
const OTHER_MB = 700

const LABEL = `repeat('x', 1000000)`
const LINE = `${JSON.stringify({ kind: 'laptop', label: 'x'.repeat(1_000_000) })}\n`

async function parquet(select: string): Promise<SentFile> {
  const file = join(newFolder(), 'bomb.parquet')
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  await database.run(`COPY (SELECT 'laptop' AS kind, ${select}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`)
  database.closeSync()
  expect(statSync(file).size).toBeLessThan(2_500_000)
  return { type: 'application/vnd.apache.parquet', body: readFileSync(file) }
}

/** Text again and again, as gzip. */
async function packed(type: string, text: string, times: number): Promise<SentFile> {
  const texts = function* () {
    for (let time = 0; time < times; time++) yield text
  }
  return { type, body: await buffer(Readable.from(texts()).pipe(createGzip())) }
}

const BOMBS: readonly (readonly [name: string, made: () => Promise<SentFile>, fault: RegExp])[] = [
  ['100 labels of a megabyte', () => parquet(`${LABEL} AS label FROM range(100)`), /32 MB/],
  ['800 labels of a megabyte', () => parquet(`${LABEL} AS label FROM range(800)`), /32 MB/],
  ['800 unread cells of a megabyte', () => parquet(`${LABEL} AS note FROM range(800)`), /32 MB/],
  ['a cell of two megabytes', () => parquet(`repeat('x', 2000000) AS label`), /1 MB/],
  ['cells just below the bound', () => parquet(`repeat('x', 64000) AS label FROM range(100000)`), /of memory/],
  [
    'lists of a million',
    () => parquet(`list_resize(['x'], 1000000, 'x') AS tags FROM range(20)`),
    /column tags .* 1000 entries/,
  ],
  ['maps of long texts', () => parquet(`MAP {'a': ${LABEL}} AS tags FROM range(800)`), /of memory/],
  ['lists of long texts', () => parquet(`[${LABEL}, ${LABEL}] AS label FROM range(400)`), /of memory/],
  [
    'ten thousand columns',
    () => parquet(`${Array.from({ length: 10_000 }, (_, at) => `'x' AS c${at}`).join(', ')} FROM range(10)`),
    /10001 columns/,
  ],
  [
    'a hundred lines of a megabyte',
    async () => ({ type: 'application/x-ndjson', body: LINE.repeat(100) }),
    / of memory/,
  ],
  ['lines of a megabyte as gzip', () => packed('application/x-ndjson', LINE, 800), /200 times/],
  ['rows of one kind as gzip', () => packed('text/csv', 'kind\n'.repeat(1000), 100_000), /200 times/],
  ['one long line as gzip', () => packed('text/csv', 'x'.repeat(1_000_000), 400), /200 times/],
]

/** The largest tree of processes while work is done, and whether other requests were answered. */
async function watched<Result>(service: MachineService, work: () => Promise<Result>) {
  let [most, isDone] = [0, false]
  const statuses = new Set<number>()
  const watching = (async () => {
    while (!isDone) {
      most = Math.max(most, treeMb(service))
      statuses.add((await fetch(`${service.base}/v1/server?duration=${1 + Math.random()}`)).status)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  try {
    return { result: await work(), most: () => most, statuses }
  } finally {
    isDone = true
    await watching
  }
}

it('files of few bytes that unpack to gigabytes fail with a reason, within the memory, and stop nobody', async () => {
  const service = await startMachine({ JOBS_FOLDER: newFolder(), MEMORY: `${MEMORY_MB}MB`, JOBS_PER_KEY: '100' })
  for (const [name, made, fault] of BOMBS) {
    const bomb = await made()
    const { result, most, statuses } = await watched(service, async () => service.ended(await service.send(bomb)))
    expect([name, result.state, result.fault]).toEqual([name, 'failed', expect.stringMatching(fault)])
    expect([name, ...statuses]).toEqual([name, 200])
    expect(most(), name).toBeLessThan(MEMORY_MB + OTHER_MB)
  }
  expect(await service.ended(await service.send(servers(100)))).toMatchObject({ state: 'done', rowsFaulty: 0 })
})

it('long rows of files take as much as there are other rows between them', async () => {
  const { finish } = await startJobService()
  const label = (row: number) => 'x'.repeat(row % 16 === 0 ? 130_000 : 5)
  const csv = Array.from({ length: 5000 }, (_, row) => `laptop,${label(row)}\n`).join('')
  expect(await finish(`kind,label\n${csv}`)).toMatchObject({ state: 'done', rowsRead: 5000, rowsFaulty: 0 })
  const { body, type } = await parquet(`repeat('x', if(range % 16 = 0, 130000, 5)) AS label FROM range(5000)`)
  expect(await finish(body, { type })).toMatchObject({ state: 'done', rowsRead: 5000, rowsFaulty: 0 })
  const many = Array.from({ length: 600 }, () => `laptop,${label(0)}\n`).join('')
  expect(await finish(`kind,label\n${many}`)).toMatchObject({ state: 'done', rowsRead: 600, rowsFaulty: 342 })
})

it('a job that takes all memory fails when it has done so twice; a job beside it is done', async () => {
  const folder = newFolder()
  const service = await startMachine({ JOBS_FOLDER: folder, MEMORY: `${MEMORY_MB}MB`, JOBS_PER_KEY: '100' })
  const other = await service.send(servers(20_000))
  await service.reached(other, 1)
  // One list of millions among many of one: few on average.
  const bomb = await parquet(`list_resize(['x'], if(range = 0, 30000000, 1), 'x') AS tags FROM range(32000)`)
  const { result, most } = await watched(service, async () => service.ended(await service.send(bomb)))
  expect(result).toMatchObject({ state: 'failed', fault: expect.stringMatching(/ of memory/) })
  expect(inDatabase(folder, 'SELECT 1 FROM tries')).toEqual([])
  expect(most()).toBeLessThan(MEMORY_MB + OTHER_MB)
  expect(await service.ended(other)).toMatchObject({ state: 'done', rowsFaulty: 0 })
})

/** Leaves a step of a job as a process does that ended so often for lack of memory in it. */
function starve(folder: string, id: string, step: string, times: number): void {
  inDatabase(
    folder,
    'INSERT INTO tries (job, step, times, is_open, starved) VALUES (?, ?, ?, 0, ?)',
    id,
    step,
    times,
    times,
  )
}

it('a result in another format that takes all memory twice is refused once, and holds no job', async () => {
  const { folder, finish, get } = await startJobService()
  const { id } = await finish(servers(3))
  starve(folder, id, 'converting to csv', 2)
  const asked = () => get(`/v2/jobs/${id}/result`, { accept: 'text/csv' })
  expect((await asked()).status).toBe(507)
  expect(await finish(servers(4))).toMatchObject({ state: 'done', rowsRead: 4 })
  expect((await asked()).status).toBe(200)
})

it('a job that is to be tried alone waits for the earlier jobs of its key, and nothing else waits for it', async () => {
  const folder = newFolder()
  const first = await startJobService({}, { folder })
  const earlier = await first.finish(servers(3))
  const later = await first.finish(servers(4))
  await first.stop()
  starve(folder, later.id, 'reading', 1)
  inDatabase(folder, `UPDATE jobs SET state = 'queued'`)
  const { ended } = await startJobService({}, { folder })
  for (const { id } of [earlier, later]) expect(await ended(id)).toMatchObject({ state: 'done', rowsFaulty: 0 })
})

it('what is tried alone holds other jobs for a minute at most', async () => {
  const { folder, finish } = await startJobService({ MEMORY: '2GB' })
  const { id } = await finish(servers(2))
  hangAt(join(folder, id, 'rows-00000.parquet'))
  starve(folder, id, 'converting to csv', 1)
  inDatabase(folder, `INSERT INTO conversions VALUES (?, 'csv', NULL)`, id)
  const begun = performance.now()
  expect(await finish(servers(3))).toMatchObject({ state: 'done', rowsRead: 3 })
  expect(performance.now() - begun).toBeGreaterThan(30_000)
  expect(inDatabase(folder, 'SELECT starved, is_open FROM tries')).toEqual([{ starved: 0, is_open: 1 }])
})
