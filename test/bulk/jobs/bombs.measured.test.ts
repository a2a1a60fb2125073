import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { expect, it } from 'vitest'
import { inDatabase, newFolder, servers } from './job-service.ts'
import { type MachineService, startMachine, treeMb } from './machines.ts'
import { parquet, type SentFile } from './parquet-file.ts'
import { slownessOfJobs } from './slowness.ts'

const MEMORY_MB = 256
/** What a service takes besides MEMORY, with the process of its jobs. */
const OTHER_MB = 700

const LABEL = `repeat('x', 1000000)`
const LINE = `${JSON.stringify({ kind: 'laptop', label: 'x'.repeat(1_000_000) })}\n`

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
  [
    'an object of 900,000 fields',
    async () => ({
      type: 'application/json',
      body: `{"kind":"laptop",${Array.from({ length: 900_000 }, (_, at) => `"k${at.toString(36)}":1`).join(',')}}`,
    }),
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
  const slowness = await slownessOfJobs()
  for (const [name, made, fault] of BOMBS) {
    const bomb = await made()
    const begunAt = performance.now()
    const { result, most, statuses } = await watched(service, async () => service.ended(await service.send(bomb)))
    expect([name, result.state, result.fault]).toEqual([name, 'failed', expect.stringMatching(fault)])
    const milliseconds = performance.now() - begunAt
    expect([name, ...statuses]).toEqual([name, 200])
    expect(milliseconds, name).toBeLessThan(10_000 * Math.max(slowness, await slownessOfJobs()))
    expect(most(), name).toBeLessThan(MEMORY_MB + OTHER_MB)
  }
  expect(await service.ended(await service.send(servers(100)))).toMatchObject({ state: 'done', rowsFaulty: 0 })
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
