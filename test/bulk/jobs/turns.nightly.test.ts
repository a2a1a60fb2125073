import { expect, test } from 'vitest'
import { inDatabase, KEY_HASHES, KEYS, newFolder, servers } from './job-service.ts'
import { startMachine } from './machines.ts'

test('keys take turns, and the jobs of a key run in the order in which they came', async () => {
  const env = { API_KEYS: KEY_HASHES, JOBS_PER_KEY: '8', JOBS_FOLDER: newFolder() }
  const { send, status, ended } = await startMachine(env)
  const many: string[] = []
  // The first is the largest: those after it do not overtake it.
  for (const rows of [60_000, 20_000, 10, 20_000])
    many.push(await send(servers(rows, many.length * 100_000), undefined, KEYS.mine))
  const one = await send(servers(2000, 900_000), undefined, KEYS.yours)
  expect(await ended(one, KEYS.yours)).toMatchObject({ state: 'done', done: 2000 })
  // Another key has waited neither for the large file nor for those after it.
  expect(['queued', 'running']).toContain((await status(many.at(-1) as string, KEYS.mine)).state)
  const finished: string[] = []
  for (const id of many) finished.push(String((await ended(id, KEYS.mine)).endedAt))
  expect(finished).toEqual(finished.toSorted())
})

test('the process of the jobs ends 20 seconds after the last, and starts again with the next', async () => {
  const folder = newFolder()
  const { send, ended } = await startMachine({ JOBS_FOLDER: folder })
  const leases = () => inDatabase(folder, 'SELECT * FROM lease')
  const { endedAt } = await ended(await send(servers(10)))
  expect(leases()).toHaveLength(1)
  await expect.poll(leases, { timeout: 60_000, interval: 100 }).toEqual([])
  const seconds = (Date.now() - Date.parse(String(endedAt))) / 1000
  expect(seconds).toBeGreaterThan(19)
  expect(seconds).toBeLessThan(30)
  expect(await ended(await send(servers(10)))).toMatchObject({ state: 'done' })
})
