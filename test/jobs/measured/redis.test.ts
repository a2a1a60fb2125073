import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownElectricity } from '../../http/support/own-tables.ts'
import { newFolder, servers } from '../job-service.ts'
import {
  checkProgress,
  SOME_ROWS,
  someServers,
  startMachine,
  startRedis,
  startWorker,
  watch,
} from '../long/machines.ts'
import { slownessOfJobs } from '../long/slowness.ts'

/** Machines over Redis: a service that only accepts and joins. */
async function startMachines() {
  const redis = await startRedis()
  const shared = { JOBS_URL: redis.url, JOBS_FOLDER: newFolder() }
  return { redis, shared, service: await startMachine({ ...shared, JOB_WORKERS: '0', JOBS_PER_KEY: '20' }) }
}

const COMPLETE = { state: 'done', rows: SOME_ROWS, done: SOME_ROWS, faulty: 0 }

test('progress moves with two workers, too', async () => {
  const { shared, service } = await startMachines()
  await Promise.all([startWorker(shared), startWorker(shared)])
  const slowness = await slownessOfJobs()
  const id = await service.send(servers(200_000))
  const seen = await watch(service, id)
  expect(seen.at(-1)?.job).toMatchObject({ state: 'done', rows: 200_000, done: 200_000, faulty: 0 })
  checkProgress(seen, Math.max(slowness, await slownessOfJobs()))
}, 400_000)

test('two workers are killed at random moments, ten times: the totals are the same to the last digit', async () => {
  const { shared, service } = await startMachines()
  let workers = [await startWorker(shared), await startWorker(shared)]
  const { totals } = await service.ended(await service.send(someServers))
  expect(totals?.assessed).toBeGreaterThan(SOME_ROWS)
  for (let round = 0; round < 10; round++) {
    const id = await service.send(someServers)
    const moments = workers.map(() => Math.round(Math.random() * 4000))
    workers = await Promise.all(
      workers.map(async (worker, index) => {
        await wait(moments[index])
        await worker.kill()
        return startWorker(shared)
      }),
    )
    const done = await service.ended(id)
    expect(done, `killed after ${moments.join(' and ')} ms`).toMatchObject(COMPLETE)
    expect(done.totals).toEqual(totals)
  }
}, 900_000)

test('Redis is killed and started again, or loses everything: nothing of a job is lost', async () => {
  const { redis, shared, service } = await startMachines()
  await startWorker(shared)
  const { totals } = await service.ended(await service.send(someServers))
  const kept = await service.send(someServers)
  await service.reached(kept, 1)
  await redis.restart()
  expect(await service.ended(kept)).toMatchObject({ ...COMPLETE, totals })
  const forgotten = await service.send(someServers)
  await service.reached(forgotten, 1)
  await redis.forget()
  expect(await service.ended(forgotten)).toMatchObject({ ...COMPLETE, totals })
}, 900_000)

test('a worker with other figures does not take a part', async () => {
  const { shared, service } = await startMachines()
  await startWorker({ ...shared, DATA_FOLDER: ownElectricity('0.5').folder })
  const id = await service.send(servers(100))
  await expect.poll(async () => (await service.status(id)).step, { timeout: 30_000 }).toBe('evaluating')
  await wait(5000)
  expect(await service.status(id)).toMatchObject({ state: 'running', done: 0 })
  await startWorker(shared)
  expect(await service.ended(id)).toMatchObject({ state: 'done', done: 100, release: '2026.11' })
}, 300_000)

test('a job that is removed leaves the workers to others, and a short job does not wait for a long one', async () => {
  const { shared, service } = await startMachines()
  await startWorker(shared)
  const removed = await service.send(servers(400_000))
  await service.reached(removed, 1)
  expect((await fetch(`${service.base}/v2/jobs/${removed}`, { method: 'DELETE' })).status).toBe(200)
  const long = await service.send(servers(200_000))
  await service.reached(long, 1)
  const short = await service.send(servers(20_000, 1_000_000))
  // How long it takes to read and to write files is another matter: what counts is when its parts are done.
  await expect
    .poll(async () => (await service.status(short)).step, { timeout: 60_000, interval: 20 })
    .toBe('evaluating')
  const before = (await service.status(long)).done
  await service.reached(short, 20_000)
  expect((await service.status(long)).done - before).toBeLessThanOrEqual(6 * 10_240)
  expect(await service.ended(short)).toMatchObject({ state: 'done', rows: 20_000 })
  const garbage = await service.send('colour,taste\nred,sweet\n')
  expect(await service.ended(garbage)).toMatchObject({ state: 'failed', fault: expect.stringContaining('No column') })
}, 900_000)

test('a service with other figures leaves a job to the one that has them', async () => {
  const { shared, service } = await startMachines()
  await startMachine({ ...shared, DATA_FOLDER: ownElectricity('0.5').folder, JOB_WORKERS: '0', JOBS_PER_KEY: '20' })
  await startWorker(shared)
  const ids = await Promise.all(Array.from({ length: 6 }, () => service.send(servers(20))))
  for (const id of ids) expect(await service.ended(id)).toMatchObject({ state: 'done', done: 20 })
}, 300_000)
