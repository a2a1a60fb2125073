import { expect, test } from 'vitest'
import type { JobStatus } from '../../../src/jobs/job.ts'
import { KEY_HASHES, KEYS, newFolder, servers } from '../job-service.ts'
import { type MachineService, startMachine, startRedis, startWorker } from './machines.ts'

const [MINE, YOURS] = [KEYS.mine, KEYS.yours]
const PART = 10_240
const MANY = 6

/** One key sends many jobs of two parts, another sends one when they are in work. */
async function race({ send, status, ended }: MachineService) {
  const file = (from: number) => servers(2 * PART, from)
  const ids = await Promise.all(Array.from({ length: MANY }, (_, job) => send(file(job * 100_000), undefined, MINE)))
  const done = async () => {
    const all = await Promise.all(ids.map((id) => status(id, MINE)))
    return all.reduce((sum, job) => sum + job.done, 0)
  }
  await expect.poll(done, { timeout: 120_000 }).toBeGreaterThan(0)
  const one = await send(file(900_000), undefined, YOURS)
  // What of the first key is done while the two parts of the other wait for their turns.
  const seen: number[] = []
  for (let now: JobStatus | undefined; now?.step !== 'writing' && now?.state !== 'done'; ) {
    now = await status(one, YOURS)
    if (now.step !== 'reading' && now.state !== 'queued') seen.push(await done())
  }
  for (const id of ids) expect(await ended(id, MINE)).toMatchObject({ state: 'done', done: 2 * PART })
  expect(await ended(one, YOURS)).toMatchObject({ state: 'done', done: 2 * PART })
  return { meanwhile: (seen.at(-1) ?? Number.NaN) - (seen[0] ?? 0), atLast: seen.at(-1) }
}

const LIMITS = { API_KEYS: KEY_HASHES, JOBS_PER_KEY: '8' }

test('of one machine, a key with many jobs leaves every second turn to another key', async () => {
  const { meanwhile, atLast } = await race(
    await startMachine({ ...LIMITS, JOBS_FOLDER: newFolder(), JOB_WORKERS: '1' }),
  )
  expect(meanwhile).toBeLessThanOrEqual(5 * PART)
  expect(atLast).toBeLessThan(MANY * 2 * PART)
}, 400_000)

test('over Redis, a key with many jobs leaves every second turn to another key', async () => {
  const redis = await startRedis()
  const shared = { JOBS_URL: redis.url, JOBS_FOLDER: newFolder() }
  const service = await startMachine({ ...LIMITS, ...shared, JOB_WORKERS: '0' })
  await startWorker(shared)
  const { meanwhile, atLast } = await race(service)
  expect(meanwhile).toBeLessThanOrEqual(5 * PART)
  expect(atLast).toBeLessThan(MANY * 2 * PART)
}, 400_000)
