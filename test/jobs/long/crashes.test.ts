import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newFolder, servers } from '../job-service.ts'
import { hangingJob, type MachineService, runnersOf, startMachine, startRedis, startWorker } from './machines.ts'

const GIVEN_UP = 'The job was given up: nothing came of it, however often it was begun'

/** Ends the process that works on a job each time that it reads its file, until the job is given up. */
async function endWhoeverReads(service: MachineService, folder: string, job: string): Promise<number> {
  const tries = () => {
    try {
      return (JSON.parse(readFileSync(join(folder, job, 'tries.json'), 'utf8')) as { times: number }).times
    } catch {
      return 0
    }
  }
  let ended = 0
  while ((await service.status(job)).state !== 'failed') {
    if (tries() > ended) {
      ended = tries()
      for (const pid of runnersOf(service)) process.kill(pid, 'SIGKILL')
    }
    await wait(50)
  }
  return ended
}

test('a job that ends its process again and again is given up; others that were in work with it are not', async () => {
  const folder = newFolder()
  const first = await startMachine({ JOBS_FOLDER: folder })
  const like = await first.send(servers(2))
  await first.ended(like)
  await first.stop()
  const poison = hangingJob(folder, like)
  const service = await startMachine({ JOBS_FOLDER: folder, JOB_WORKERS: '1' })
  const others = await Promise.all([servers(30_000), servers(20_000, 50_000)].map((file) => service.send(file)))
  expect(await endWhoeverReads(service, folder, poison)).toBe(5)
  expect(await service.status(poison)).toMatchObject({ state: 'failed', fault: GIVEN_UP })
  for (const id of others) expect(await service.ended(id)).toMatchObject({ state: 'done', faulty: 0 })
}, 400_000)

test('over Redis, too', async () => {
  const folder = newFolder()
  const redis = await startRedis()
  const shared = { JOBS_FOLDER: folder, JOBS_URL: redis.url }
  const env = { ...shared, JOB_WORKERS: '0' }
  const first = await startMachine(env)
  await startWorker(shared)
  const like = await first.send(servers(2))
  await first.ended(like)
  await first.stop()
  const poison = hangingJob(folder, like)
  const service = await startMachine(env)
  const others = await Promise.all([servers(30_000), servers(20_000, 50_000)].map((file) => service.send(file)))
  expect(await endWhoeverReads(service, folder, poison)).toBe(5)
  expect(await service.status(poison)).toMatchObject({ state: 'failed', fault: GIVEN_UP })
  for (const id of others) expect(await service.ended(id)).toMatchObject({ state: 'done', faulty: 0 })
}, 400_000)

test('restarts of the service count for no job', async () => {
  const folder = newFolder()
  const env = { JOBS_FOLDER: folder, JOB_WORKERS: '1' }
  let service = await startMachine(env)
  const like = await service.send(servers(2))
  await service.ended(like)
  const id = hangingJob(folder, like)
  for (let restart = 0; restart < 7; restart++) {
    await service.stop()
    service = await startMachine(env)
    await expect.poll(async () => (await service.status(id)).state, { timeout: 30_000 }).toBe('running')
    await wait(500)
  }
  expect((await service.status(id)).fault).toBe(null)
  expect((await service.remove(id)).status).toBe(200)
}, 400_000)
