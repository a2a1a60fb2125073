import { uptime } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { eventsOf, inDatabase, KEYS, newFolder, servers, startJobService } from './job-service.ts'

/** How many clients may watch jobs at a time. */

/** Services on a folder where another one has the lease, and does nothing: no job ends. */
async function startIdleService(env: Record<string, string>, closed = false) {
  const folder = newFolder()
  const first = await startJobService(env, { folder, closed })
  await first.finish(servers(1), { headers: { 'x-api-key': KEYS.mine } })
  await first.stop()
  const hold = () =>
    inDatabase(folder, `INSERT OR REPLACE INTO lease VALUES (1, 'another 1 1', ?)`, `${Math.floor(uptime()) + 5}`)
  hold()
  const holding = setInterval(hold, 500)
  onTestFinished(() => clearInterval(holding))
  const service = await startJobService(env, { folder, closed })
  const watch = (id: string, headers: Record<string, string>) => service.get(`/v2/jobs/${id}/events`, headers)
  const begin = async (headers: Record<string, string>) =>
    ((await (await service.send(servers(1), { headers })).json()) as JobStatus).id
  return { ...service, watch, begin }
}

test('with one API key they are 20, and another key has as many', async () => {
  const [mine, yours] = [{ 'x-api-key': KEYS.mine }, { 'x-api-key': KEYS.yours }]
  const { watch, begin, remove } = await startIdleService({}, true)
  const [id, other] = [await begin(mine), await begin(yours)]
  const watched = await Promise.all(Array.from({ length: 20 }, () => watch(id, mine)))
  expect(new Set(watched.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await watch(id, mine)).status).toBe(503)
  const theirs = await watch(other, yours)
  expect(theirs.status).toBe(200)
  await remove(id, mine)
  await remove(other, yours)
  for (const each of [...watched, theirs]) expect((await eventsOf(each)).at(-1)?.state).toBe('cancelled')
}, 120_000)

test('without keys they are 100 from one address and 500 in all, and have room again when a job ends', async () => {
  const { watch, begin, remove } = await startIdleService({ TRUSTED_PROXIES: '1' })
  const address = (last: number) => ({ 'x-forwarded-for': `192.0.2.${last}` })
  const id = await begin(address(1))
  const watched: Response[] = []
  for (let last = 1; last <= 5; last++) {
    watched.push(...(await Promise.all(Array.from({ length: 100 }, () => watch(id, address(last))))))
    expect((await watch(id, address(last))).status).toBe(503)
  }
  expect(new Set(watched.map(({ status }) => status))).toEqual(new Set([200]))
  // A sixth address has none yet, but there is no place left.
  expect((await watch(id, address(6))).status).toBe(503)
  await remove(id)
  for (const each of watched) expect((await eventsOf(each)).at(-1)?.state).toBe('cancelled')
  const next = await begin(address(1))
  const again = await watch(next, address(1))
  expect(again.status).toBe(200)
  await remove(next)
  await again.text()
}, 120_000)
