import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { JobStore } from '../../src/jobs/job-store.ts'
import { openPlace } from '../../src/jobs/places/open-place.ts'
import { BUCKET, startBucket } from '../bucket.ts'
import { spawnMain } from '../http/support/spawn-main.ts'
import { newFolder } from './job-service.ts'
import { addQueuedJob } from './queued-job.ts'

const HOUR = 3_600_000

/** Jobs in a bucket, as two machines see them. */
async function twoMachines() {
  const bucket = await startBucket()
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const open = () => new JobStore(openPlace({ folder: newFolder(), store: `s3://${BUCKET}/jobs` }), HOUR)
  const [here, there] = [open(), open()]
  const add = (owner: string | null) => addQueuedJob(here, owner)
  return { bucket, here, there, add }
}

test.for([
  [{ JOBS_FOLDER: 's3://fleet/jobs' }, 'JOBS_FOLDER: expected a folder, since an object store needs JOBS_URL'],
  [{ JOBS_FOLDER: 's3:/fleet', JOBS_URL: 'redis://127.0.0.1:9' }, 'JOBS_FOLDER: expected a folder, or an address'],
] as const)('an object store that cannot be used is refused at the start: %j', async ([env, fault]) => {
  const refused = spawnMain(env)
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(fault)
})

test('a job that was removed is gone for all machines, and nobody brings it back', async () => {
  const { bucket, here, there, add } = await twoMachines()
  const record = await add('mine')
  const folder = there.of(record.id)
  await folder.files.fetch(folder.input)
  await here.remove(record.id)
  expect(await there.find('mine', record.id)).toBeUndefined()
  await expect(folder.writeRecord({ ...record, state: 'running' })).rejects.toThrow('The job was removed')
  expect(bucket.keys()).toEqual([])
  expect(await there.list()).toEqual([])
})

test('a job is found by its key on all machines, its files are copied once, and its record is read when it is another', async () => {
  const { bucket, here, there, add } = await twoMachines()
  const record = await add('mine')
  expect(await there.find('yours', record.id)).toBeUndefined()
  expect(await there.find('mine', record.id)).toEqual(record)
  const folder = there.of(record.id)
  bucket.requests.length = 0
  const copies = await Promise.all([1, 2, 3].map(() => folder.files.fetch(folder.input)))
  expect(copies.map((file) => readFileSync(file, 'utf8'))).toEqual(Array(3).fill('kind\nserver\n'))
  expect(bucket.requests.filter(({ line }) => line.startsWith('GET'))).toHaveLength(1)
  expect([await there.list(), await there.list()]).toEqual([[record], [record]])
  expect(
    bucket.requests.filter(({ line }) => line === `GET /${BUCKET}/jobs/${record.id}.json?x-id=GetObject`),
  ).toHaveLength(1)
  await here.of(record.id).writeRecord({ ...record, state: 'running' })
  expect(await there.list()).toEqual([{ ...record, state: 'running' }])
})

test('a request that comes again to another machine is known there', async () => {
  const { here, there } = await twoMachines()
  const request = { name: 'a'.repeat(64), content: 'b'.repeat(64) }
  const record = await addQueuedJob(here, 'mine', { request })
  expect(await there.sentAs('mine', request.name)).toEqual(record)
  expect(await there.sentAs('yours', request.name)).toBeUndefined()
  await here.remove(record.id)
  expect(await there.sentAs('mine', request.name)).toBeUndefined()
})

test('what was kept of a file that is refused goes, and its request does not wait for a store that is away', async () => {
  const { bucket, here } = await twoMachines()
  const [first, second] = [await here.begin('mine'), await here.begin('mine')]
  for (const { folder } of [first, second]) writeFileSync(join(folder.path, folder.input), 'kind\nserver\n')
  await here.keep(first)
  await here.keep(second)
  await here.discard(first)
  await expect.poll(() => bucket.keys()).toEqual([`jobs/${second.id}/input`])
  await bucket.leave()
  const begun = performance.now()
  await here.discard(second)
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(readdirSync(here.folder)).toEqual([])
  await bucket.comeBack()
  await expect.poll(() => bucket.keys(), { timeout: 20_000 }).toEqual([])
})

test('what has ended goes when its time is over, and what nobody made a job of is left for a while', async () => {
  const { bucket, here, there, add } = await twoMachines()
  const [over, kept] = [await add(null), await add(null)]
  const ended = { state: 'done', finishedAt: new Date(Date.now() - 2 * HOUR).toISOString() } as const
  await here.of(over.id).writeRecord({ ...over, ...ended })
  const { id } = await here.begin(null)
  await bucket.put(`jobs/${id}/input`, 'half of a job')
  await bucket.put('others.csv', 'nothing of ours')
  await there.sweep()
  expect(bucket.keys()).toEqual(
    [`jobs/${id}/input`, `jobs/${kept.id}.json`, `jobs/${kept.id}/input`, 'others.csv'].sort(),
  )
  vi.setSystemTime(Date.now() + 3 * HOUR)
  onTestFinished(() => void vi.useRealTimers())
  await there.sweep()
  expect(bucket.keys()).toEqual([`jobs/${kept.id}.json`, `jobs/${kept.id}/input`, 'others.csv'].sort())
})

test('copies of a job go when it has ended, and those of one that runs stay', async () => {
  const { here, there, add } = await twoMachines()
  const [done, running] = [await add(null), await add(null)]
  for (const { id } of [done, running]) await there.of(id).files.fetch('input')
  await here.of(done.id).writeRecord({ ...done, state: 'failed', finishedAt: new Date().toISOString() })
  await there.leaveEnded()
  const own = join(there.folder, `work-${process.pid}`)
  expect(readdirSync(own).sort()).toEqual([done.id, running.id].sort())
  vi.setSystemTime(Date.now() + HOUR / 2 + 60_000)
  onTestFinished(() => void vi.useRealTimers())
  await there.leaveEnded()
  expect(readdirSync(own)).toEqual([running.id])
  expect(existsSync(join(own, running.id, 'input'))).toBe(true)
})
