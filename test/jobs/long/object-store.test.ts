import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BUCKET, startBucket } from '../../bucket.ts'
import { spawnMain } from '../../http/support/spawn-main.ts'
import { newFolder, servers } from '../job-service.ts'
import { type MachineService, SOME_ROWS, someServers, startMachine, startRedis, startWorker } from './machines.ts'

/** Machines that share nothing but Redis and a bucket: each has a temporary folder of its own. */
async function startMachines() {
  const [redis, bucket] = await Promise.all([startRedis(), startBucket()])
  const shared = { ...bucket.env, JOBS_URL: redis.url, JOBS_FOLDER: `s3://${BUCKET}/jobs` }
  const machine = () => ({ ...shared, TMPDIR: newFolder() })
  const service = () => startMachine({ ...machine(), JOB_WORKERS: '0', JOBS_PER_KEY: '20' })
  return { bucket, machine, service }
}

/** The totals of some servers by a service that has a folder and no bucket. */
async function totalsOf(file: string, query?: string) {
  const alone = await startMachine({ JOBS_FOLDER: newFolder(), JOB_WORKERS: '1' })
  const id = await alone.send(file, query)
  const { totals } = await alone.ended(id)
  return { totals, rows: await resultOf(alone, id) }
}

async function resultOf({ base }: MachineService, id: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${base}/v2/jobs/${id}/result`, { headers: { accept: 'text/csv', ...headers } })
  return response.text()
}

const COMPLETE = { state: 'done', rows: SOME_ROWS, done: SOME_ROWS, faulty: 0 }

test('two services and two workers without a folder in common come to what one machine comes to, to the last digit', async () => {
  const { bucket, machine, service } = await startMachines()
  const places = [machine(), machine()]
  const [first, second] = await Promise.all([service(), service()])
  await Promise.all(places.map(startWorker))
  const wanted = await totalsOf(someServers)
  const ids = [await first.send(someServers), await second.send(someServers), await first.send(someServers)]
  for (const id of ids) {
    expect(await second.ended(id)).toMatchObject({ ...COMPLETE, totals: wanted.totals })
    expect(await first.status(id)).toMatchObject(COMPLETE)
  }
  const [id] = ids as [string]
  expect(await resultOf(second, id)).toBe(wanted.rows)
  expect(await resultOf(first, id, { range: 'bytes=100-299' })).toBe(wanted.rows.slice(100, 300))
  // Of a job that is done there is the record and its result.
  const left = bucket.keys().filter((key) => key.startsWith(`jobs/${id}`))
  expect(left).toEqual([`jobs/${id}.json`, `jobs/${id}/result.csv`, `jobs/${id}/result.parquet`])
  for (const each of ids) await fetch(`${first.base}/v2/jobs/${each}`, { method: 'DELETE' })
  expect(bucket.keys()).toEqual([])
  expect((await fetch(`${second.base}/v2/jobs/${id}`)).status).toBe(404)
}, 600_000)

test('a part of a result is sent by its bytes, and what is known already is not sent', async () => {
  const { machine, service } = await startMachines()
  const one = await service()
  await startWorker(machine())
  const id = await one.send(servers(50))
  await one.ended(id)
  const url = `${one.base}/v2/jobs/${id}/result`
  const ask = (headers: Record<string, string>, method = 'GET') =>
    fetch(url, { method, headers: { accept: 'text/csv', ...headers } })
  const whole = await ask({})
  const [text, tag] = [await whole.text(), whole.headers.get('etag') as string]
  const size = Buffer.byteLength(text)
  expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('content-length')]).toEqual([
    200,
    'bytes',
    String(size),
  ])
  const cases: readonly (readonly [headers: Record<string, string>, status: number, body: string])[] = [
    [{ range: 'bytes=10-19' }, 206, text.slice(10, 20)],
    [{ range: 'bytes=10-' }, 206, text.slice(10)],
    [{ range: 'bytes=-7' }, 206, text.slice(-7)],
    [{ range: `bytes=10-${size + 99}` }, 206, text.slice(10)],
    [{ range: `bytes=${size}-` }, 416, `{"detail":"The file has ${size} bytes, and none of those"}`],
    [{ range: 'bytes=0-1,5-6' }, 200, text],
    [{ range: 'bytes=0-1', 'if-range': tag }, 206, text.slice(0, 2)],
    [{ range: 'bytes=0-1', 'if-range': '"another"' }, 200, text],
    [{ 'if-none-match': tag }, 304, ''],
  ]
  for (const [headers, status, body] of cases) {
    const response = await ask(headers)
    expect([headers, response.status, await response.text()]).toEqual([headers, status, body])
  }
  const partial = await ask({ range: 'bytes=10-19' })
  expect(partial.headers.get('content-range')).toBe(`bytes 10-19/${size}`)
  const head = await ask({}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(size), ''])
}, 300_000)

test('workers are killed and the store is away for some seconds: nothing of a job is lost', async () => {
  const { bucket, machine, service } = await startMachines()
  const { totals } = await totalsOf(someServers)
  const one = await service()
  const [place, other] = [machine(), machine()]
  const killed = await startWorker(place)
  await startWorker(other)
  const id = await one.send(someServers)
  await one.reached(id, 1)
  await killed.kill()
  await startWorker(place)
  await bucket.leave()
  await wait(4000)
  await bucket.comeBack()
  expect(await one.ended(id)).toMatchObject({ ...COMPLETE, totals })
}, 600_000)

test('a job that is removed in the midst of its work leaves nothing, in the bucket and with the workers that stop', async () => {
  const { bucket, machine, service } = await startMachines()
  const one = await service()
  const place = machine()
  const worker = await startWorker(place)
  const id = await one.send(someServers)
  await one.reached(id, 1)
  expect((await fetch(`${one.base}/v2/jobs/${id}`, { method: 'DELETE' })).status).toBe(200)
  const next = await one.send(servers(100))
  expect(await one.ended(next)).toMatchObject({ state: 'done', done: 100 })
  expect((await fetch(`${one.base}/v2/jobs/${id}`)).status).toBe(404)
  expect(bucket.keys().filter((key) => key === `jobs/${id}.json`)).toEqual([])
  await worker.stop()
  expect(
    readdirSync(place.TMPDIR, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('assets')),
  ).toEqual([])
}, 300_000)

test('while the store is away for long, requests are asked to come again, and credentials that are wrong stop the start', async () => {
  const { bucket, machine, service } = await startMachines()
  const one = await service()
  const id = await one.send(servers(10))
  await bucket.leave()
  const response = await fetch(`${one.base}/v2/jobs/${id}`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await response.json()).toEqual({ detail: expect.stringContaining('The store of jobs is away') })
  await bucket.comeBack()
  expect((await fetch(`${one.base}/v2/jobs/${id}`)).status).toBe(200)
  const refused = spawnMain({ ...machine(), AWS_ACCESS_KEY_ID: 'nobody' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('The store does not know this access key')
}, 120_000)
