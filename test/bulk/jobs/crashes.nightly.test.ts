import { readdirSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { holderName } from '../../../src/bulk/jobs/lease.ts'
import { inDatabase, KEY_HASHES, KEYS, newFolder, servers } from './job-service.ts'
import { hangingJob, type MachineService, runnersOf, startMachine } from './machines.ts'

const KILLS = 40
const [MINE, YOURS] = [KEYS.mine, KEYS.yours]

/** Numbers from 0 to 1 that are the same each time. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Waits until the process with the lease has been silent for so long that it would lose it if nobody saw it live. */
async function silenceOf(folder: string): Promise<void> {
  const late = () => uptime() - Number(inDatabase(folder, 'SELECT until FROM lease')[0]?.until)
  await expect.poll(late, { timeout: 60_000 }).toBeGreaterThan(5)
}

/** Leaves a holder so many seconds of its lease again and again, so that only its end makes it lose the lease. */
function keepRenewed(folder: string, holder: string, left: number): void {
  const renew = () =>
    inDatabase(folder, 'UPDATE lease SET until = ? WHERE holder = ?', Math.floor(uptime()) + left, holder)
  renew()
  const renewing = setInterval(renew, 1000)
  onTestFinished(() => clearInterval(renewing))
}

/** Cuts the last of the files that steps have finished, as a disk does that had not kept what it said. */
function cutLastFile(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(figures|rows)-\d+\.parquet$|assets\.parquet$|rows\.duckdb$/.test(name))
    .map((name) => join(folder, name))
  const last = files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  if (last !== undefined) truncateSync(last, statSync(last).size >> 1)
}

test('killed forty times at random, jobs of three files come to what they come to undisturbed, row by row', async () => {
  const random = randomNumbers(27)
  const sizes = [30_000, 12_000, 4000]
  const sent = sizes.map((rows, index) => [servers(rows, index * 100_000), index === 1 ? YOURS : MINE] as const)
  const env = (folder: string) => ({ API_KEYS: KEY_HASHES, JOBS_FOLDER: folder, WARM_UP: 'off' })
  const resultOf = async ({ base }: MachineService, id: string, key: string) =>
    (await fetch(`${base}/v2/jobs/${id}/result`, { headers: { 'x-api-key': key } })).text()

  const quiet = await startMachine(env(newFolder()))
  const wanted: (readonly [totals: JobStatus['totals'], rows: string])[] = []
  for (const [file, key] of sent) {
    const id = await quiet.send(file, undefined, key)
    const { totals } = await quiet.ended(id, key)
    wanted.push([totals, await resultOf(quiet, id, key)])
  }
  await quiet.stop()

  const folder = newFolder()
  let service = await startMachine(env(folder))
  const ids: string[] = []
  const of = (index: number) => sent[index % sent.length] as (typeof sent)[number]
  const sendNext = async () => {
    const [file, key] = of(ids.length)
    ids.push(await service.send(file, undefined, key))
  }
  while (ids.length < sent.length) await sendNext()
  const parts = () => Number(inDatabase(folder, 'SELECT count(*) AS n FROM pieces')[0]?.n)
  const isWorking = () => inDatabase(folder, `SELECT 1 FROM jobs WHERE state IN ('queued', 'running')`).length > 0
  for (let kill = 0; kill < KILLS; kill++) {
    // A machine with nothing else to do is done before the last kill.
    if (!isWorking()) await sendNext()
    const before = parts()
    const hasMoved = () => parts() !== before || !isWorking()
    // Some time after something has come of it, so that forty of them are spread over all that it does.
    if (kill % 4 === 3) await expect.poll(hasMoved, { timeout: 60_000, interval: 20 }).toBe(true)
    await wait(random() * 400)
    if (kill % 3 === 0) {
      const open = isWorking()
      service.main.child.kill('SIGKILL')
      await service.main.ended
      if (kill % 2 === 0 && open) cutLastFile(folder)
      service = await startMachine(env(folder))
    } else for (const pid of runnersOf(service)) process.kill(pid, 'SIGKILL')
  }
  for (const [index, id] of ids.entries()) {
    const [, key] = of(index)
    const done = await service.ended(id, key)
    expect(done).toMatchObject({ state: 'done', fault: null })
    const [totals, rows] = wanted[index % wanted.length] as (typeof wanted)[number]
    expect(done.totals).toEqual(totals)
    expect((await resultOf(service, id, key)) === rows).toBe(true)
  }
})

test('a job with which its process crashes again and again is given up after five times; others are not', async () => {
  const folder = newFolder()
  const first = await startMachine({ JOBS_FOLDER: folder })
  await first.ended(await first.send(servers(2)))
  await first.stop()
  const poison = hangingJob(folder)
  const service = await startMachine({ JOBS_FOLDER: folder, JOB_WORKERS: '1' })
  const tries = () => Number(inDatabase(folder, 'SELECT max(times) AS n FROM tries WHERE job = ?', poison)[0]?.n ?? 0)
  let ended = 0
  while (ended < 5) {
    await expect.poll(tries, { timeout: 60_000, interval: 20 }).toBeGreaterThan(ended)
    ended = tries()
    for (const pid of runnersOf(service)) process.kill(pid, 'SIGABRT')
    expect((await fetch(`${service.base}/v1/server`)).status).toBe(200)
  }
  const other = await service.send(servers(3000))
  const fault = 'The job failed: reading failed 5 times: the process ended each time'
  expect(await service.ended(poison)).toMatchObject({ state: 'failed', fault })
  expect(await service.ended(other)).toMatchObject({ state: 'done', faulty: 0 })
})

