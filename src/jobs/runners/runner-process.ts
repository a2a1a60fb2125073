import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { JobFault } from '../job-fault.ts'
import { JobStore } from '../job-store.ts'
import type { JobFolder, ResultFormat } from '../places/job-folder.ts'
import { openPlace } from '../places/open-place.ts'
import { convertResult } from '../steps/convert-result.ts'
import type { JobBounds } from '../steps/job-database.ts'
import { tryStep } from '../steps/try-step.ts'
import type { JobRunner, RunnerReadings, RunnerSettings } from './job-runner.ts'
import { leaveProcess } from './leave-process.ts'
import { openRunner } from './open-runner.ts'
import { seldom } from './seldom.ts'
import { Turns } from './turns.ts'

/** What the service sends to the process that works on its jobs. */
export type ToRunner =
  | { readonly kind: 'settings'; readonly settings: RunnerSettings }
  /** There is a job. */
  | { readonly kind: 'look' }
  /** It is to go; nothing that it had in work is to blame. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'convert'; readonly job: string; readonly format: ResultFormat; readonly number: number }

export type FromRunner =
  /** Nothing is left to do; `heard`: messages that came so far. */
  | { readonly kind: 'idle'; readonly heard: number }
  /** `fault`: why it could not be; `isGone`: the job was removed meanwhile. */
  | { readonly kind: 'converted'; readonly number: number; readonly fault?: string; readonly isGone?: boolean }
  | { readonly kind: 'readings'; readonly readings: RunnerReadings }
  | { readonly kind: 'error'; readonly stack: string }

/** How often it is looked for jobs that another process has left, or that came over another. */
const LOOK_MS = 1000

/** Nothing to do for this long: the process may go. */
const IDLE_MS = 20_000

/** As far below usual programs as a process may wish itself: requests go before jobs. */
const LOW_PRIORITY = 10

const report = seldom((error) => send({ kind: 'error', stack: error.stack ?? String(error) }))

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
  else if (message.kind === 'leave') leaveProcess()
  else look()
})
// The service has ended. What is in work is taken up again by the next.
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
  const given = settings as RunnerSettings
  const key = `${job} ${format}`
  const begun = converting.get(key) ?? convertAndCount(new JobStore(openPlace(given), 0).of(job), format, given.bounds)
  converting.set(key, begun)
  begun
    .then(
      () => send({ kind: 'converted', number }),
      async (error: Error) => {
        if (await new JobStore(openPlace(given), 0).of(job).isGone())
          return send({ kind: 'converted', number, isGone: true })
        if (!(error instanceof JobFault)) report(error)
        const fault = error instanceof JobFault ? error.message : 'The result could not be written in that format'
        send({ kind: 'converted', number, fault })
      },
    )
    .finally(() => converting.delete(key))
}

/** What a result takes in a further format counts, too. */
async function convertAndCount(folder: JobFolder, format: ResultFormat, bounds: JobBounds): Promise<void> {
  if (await folder.files.has(folder.result(format))) return
  await conversions.run([folder.path], () =>
    tryStep(folder, `write ${format}`, () => convertResult(folder, format, bounds)),
  )
  const record = await folder.readRecord()
  if (record !== undefined) await folder.writeRecord({ ...record, bytes: await folder.files.bytes() })
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
