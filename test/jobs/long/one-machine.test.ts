import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { JobStatus } from '../../../src/jobs/job.ts'
import { newFolder, servers } from '../job-service.ts'
import { SOME_ROWS, someServers, startMachine } from './machines.ts'

const MILLION = 1_000_000

test('a million different rows: progress moves, and requests are answered within 100 ms meanwhile', async () => {
  const { send, base } = await startMachine({ JOBS_FOLDER: newFolder() })
  const ask = async () => {
    const start = performance.now()
    const response = await fetch(`${base}/v1/server?verbose=false&duration=${1 + Math.random()}`)
    await response.arrayBuffer()
    return performance.now() - start
  }
  // Where other programs have the machine, requests are slow without a job, too.
  const without: number[] = []
  for (let request = 0; request < 400; request++) without.push(await ask())
  const id = await send(servers(MILLION))
  const milliseconds: number[] = []
  const ending = new AbortController()
  const asking = (async () => {
    while (!ending.signal.aborted) {
      milliseconds.push(await ask())
      await wait(20)
    }
  })()
  const seen: { readonly at: number; readonly progress: number }[] = []
  let last: JobStatus | undefined
  const response = await fetch(`${base}/v2/jobs/${id}/events`)
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    for (const [, data = ''] of Buffer.from(chunk)
      .toString()
      .matchAll(/^data: (.*)$/gm)) {
      last = JSON.parse(data) as JobStatus
      seen.push({ at: performance.now(), progress: last.progress })
    }
  }
  ending.abort()
  await asking
  expect(last).toMatchObject({ state: 'done', rows: MILLION, done: MILLION, faulty: 0 })
  const shares = seen.map(({ progress }) => progress)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(new Set(shares).size).toBeGreaterThan(30)
  expect(milliseconds.length).toBeGreaterThan(100)
  expect(nearlyAll(milliseconds)).toBeLessThan(Math.max(100, 2 * nearlyAll(without.slice(200))))
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
  expect((await second.status(id)).done).toBeGreaterThan(0)
  expect(await second.ended(id)).toMatchObject({ state: 'done', rows: SOME_ROWS, totals })
}, 400_000)

test('the process that works on jobs is killed again and again: another goes on, and requests are answered', async () => {
  const service = await startMachine({ JOBS_FOLDER: newFolder(), JOB_WORKERS: '1', WORKERS: '2' })
  const { totals } = await service.ended(await service.send(someServers))
  const id = await service.send(someServers)
  for (const rows of [1, 20_480]) {
    await service.reached(id, rows)
    const processes = below(service.main.child.pid as number).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('jobs/runner-process'),
    )
    expect(processes[0]).toBeGreaterThan(1)
    for (const each of processes) process.kill(each, 'SIGKILL')
    expect((await fetch(`${service.base}/v1/server`)).status).toBe(200)
  }
  expect(await service.ended(id)).toMatchObject({ state: 'done', rows: SOME_ROWS, totals })
}, 400_000)

test('two jobs at once take turns: the short one is done long before the long one', async () => {
  const { send, status, ended, reached } = await startMachine({ JOBS_FOLDER: newFolder(), JOB_WORKERS: '1' })
  const long = await send(servers(200_000))
  await reached(long, 1)
  const short = await send(servers(20_000, MILLION))
  expect(await ended(short)).toMatchObject({ state: 'done', rows: 20_000 })
  const { state, progress } = await status(long)
  expect([state, progress < 0.75]).toEqual(['running', true])
}, 400_000)

/** What 99 of 100 are within. */
function nearlyAll(milliseconds: readonly number[]): number {
  return milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.99)] ?? Number.NaN
}

/** The processes that a process has started, and those that they have. */
function below(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return children.flatMap((child) => [child, ...below(child)])
}
