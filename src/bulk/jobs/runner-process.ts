import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { FiguresGone, openFigures } from '../figures.ts'
import { convertResult } from './convert-result.ts'
import { keyName } from './job.ts'
import { isFull, isUnreadable, JobFault } from './job-fault.ts'
import { LeaseLost } from './lease.ts'
import { runJob, type WorkSettings, Workshop } from './run-job.ts'
import { type OpenJob, WorkStore } from './work-store.ts'

/** A line for the log of the service. */
export interface FromRunner {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly facts: Readonly<Record<string, string | number | undefined>>
}

/** How often it is looked for something to do, and shown that this process lives. */
const LOOK_MS = 250
const BEAT_MS = 1000

/** Nothing to do for this long: the process may go. */
const IDLE_MS = 20_000

/** What failed by accident is begun again after this long, and after twice as long each time; a full disk is looked at as often. */
const AGAIN_MS = 1000
const FULL_MS = 5000

/** Jobs that are in work at a time, each of another caller. */
const MOST_ACTIVE = 64

/** As far below usual programs as a process may wish itself: requests go before jobs. */
const LOW_PRIORITY = 10

const active = new Set<string>()
const settings = JSON.parse(process.argv[2] ?? '') as WorkSettings
const store = new WorkStore(settings.folder, (message) => send('error', message))
const shop = new Workshop(store, settings, leave)
/** The first look takes the lease, however young the process is. */
let beatAt = Number.NEGATIVE_INFINITY
let busySince = performance.now()
let isFullTold = false

lowerPriority()
// Whatever the service sends, there is something to do.
process.on('message', look)
// It has ended, or has this process go. What is in work is taken up again by the next.
process.on('disconnect', leave)
if (!process.connected) leave()
setInterval(look, LOOK_MS)
look()

/** Begins what nobody works on, as long as this process has the lease. Without it there is nothing to do here. */
function look(): void {
  try {
    if (performance.now() - beatAt > BEAT_MS) {
      if (!store.hold()) {
        leave()
        return
      }
      beatAt = performance.now()
    }
    for (const { id, owner } of store.heads()) if (active.size < MOST_ACTIVE) begin(id, () => work(id, owner))
    for (const { id, payer, format } of store.wanted())
      begin(`${id} ${format}`, () => shop.file(payer, 'converted', () => convertResult(shop, id, format)))
  } catch (error) {
    report(error as Error)
    // It stays: another process could note as little.
    if (isFull(error)) busySince = performance.now()
  }
  if (active.size > 0) busySince = performance.now()
  else if (performance.now() - busySince > IDLE_MS) leave()
}

function begin(name: string, work: () => Promise<void>): void {
  if (active.has(name)) return
  active.add(name)
  work()
    .catch(async (error: Error) => {
      if (error instanceof LeaseLost) leave()
      report(error)
      await wait(AGAIN_MS)
    })
    .finally(() => {
      active.delete(name)
      look()
    })
}

async function work(id: string, owner: string | null): Promise<void> {
  const facts = { job: id, key: keyName(owner) }
  const begunAt = performance.now()
  send('info', 'job begun', facts)
  for (let pause = AGAIN_MS; ; pause *= 2) {
    let job: OpenJob | undefined
    try {
      job = store.open(id)
      if (job === undefined) return
      await runJob(shop, job)
      isFullTold = false
      const seconds = Math.round((performance.now() - begunAt) / 100) / 10
      return send('info', 'job done', { ...facts, seconds })
    } catch (error) {
      // A job may be removed at any time, and another process may have taken over.
      if (!store.exists(id)) return
      if (error instanceof LeaseLost) throw error
      if (isFull(error)) {
        report(error as Error)
        await wait(FULL_MS)
      } else if (error instanceof FiguresGone && job !== undefined && renew(job)) {
        send('info', 'job restarted: its data release changed', facts)
      } else if (error instanceof JobFault || error instanceof FiguresGone || isUnreadable(error)) {
        const fault = isUnreadable(error) ? `The files of the job cannot be read (${error.code})` : error.message
        store.fail(id, fault)
        return send('warn', 'job failed', { ...facts, fault })
      } else {
        // It is begun again; what fails again and again is given up (WorkStore.begin).
        send('warn', 'a step of a job failed', { ...facts, error: (error as Error).stack })
        await wait(Math.min(pause, FULL_MS))
      }
    }
  }
}

/** Has a job begun anew by the figures that its data release comes to now. Says whether there is that release. */
function renew({ id, release, figures }: OpenJob): boolean {
  for (const [now, { label }] of openFigures(settings)) {
    if (label !== release || now === figures) continue
    store.renew(id, now)
    return true
  }
  return false
}

/**
 * Ends this process: none of the steps in work is to blame for it. An orderly exit would fail in the midst of what DuckDB does.
 */
function leave(): void {
  try {
    store.takeBack(shop.inWork)
    store.leave()
  } catch {
    // It has lost the lease, or the database cannot be written: another process takes over.
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

/** Logs what is not about a job; that the disk is full, once until a job is done. */
function report(error: Error): void {
  if (!isFull(error)) send('error', 'unexpected error of jobs', { error: error.stack })
  else if (!isFullTold) {
    isFullTold = true
    send('warn', 'jobs wait', { error: 'The disk of the jobs is full' })
  }
}

function send(level: FromRunner['level'], message: string, facts: FromRunner['facts'] = {}): void {
  if (process.connected) process.send?.({ level, message, facts } satisfies FromRunner)
}

/** On Linux each thread has a priority of its own, which those that it starts take over: some are there already. */
function lowerPriority(): void {
  setPriority(LOW_PRIORITY)
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), LOW_PRIORITY)
    } catch {
      // It has ended.
    }
  }
}
