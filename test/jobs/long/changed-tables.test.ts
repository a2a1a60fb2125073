import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { ownElectricity } from '../../http/support/own-tables.ts'
import { newFolder, servers } from '../job-service.ts'
import { startMachine, startRedis, startWorker } from './machines.ts'

test('a job whose tables are changed before a worker has read them fails, and names its release', async () => {
  const redis = await startRedis()
  const { folder, change } = ownElectricity('0.5')
  const shared = { JOBS_URL: redis.url, JOBS_FOLDER: newFolder(), DATA_FOLDER: folder }
  const { send, status, ended } = await startMachine({ ...shared, JOB_WORKERS: '0' })
  await startWorker(shared)
  const client = new Redis(redis.url)
  for (const queue of [/impactql-jobs/, /impactql-parts/])
    await expect.poll(async () => takenQueues(String(await client.client('LIST'))), { timeout: 60_000 }).toMatch(queue)
  client.disconnect()
  // Who cuts the job and the worker have the figures; its threads, which read the tables anew, start with the first part.
  change('0.7')
  const id = await send(servers(10_300))
  const { release } = await status(id)
  const { state, fault } = await ended(id)
  expect([state, fault]).toEqual(['failed', `The data release ${release} is no longer there`])
}, 120_000)

/** The queues that something is taken from: whoever does has given its connection their name, in Base64. */
function takenQueues(clients: string): string {
  return [...clients.matchAll(/ name=bull:([^ :]+)/g)].map(([, name = '']) => atob(name)).join(' ')
}
