import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { ownElectricity } from '../../http/support/own-tables.ts'
import { leftOver, newFolder, servers } from '../job-service.ts'
import { type Sent, startMachine, startRedis, startWorker } from './machines.ts'

test('garbage, half a file and a bomb fail with the reason, or are not taken, and stop no other job', async () => {
  const redis = await startRedis()
  const shared = { JOBS_URL: redis.url, JOBS_FOLDER: newFolder() }
  const limits = { JOBS_PER_KEY: '20', MAX_JOB_UNPACKED_BYTES: '30000000', MAX_JOB_ROWS: '250000' }
  const { base, send, ended } = await startMachine({ ...shared, ...limits, JOB_WORKERS: '0' })
  await startWorker(shared)
  const good = await send(servers(20_000))

  const table = await send(servers(2000))
  await ended(table)
  const result = await fetch(`${base}/v2/jobs/${table}/result`, {
    headers: { accept: 'application/vnd.apache.parquet' },
  })
  const parquet = new Uint8Array(await result.arrayBuffer())
  const bad: readonly (readonly [Sent, RegExp])[] = [
    [{ type: 'text/csv', body: crypto.getRandomValues(new Uint8Array(4096)) }, /./],
    ['colour,taste\nred,sweet\n', /^No column is known: colour, taste/],
    [{ type: 'application/json', body: '{"format_version":' }, /./],
    [{ type: 'application/x-ndjson', body: '[[[[[' }, /./],
    [{ type: 'application/vnd.apache.parquet', body: parquet.subarray(0, parquet.length >> 1) }, /parquet|magic/i],
    [
      { type: 'text/csv', body: gzipSync(`kind\n${'server\n'.repeat(250_001)}`) },
      /^The file has more than 250000 rows$/,
    ],
  ]
  const ids = await Promise.all(bad.map(([file]) => send(file)))
  for (const [index, id] of ids.entries()) {
    const { state, fault, totals } = await ended(id)
    expect([state, totals]).toEqual(['failed', null])
    expect(fault).toMatch(bad[index]?.[1] as RegExp)
    expect(fault).not.toContain(shared.JOBS_FOLDER)
  }

  const bomb = gzipSync(Buffer.alloc(40_000_000, 'a'))
  await expect(send({ type: 'text/csv', body: bomb })).rejects.toThrow('413: {"detail":"The file unpacks to more than')
  const packed = gzipSync(servers(2000))
  const half = packed.subarray(0, packed.length >> 1)
  await expect(send({ type: 'text/csv', body: half })).rejects.toThrow('422: {"detail":"The file cannot be unpacked')

  // A table that ends in the midst of a row: those before it are assessed.
  const whole = servers(30_000)
  const cut = whole.slice(0, whole.lastIndexOf('server') + 3)
  expect(await ended(await send(cut))).toMatchObject({ state: 'done', rows: 30_000, faulty: 1 })
  expect(await ended(good)).toMatchObject({ state: 'done', done: 20_000, faulty: 0 })
}, 400_000)

test('a job may be cancelled whatever it is at, and leaves nothing in the folder nor in Redis', async () => {
  const redis = await startRedis()
  const folder = newFolder()
  const shared = { JOBS_URL: redis.url, JOBS_FOLDER: folder }
  const { send, status, ended, remove } = await startMachine({ ...shared, JOB_WORKERS: '0' })
  await startWorker(shared)
  const file = servers(60_000)
  for (const step of ['queued', 'reading', 'evaluating', 'writing', 'done']) {
    const id = await send(file)
    const watched = ended(id)
    const isAt = async () => {
      const now = await status(id)
      return [now.state, now.step].includes(step as never) || now.state === 'done'
    }
    await expect.poll(isAt, { timeout: 120_000, interval: 5 }).toBe(true)
    expect((await remove(id)).status).toBe(200)
    expect(['cancelled', 'done']).toContain((await watched).state)
    expect((await remove(id)).status).toBe(404)
  }
  expect(await ended(await send(servers(10)))).toMatchObject({ state: 'done', done: 10 })
  const client = new Redis(redis.url)
  const queued = async () =>
    (await client.keys('*')).filter((key) => /[0-9a-f]{32}/.test(key) && !/:(stalled-check|events)/.test(key))
  await expect.poll(queued, { timeout: 60_000 }).toEqual([])
  client.disconnect()
  expect(leftOver(folder).length).toBe(1)
}, 400_000)

test('an upgrade: a job whose figures nobody has any more is begun anew, or fails where its release is gone', async () => {
  const redis = await startRedis()
  const folder = newFolder()
  const shared = { JOBS_URL: redis.url, JOBS_FOLDER: folder }
  const old = [
    // Other defaults are other figures of the same release; own tables are another release.
    await startMachine({ ...shared, JOB_WORKERS: '0', DEFAULT_LOCATION: 'FRA' }),
    await startMachine({ ...shared, JOB_WORKERS: '0', DATA_FOLDER: ownElectricity('0.5').folder }),
  ]
  const [renewed, gone] = await Promise.all(old.map((service) => service.send(servers(10_300))))
  for (const [index, id] of [renewed, gone].entries()) {
    const service = old[index] as (typeof old)[number]
    await expect.poll(async () => (await service.status(id as string)).step, { timeout: 60_000 }).toBe('evaluating')
  }
  for (const { stop } of old) await stop()
  const { ended } = await startMachine({ ...shared, JOB_WORKERS: '0', MAX_JOB_STEP_MS: '10000' })
  await startWorker(shared)
  expect(await ended(renewed as string)).toMatchObject({ state: 'done', done: 10_300, release: '2026.11' })
  const { state, fault } = await ended(gone as string)
  expect([state, fault]).toEqual([
    'failed',
    expect.stringMatching(/^The data release 2026\.11\+.* is no longer there$/),
  ])
  expect(
    readdirSync(folder)
      .filter((name) => name.startsWith('.'))
      .filter((name) => !name.startsWith('.lock')),
  ).toEqual([])
}, 400_000)
