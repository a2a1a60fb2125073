import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { ReleaseGone, releasesByKey } from '../assessors.ts'
import { keyName } from './job.ts'
import { isFull, isUnreadable, JobFault } from './job-fault.ts'
import { LeaseLost } from './lease.ts'
import { convertResult, runJob, type WorkedJob, type WorkSettings, Workshop } from './run-job.ts'
import { type OpenJob, WorkStore } from './work-store.ts'

/** A line for the service's log. */
export interface FromRunner {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly facts: Readonly<Record<string, string | number | undefined>>
}

/** Interval at which the process looks for work and renews its lease. */
const LOOK_MS = 250
const BEAT_MS = 1000

/** Idle time after which the process may end. */
const IDLE_MS = 20_000

/** Delay before the first retry, doubled each time; a full disk is checked as often. */
const AGAIN_MS = 1000
const FULL_MS = 5000

/** Jobs in progress at a time, each of another caller. */
const MOST_ACTIVE = 64

/** As low as a process may set itself: requests take precedence over jobs. */
const LOW_PRIORITY = 10

/** Time for which a suspect waits to work alone, and works alone: files that take all memory do so within seconds. */
const ALONE_MS = 60_000

/** What is in work by its name: a job, or a result of one in a further format. */
const active = new Map<string, { readonly id: string; readonly ends: AbortController }>()
const settings = JSON.parse(process.argv[2] ?? '') as WorkSettings
const store = new WorkStore(settings, (message) => send('error', message))
const shop = new Workshop(store, settings, leave)
/** The suspect that others wait for, and since when its step has begun or not. */
let trial = { id: '', isBegun: false, since: 0 }
/** The first look takes the lease at once. */
let beatAt = Number.NEGATIVE_INFINITY
let busySince = performance.now()
let isFullTold = false

lowerPriority()
endFirst()
// Any message from the service means work.
process.on('message', look)
// The service ended, or ends this process. The next process resumes the work.
process.on('disconnect', leave)
if (!process.connected) leave()
setInterval(look, LOOK_MS)
look()

/** Starts available work while this process has the lease. */
function look(): void {
  try {
    if (performance.now() - beatAt > BEAT_MS) {
      if (!store.hold()) {
        leave()
        return
      }
      beatAt = performance.now()
    }
    for (const { id, ends } of active.values()) if (!ends.signal.aborted && !store.exists(id)) ends.abort()
    const [heads, wanted] = [store.heads(), store.wanted()]
    const suspect = suspectOf([...heads, ...wanted].map(({ id }) => id))
    const mayBegin = (id: string) => suspect === undefined || (id === suspect && isAlone(id))
    for (const { id, owner } of heads)
      if (active.size < MOST_ACTIVE && mayBegin(id)) begin(id, id, (job) => work(job, owner))
    for (const { id, payer, format } of wanted)
      if (mayBegin(id))
        begin(`${id} ${format}`, id, (job) => shop.files.converted.run(payer, () => convertResult(shop, job, format)))
  } catch (error) {
    report(error as Error)
    // Stay: another process could not record anything either.
    if (isFull(error)) busySince = performance.now()
  }
  if (active.size > 0) busySince = performance.now()
  else if (performance.now() - busySince > IDLE_MS) leave()
}

/** Whether nothing of other jobs is in work. */
function isAlone(id: string): boolean {
  return [...active.values()].every((each) => each.id === id)
}

/** The first suspect of these jobs. It is acquitted after its time, even if it could not begin. */
function suspectOf(ids: readonly string[]): string | undefined {
  const suspects = store.suspects()
  const id = ids.find((each) => suspects.has(each))
  if (id === undefined) return undefined
  const isBegun = suspects.get(id) === true
  if (id !== trial.id || isBegun !== trial.isBegun) trial = { id, isBegun, since: performance.now() }
  else if (performance.now() - trial.since > ALONE_MS) store.acquit(id)
  return id
}

function begin(name: string, id: string, work: (job: WorkedJob) => Promise<void>): void {
  if (active.has(name)) return
  const ends = new AbortController()
  active.set(name, { id, ends })
  work({ id, gone: ends.signal })
    .catch(async (error: Error) => {
      if (error instanceof LeaseLost) leave()
      if (ends.signal.aborted) return
      report(error)
      await wait(AGAIN_MS)
    })
    .finally(() => {
      active.delete(name)
      look()
    })
}

async function work({ id, gone }: WorkedJob, owner: string | null): Promise<void> {
  const facts = { job: id, key: keyName(owner) }
  const begunAt = performance.now()
  send('info', 'job begun', facts)
  for (let pause = AGAIN_MS; ; pause *= 2) {
    let job: OpenJob | undefined
    try {
      job = store.open(id)
      if (job === undefined) return
      await runJob(shop, { ...job, gone })
      isFullTold = false
      const seconds = Math.round((performance.now() - begunAt) / 100) / 10
      return send('info', 'job done', { ...facts, seconds })
    } catch (error) {
      // A job may be removed at any time, and another process may have taken over.
      if (!store.exists(id)) return
      if (error instanceof LeaseLost) throw error
      if (isFull(error)) {
        report(error as Error)
        noteWaiting(id)
        await wait(FULL_MS)
      } else if (error instanceof ReleaseGone && job !== undefined && renew(job)) {
        send('info', 'job restarted: its data release changed', facts)
      } else if (error instanceof JobFault || error instanceof ReleaseGone || isUnreadable(error)) {
        const fault = isUnreadable(error) ? `The files of the job cannot be read (${error.code})` : error.message
        store.fail(id, fault)
        return send('warn', 'job failed', { ...facts, fault })
      } else {
        // The step is retried; repeated failures give up (WorkStore.begin).
        send('warn', 'a step of a job failed', { ...facts, error: (error as Error).stack })
        await wait(Math.min(pause, FULL_MS))
      }
    }
  }
}

/** Restarts a job with the current figures of its data release. Returns whether that release exists. */
function renew({ id, release, figures }: OpenJob): boolean {
  for (const [now, { label }] of releasesByKey(settings)) {
    if (label !== release || now === figures) continue
    store.renew(id, now)
    return true
  }
  return false
}

/** Records that a job waits for room on the disk, if there is room for that. Its next step clears it. */
function noteWaiting(id: string): void {
  try {
    store.wait(id)
  } catch (error) {
    report(error as Error)
  }
}

/** Ends this process without blaming the steps in progress. An orderly exit would fail inside DuckDB's work. */
function leave(): void {
  try {
    store.leave()
  } catch {
    // The lease is lost, or the database is not writable: another process takes over.
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

/** Logs errors that are not about a job. A full disk is logged once until a job is done. */
function report(error: Error): void {
  if (!isFull(error)) send('error', 'unexpected error in jobs', { error: error.stack })
  else if (!isFullTold) {
    isFullTold = true
    send('warn', 'jobs wait', { error: 'The disk of the jobs is full' })
  }
}

function send(level: FromRunner['level'], message: string, facts: FromRunner['facts'] = {}): void {
  // Without a listener, a service that has just ended would end this process with EPIPE.
  if (process.connected) process.send?.({ level, message, facts } satisfies FromRunner, () => {})
}

/** Where memory is scarce, Linux ends this process before any other: see proc_pid_oom_score_adj(5). */
function endFirst(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // The system forbids it.
  }
}

/** On Linux each thread has its own priority, inherited by threads it starts; some exist already. */
function lowerPriority(): void {
  setPriority(LOW_PRIORITY)
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), LOW_PRIORITY)
    } catch {
      // The thread has ended.
    }
  }
}
