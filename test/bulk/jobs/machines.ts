import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { addressOf, type Main, spawnMain } from '../../server/http/support/spawn-main.ts'
import { eventsOf, inDatabase, servers } from './job-service.ts'

/** A service as it is run, and its jobs; of an API key where it needs one. */
export interface MachineService {
  readonly main: Main
  readonly base: string
  readonly send: (file: Sent, query?: string, key?: string) => Promise<string>
  readonly status: (id: string, key?: string) => Promise<JobStatus>
  readonly ended: (id: string, key?: string) => Promise<JobStatus>
  readonly remove: (id: string) => Promise<Response>
  /** Stops it as a signal does. */
  readonly stop: () => Promise<void>
  /** Waits until so many rows are done. */
  readonly reached: (id: string, rows: number) => Promise<void>
}

/** A table, or a file of another type. */
export type Sent = string | { readonly type: string; readonly body: string | Uint8Array }

export async function startMachine(env: Record<string, string>): Promise<MachineService> {
  const main = spawnMain({ LOG_LEVEL: 'error', GRACE_MS: '0', ...env })
  const base = await addressOf(main)
  const ask = (path: string, key?: string, init: RequestInit = {}) =>
    fetch(`${base}/v2/jobs${path}`, {
      ...init,
      headers: { ...init.headers, ...(key !== undefined && { 'x-api-key': key }) },
    })
  const status = async (id: string, key?: string) => (await (await ask(`/${id}`, key)).json()) as JobStatus
  return {
    main,
    base,
    send: async (file, query = '?criteria=gwp', key = undefined) => {
      const { type, body } = typeof file === 'string' ? { type: 'text/csv', body: file } : file
      const response = await ask(query, key, {
        method: 'POST',
        headers: { 'content-type': type },
        body: body as BodyInit,
      })
      if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`)
      return ((await response.json()) as JobStatus).id
    },
    status,
    ended: async (id, key) => (await eventsOf(await ask(`/${id}/events`, key))).at(-1) as JobStatus,
    remove: (id) => ask(`/${id}`, undefined, { method: 'DELETE' }),
    stop: async () => {
      main.child.kill('SIGTERM')
      await main.ended
    },
    reached: async (id, rows) => {
      while ((await status(id)).rowsDone < rows) await new Promise((resolve) => setTimeout(resolve, 50))
    },
  }
}

/** Few enough that a part is a large share of them, and no worker is done at once. */
export const SOME_ROWS = 50_000
export const someServers = servers(SOME_ROWS)

/** A job as it was seen at a time, in milliseconds. */
export interface Seen {
  readonly at: number
  readonly job: JobStatus
}

/** Everything that is seen of a job until it has ended. */
export async function watch({ base }: MachineService, id: string): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  const { body } = await fetch(`${base}/v2/jobs/${id}/events`)
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of body as ReadableStream<Uint8Array>) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, data] = /^data: (.*)$/m.exec(event) ?? []
      if (data !== undefined) seen.push({ at: performance.now(), job: JSON.parse(data) as JobStatus })
    }
  }
  return seen
}

/**
 * Progress never goes back and moves every second or two, and so do the rows that are done while they are evaluated.
 * `slowness`: how many times as long it may take, where other programs have the machine.
 */
export function checkProgress(seen: readonly Seen[], slowness: number): void {
  const shares = seen.map(({ job }) => job.progress)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(longestGap(seen, ({ progress }) => progress)).toBeLessThan(8000 * slowness)
  const evaluating = seen.filter(({ job }) => job.step === 'evaluating')
  expect(evaluating.length).toBeGreaterThan(1)
  expect(longestGap(evaluating, ({ rowsDone }) => rowsDone)).toBeLessThan(8000 * slowness)
}

/** The longest time for which a figure of a job stood still, in milliseconds. */
function longestGap(seen: readonly Seen[], figure: (job: JobStatus) => number): number {
  const moved = seen.filter(({ job }, index) => {
    const before = seen[index - 1]
    return before === undefined || figure(job) !== figure(before.job)
  })
  return Math.max(...moved.slice(1).map(({ at }, index) => at - (moved[index]?.at ?? at)))
}

/** What 99 of 100 are within. */
export function nearlyAll(milliseconds: readonly number[]): number {
  return milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.99)] ?? Number.NaN
}

/** The processes of a service that work on jobs. */
export function runnersOf({ main }: MachineService): readonly number[] {
  return below(main.child.pid as number).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('runner-process'),
  )
}

/** Replaces a file by a pipe that never sends anything. Its reader waits until the test ends. */
export function hangAt(file: string): void {
  rmSync(file, { force: true })
  execFileSync('mkfifo', [file])
  onTestFinished(() => {
    if (existsSync(file)) closeSync(openSync(file, constants.O_RDWR | constants.O_NONBLOCK))
  })
}

/** MB that a service and all processes below it take. */
export function treeMb({ main }: MachineService): number {
  const pid = main.child.pid as number
  const kilobytes = [pid, ...below(pid)].map((each) => {
    try {
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // It has ended.
      return 0
    }
  })
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1000
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

/** A job whose file was received, as a service leaves it that is stopped at once; it hangs when it is read. */
export function hangingJob(folder: string): string {
  const id = 'a'.repeat(32)
  mkdirSync(join(folder, id))
  hangAt(join(folder, id, 'input'))
  inDatabase(
    folder,
    `INSERT INTO jobs (id, payer, state, options, release, figures, input_bytes, created_at)
      SELECT ?, 'another', 'queued', options, release, figures, 0, created_at FROM jobs LIMIT 1`,
    id,
  )
  return id
}