test('stops of the service count for no job', async () => {
  const folder = newFolder()
  const env = { JOBS_FOLDER: folder, JOB_WORKERS: '1' }
  let service = await startMachine(env)
  await service.ended(await service.send(servers(2)))
  const id = hangingJob(folder)
  for (let restart = 0; restart < 7; restart++) {
    await service.stop()
    service = await startMachine(env)
    await expect.poll(async () => (await service.status(id)).state, { timeout: 60_000 }).toBe('running')
    const begun = () => inDatabase(folder, 'SELECT 1 FROM tries WHERE job = ? AND times > 0', id).length
    await expect.poll(begun, { timeout: 60_000 }).toBe(1)
  }
  expect((await service.status(id)).fault).toBe(null)
  expect((await service.remove(id)).status).toBe(200)
})

test('with several processes, another takes over when the one dies whose jobs these are', async () => {
  const folder = newFolder()
  const service = await startMachine({ JOBS_FOLDER: folder, WORKERS: '2' })
  const id = await service.send(servers(30_000))
  await service.reached(id, 1)
  expect(runnersOf(service)).toHaveLength(1)
  const [lease] = inDatabase(folder, 'SELECT holder FROM lease')
  for (const pid of runnersOf(service)) process.kill(pid, 'SIGKILL')
  keepRenewed(folder, String(lease?.holder), 5)
  expect(await service.ended(id)).toMatchObject({ state: 'done', done: 30_000, faulty: 0 })
})

test('of two processes that start at the same time, one does the jobs, and the other ends without an error', async () => {
  const service = await startMachine({ JOBS_FOLDER: newFolder(), WORKERS: '2' })
  const id = await service.send(servers(3))
  const runners = () => runnersOf(service)
  await expect.poll(runners, { timeout: 60_000, interval: 5 }).toHaveLength(1)
  const [late] = runners() as [number]
  process.kill(late, 'SIGSTOP')
  await expect.poll(runners, { timeout: 60_000, interval: 20 }).toHaveLength(2)
  expect(await service.ended(id)).toMatchObject({ state: 'done', rows: 3 })
  // There is work when it ends.
  const next = await service.send(servers(30_000))
  process.kill(late, 'SIGCONT')
  await expect.poll(runners, { timeout: 60_000, interval: 20 }).not.toContain(late)
  expect(await service.ended(next)).toMatchObject({ state: 'done', rows: 30_000 })
  expect(service.main.output()).not.toContain('the process of the jobs ended')
})

test('with several processes, one that gets no time for seconds keeps its jobs', async () => {
  const folder = newFolder()
  const service = await startMachine({ JOBS_FOLDER: folder, WORKERS: '2' })
  const id = await service.send(servers(30_000))
  await service.reached(id, 1)
  const [runner] = runnersOf(service) as [number]
  process.kill(runner, 'SIGSTOP')
  await silenceOf(folder)
  expect(runnersOf(service)).toEqual([runner])
  process.kill(runner, 'SIGCONT')
  expect(await service.ended(id)).toMatchObject({ state: 'done', done: 30_000, faulty: 0 })
  expect(runnersOf(service)).toEqual([runner])
})

const [space, pid, start] = holderName().split(' ')

test.each([
  ['has ended, even if another process has its number now', `${space} ${pid} 1`, 5],
  ['has been silent for 5 seconds and is in another container', `pid:[1] ${pid} ${start}`, 0],
])('the jobs of a process are taken over if it %s', async (_, holder, left) => {
  const folder = newFolder()
  const earlier = await startMachine({ JOBS_FOLDER: folder })
  await earlier.ended(await earlier.send(servers(2)))
  await earlier.stop()
  inDatabase(folder, 'INSERT OR REPLACE INTO lease VALUES (1, ?, 0)', holder)
  keepRenewed(folder, holder, left)
  const service = await startMachine({ JOBS_FOLDER: folder })
  expect(await service.ended(await service.send(servers(3)))).toMatchObject({ state: 'done', rows: 3 })
})

test('a process that was stopped, and has lost its jobs to another, fails none of them when it goes on', async () => {
  const folder = newFolder()
  const env = { JOBS_FOLDER: folder, JOB_WORKERS: '1' }
  const earlier = await startMachine(env)
  await earlier.ended(await earlier.send(servers(2)))
  await earlier.stop()
  // Its step takes too long, and it would say so.
  const first = await startMachine({ ...env, MAX_JOB_STEP_MS: '4000' })
  const id = hangingJob(folder)
  const begun = () => inDatabase(folder, 'SELECT 1 FROM tries WHERE job = ? AND is_open', id).length
  await expect.poll(begun, { timeout: 60_000, interval: 20 }).toBe(1)
  const [stopped] = runnersOf(first) as [number]
  const file = servers(3)
  writeFileSync(join(folder, 'sent'), file)
  // Changes wait for each other: after this one, the process is in none.
  inDatabase(folder, `UPDATE jobs SET input_bytes = ${file.length} WHERE id = ?`, id)
  process.kill(stopped, 'SIGSTOP')
  renameSync(join(folder, 'sent'), join(folder, id, 'input'))
  const second = await startMachine(env)
  await silenceOf(folder)
  expect(runnersOf(second)).toEqual([])
  // A process that is still running keeps its jobs for a minute.
  inDatabase(folder, 'UPDATE lease SET until = until - 60')
  expect(await second.ended(id)).toMatchObject({ state: 'done', rows: 3 })
  process.kill(stopped, 'SIGCONT')
  await expect.poll(() => runnersOf(first), { timeout: 60_000 }).not.toContain(stopped)
  expect(await first.status(id)).toMatchObject({ state: 'done', rows: 3, fault: null })
})
