import { readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { convertResult } from './convert-result.ts'
import type { JobBounds } from './job-database.ts'
import { JobFault } from './job-fault.ts'
import type { JobFolder, ResultFormat } from './job-folder.ts'
import type { JobRunner, RunnerReadings, RunnerSettings } from './job-runner.ts'
import { JobStore } from './job-store.ts'
import { openRunner } from './open-runner.ts'
import { Turns } from './turns.ts'

/** What the service sends to the process that works on its jobs. */
export type ToRunner =
  | { readonly kind: 'settings'; readonly settings: RunnerSettings }
  /** There is a job. */
  | { readonly kind: 'look' }
  | { readonly kind: 'convert'; readonly job: string; readonly format: ResultFormat; readonly number: number }

export type FromRunner =
  /** Nothing is left to do; `heard`: messages that came so far. */
  | { readonly kind: 'idle'; readonly heard: number }
  | { readonly kind: 'converted'; readonly number: number; readonly fault?: string }
  | { readonly kind: 'readings'; readonly readings: RunnerReadings }
  | { readonly kind: 'error'; readonly stack: string }

/** How often it is looked for jobs that another process has left, or that came over another. */
const LOOK_MS = 1000

/** Nothing to do for this long: the process may go. */
const IDLE_MS = 20_000

/** As far below usual programs as a process may wish itself: requests go before jobs. */
const LOW_PRIORITY = 10

let runner: JobRunner | undefined
let settings: RunnerSettings | undefined
let heard = 0
let busySince = performance.now()
const converting = new Map<string, Promise<void>>()
/** Each conversion may take the memory of a database. */
const conversions = new Turns(1)

lowerPriority()
process.on('message', (message: ToRunner) => {
  heard++
  busySince = performance.now()
  if (message.kind === 'settings') start(message.settings).catch(giveUp)
  else if (message.kind === 'convert') convert(message)
  else look()
})
// What is in work is taken up again by the next; an orderly exit would fail in the midst of what the database does.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function start(given: RunnerSettings): Promise<void> {
  settings = given
  runner = await openRunner(given, report)
  look()
  setInterval(() => {
    look()
    runner?.readings().then((readings) => send({ kind: 'readings', readings }), report)
    if (runner?.isNeeded() || converting.size > 0) busySince = performance.now()
    else if (performance.now() - busySince > IDLE_MS) send({ kind: 'idle', heard })
  }, LOOK_MS)
}

function look(): void {
  runner?.look().catch(report)
}

/** Two who ask for the same get the same. */
function convert({ job, format, number }: Extract<ToRunner, { kind: 'convert' }>): void {
  const { folder, bounds } = settings as RunnerSettings
  const key = `${job} ${format}`
  const begun = converting.get(key) ?? convertAndCount(new JobStore(folder, 0).of(job), format, bounds)
  converting.set(key, begun)
  begun
    .then(
      () => send({ kind: 'converted', number }),
      (error: Error) => {
        if (!(error instanceof JobFault)) report(error)
        const fault = error instanceof JobFault ? error.message : 'The result could not be written in that format'
        send({ kind: 'converted', number, fault })
      },
    )
    .finally(() => converting.delete(key))
}

/** What a result takes in a further format counts, too. */
async function convertAndCount(folder: JobFolder, format: ResultFormat, bounds: JobBounds): Promise<void> {
  if (await stat(folder.result(format)).catch(() => undefined)) return
  await conversions.run(folder.path, () => convertResult(folder, format, bounds))
  const record = await folder.readRecord()
  if (record !== undefined) await folder.writeRecord({ ...record, bytes: await folder.bytes() })
}

function report(error: Error): void {
  send({ kind: 'error', stack: error.stack ?? String(error) })
}

/** Without what works on jobs there is nothing to do here: the service starts another process. */
function giveUp(error: Error): void {
  process.send?.({ kind: 'error', stack: error.stack ?? String(error) } satisfies FromRunner, () => process.exit(1))
}

function send(message: FromRunner): void {
  if (process.connected) process.send?.(message)
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
