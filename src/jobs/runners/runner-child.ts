import { type ChildProcess, fork } from 'node:child_process'
import type { ResultFormat } from '../places/job-folder.ts'
import type { RunnerReadings, RunnerSettings } from './job-runner.ts'
import type { FromRunner, ToRunner } from './runner-process.ts'

/** A process that ended by accident is started again after this long; after twice as long each time that it comes to nothing. */
const RESTART_MS = 1000
const LONGEST_RESTART_MS = 60_000

/** MB: lists and plans are read in memory. */
const HEAP_MB = 1024

/** Readings come each second. */
const READINGS_KEPT = 10

const NOTHING: RunnerReadings = { waiting: 0, running: 0, failed: 0, rows: 0 }

/** How the writing of a result ended: done, with the reason why it failed, or because its job was removed. */
export interface Conversion extends Pick<Extract<FromRunner, { kind: 'converted' }>, 'fault' | 'isGone'> {
  /** Whether the process that wrote it has ended, or was let go: it may be asked for again. */
  readonly isPassing?: boolean
}

/** The process that works on jobs, as the service sees it: started when there is something to do, and again when it has ended. */
export class RunnerChild {
  readonly #settings: RunnerSettings
  readonly #report: (stack: string) => void
  readonly #conversions = new Map<number, (conversion: Conversion) => void>()
  #process: ChildProcess | undefined
  #sent = 0
  #conversion = 0
  #readings = NOTHING
  #earlier = NOTHING
  /** Of the last seconds, the oldest first. */
  readonly #rowsBefore: number[] = []
  #restartMs = RESTART_MS
  #isStopped = false

  constructor(settings: RunnerSettings, report: (stack: string) => void) {
    this.#settings = settings
    this.#report = report
  }

  /** Has it look for jobs. */
  look(): void {
    this.#send({ kind: 'look' })
  }

  /** Has it write a result in a further format. */
  convert(job: string, format: ResultFormat): Promise<Conversion> {
    if (this.#isStopped) return Promise.resolve({ isPassing: true })
    return new Promise((resolve) => {
      const number = this.#conversion++
      this.#conversions.set(number, (conversion) => {
        this.#conversions.delete(number)
        resolve(conversion)
      })
      this.#send({ kind: 'convert', job, format, number })
    })
  }

  get readings(): RunnerReadings & { readonly rowsPerSecond: number } {
    const { waiting, running, failed, rows } = this.#readings
    return {
      waiting,
      running,
      failed: failed + this.#earlier.failed,
      rows: rows + this.#earlier.rows,
      rowsPerSecond: Math.max(0, rows - (this.#rowsBefore[0] ?? rows)) / READINGS_KEPT,
    }
  }

  /** Ends it, and has another one look for jobs. */
  restart(): void {
    this.#release()
    this.look()
  }

  stop(): void {
    this.#isStopped = true
    this.#release()
  }

  #send(message: ToRunner): void {
    if (this.#isStopped) return
    this.#process ??= this.#fork()
    this.#process.send(message, () => {})
    this.#sent++
  }

  /** Lets the process go. It may have gone by itself, which is not known yet. */
  #release(): void {
    const child = this.#process
    this.#process = undefined
    if (child?.connected) child.send({ kind: 'leave' } satisfies ToRunner, () => {})
    this.#endConversions()
  }

  /** Nobody writes them now. */
  #endConversions(): void {
    for (const end of this.#conversions.values()) end({ isPassing: true })
  }

  #fork(): ChildProcess {
    const child = fork(new URL('./runner-process.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
    })
    this.#sent = 0
    child.send({ kind: 'settings', settings: this.#settings } satisfies ToRunner, () => {})
    this.#sent++
    child.on('message', (message: FromRunner) => this.#hear(child, message))
    // One that cannot be started, or not be written to, ends or never was.
    child.on('error', (error) => {
      this.#report(error.stack ?? error.message)
      if (child.pid === undefined) this.#lose(child)
    })
    child.on('exit', () => this.#lose(child))
    return child
  }

  #hear(child: ChildProcess, message: FromRunner): void {
    if (message.kind === 'converted') this.#conversions.get(message.number)?.(message)
    else if (message.kind === 'readings') this.#note(message.readings)
    else if (message.kind === 'error') this.#report(message.stack)
    else if (message.heard === this.#sent && this.#process === child) this.#release()
  }

  #note(readings: RunnerReadings): void {
    this.#rowsBefore.push(this.#readings.rows)
    if (this.#rowsBefore.length > READINGS_KEPT) this.#rowsBefore.shift()
    this.#readings = readings
    this.#restartMs = RESTART_MS
  }

  #lose(child: ChildProcess): void {
    this.#earlier = { ...this.readings }
    this.#readings = NOTHING
    this.#rowsBefore.length = 0
    if (this.#process !== child) return
    this.#process = undefined
    this.#endConversions()
    if (this.#isStopped) return
    this.#report(`The process of jobs ended by accident (${child.signalCode ?? child.exitCode})`)
    setTimeout(() => this.look(), this.#restartMs).unref()
    this.#restartMs = Math.min(2 * this.#restartMs, LONGEST_RESTART_MS)
  }
}
