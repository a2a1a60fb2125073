import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KEY_HASHES, KEYS, newFolder, servers } from './job-service.ts'
import { checkProgress, nearlyAll, runnersOf, SOME_ROWS, someServers, startMachine, watch } from './machines.ts'
import { slownessOfJobs } from './slowness.ts'

const MILLION = 1_000_000

test('a million different rows: progress moves, and requests are answered at once meanwhile', async () => {
  const service = await startMachine({ JOBS_FOLDER: newFolder() })
  const ask = async () => {
    const start = performance.now()
    const response = await fetch(`${service.base}/v1/server?verbose=false&duration=${1 + Math.random()}`)
    await response.arrayBuffer()
    return performance.now() - start
  }
  // Where other programs have the machine, requests are slow without a job, too.
  const without: number[] = []
  for (let request = 0; request < 400; request++) without.push(await ask())
  const slowness = await slownessOfJobs()
  const id = await service.send(servers(MILLION))
  const milliseconds: number[] = []
  const ending = new AbortController()
  const asking = (async () => {
    while (!ending.signal.aborted) {
      milliseconds.push(await ask())
      await wait(20)
    }
  })()
  const seen = await watch(service, id)
  ending.abort()
  await asking
  expect(seen.at(-1)?.job).toMatchObject({ state: 'done', rows: MILLION, done: MILLION, faulty: 0 })
  checkProgress(seen, Math.max(slowness, await slownessOfJobs()))
  expect(milliseconds.length).toBeGreaterThan(100)
  // Below 100 ms on two idle cores. Were requests answered after the job's work, it would be seconds.
  expect(nearlyAll(milliseconds)).toBeLessThan(Math.max(300, 4 * nearlyAll(without.slice(200))))
}, 900_000)

test('fifty jobs of 2,000 rows end soon while two of a million run', async () => {
  const slowness = await slownessOfJobs()
  const hashes = `${KEY_HASHES},${hash('sha256', 'large-key')}`
  const service = await startMachine({ API_KEYS: hashes, JOBS_FOLDER: newFolder(), JOBS_PER_KEY: '50' })
  const large = [
    [await service.send(servers(MILLION), undefined, KEYS.yours), KEYS.yours],
    [await service.send(servers(MILLION, MILLION), undefined, 'large-key'), 'large-key'],
  ] as const
  const isBegun = async () => (await service.status(...large[0])).step !== null
  await expect.poll(isBegun, { timeout: 60_000 }).toBe(true)
  const begunAt = performance.now()
  const small: string[] = []
  for (let job = 0; job < 50; job++) small.push(await service.send(servers(2000, job * 2000), undefined, KEYS.mine))
  for (const id of small) expect(await service.ended(id, KEYS.mine)).toMatchObject({ state: 'done', done: 2000 })
  const milliseconds = performance.now() - begunAt
  // Below 50 s on two idle cores. Files that come are work of usual priority; jobs are as slow as their priority is
  // here.
  expect(milliseconds).toBeLessThan(100_000 * Math.max(slowness, await slownessOfJobs()))
  for (const [id, key] of large) expect((await service.status(id, key)).state).toBe('running')
}, 900_000)

test('a service is killed in the midst of a job: the next goes on, and comes to the same', async () => {
  const env = { JOBS_FOLDER: newFolder() }
  const first = await startMachine(env)
  const { totals } = await first.ended(await first.send(someServers))
  const id = await first.send(someServers)
  await first.reached(id, 1)
  first.main.child.kill('SIGKILL')
  await first.main.ended
  const second = await startMachine(env)
  expect((await second.status(id)).rowsDone).toBeGreaterThan(0)
  expect(await second.ended(id)).toMatchObject({ state: 'done', rows: SOME_ROWS, totals })
}, 400_000)

test('the process that works on jobs is killed again and again: another goes on, and requests are answered', async () => {
  const service = await startMachine({ JOBS_FOLDER: newFolder(), JOB_WORKERS: '1', WORKERS: '2' })
  const { totals } = await service.ended(await service.send(someServers))
  const id = await service.send(someServers)
  for (const rows of [1, 20_480]) {
    await service.reached(id, rows)
    await expect.poll(() => runnersOf(service).length, { timeout: 30_000 }).toBeGreaterThan(0)
    for (const each of runnersOf(service)) process.kill(each, 'SIGKILL')
    expect((await fetch(`${service.base}/v1/server`)).status).toBe(200)
  }
  expect(await service.ended(id)).toMatchObject({ state: 'done', rows: SOME_ROWS, totals })
}, 400_000)
