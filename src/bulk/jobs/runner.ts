import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { JobStore } from './job-store.ts'
import type { WorkSettings } from './run-job.ts'
import type { FromRunner } from './runner-process.ts'

/** Delay before a crashed process restarts, doubled after each run without progress. */
const RESTART_MS = 500
const LONGEST_RESTART_MS = 30_000
/** A run this long, or with a log line, counts as progress. */
const LIVED_MS = 5000

/** Interval at which the service checks for work that another service left. */
const LOOK_MS = 1000

/** Interval at which the memory of the process is read. Files can make it grow by a gigabyte in a second. */
const WATCH_MS = 50

/** What Node.js, C++ and the system write when a process ends for lack of memory. */
const OUT_OF_MEMORY = /out of memory|bad_alloc/i

/** Writes a line to the service's log. */
export type LogJobs = (level: FromRunner['level'], message: string, facts?: FromRunner['facts']) => void

/** The process that does the jobs, as a service sees it: started if there is work and no other service does it. */
export class Runner {
  readonly #store: JobStore
  readonly #settings: WorkSettings
  readonly #log: LogJobs
  #process: ChildProcess | undefined
  #looking: NodeJS.Timeout | undefined
  #restartMs = RESTART_MS
  #notBefore = 0
  #isDown = false

  constructor(store: JobStore, settings: WorkSettings, log: LogJobs) {
    this.#store = store
    this.#settings = settings
    this.#log = log
  }

  /** Whether there is work, and the process ended or failed to start before doing any of it. */
  get isDown(): boolean {
    return this.#isDown
  }

  start(): void {
    this.#looking = setInterval(() => this.look(), LOOK_MS).unref()
    this.look()
  }

  stop(): void {
    clearInterval(this.#looking)
    this.#looking = undefined
    const child = this.#process
    this.#process = undefined
    if (child?.connected) child.disconnect()
  }

  /** Starts the process if there is work. */
  look(): void {
    try {
      if (this.#process !== undefined) this.#process.send('look', () => {})
      else if (this.#looking !== undefined && performance.now() >= this.#notBefore) {
        if (this.#store.hasWork() && !this.#store.isLeased()) this.#process = this.#fork()
        else this.#isDown = false
      }
    } catch (error) {
      this.#log('error', 'unexpected error in jobs', { error: (error as Error).stack })
      this.#notBefore = performance.now() + LONGEST_RESTART_MS
      this.#isDown = true
    }
  }

  #fork(): ChildProcess {
    const child = fork(new URL('./runner-process.ts', import.meta.url), [JSON.stringify(this.#settings)], {
      execArgv: [`--max-old-space-size=${this.#settings.heapMb}`, '--expose-gc'],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    const startedAt = performance.now()
    const killsBefore = killsForMemory()
    let [hasWorked, isStarved] = [false, false]
    child.stderr?.on('data', (written: Buffer) => {
      process.stderr.write(written)
      isStarved ||= OUT_OF_MEMORY.test(written.toString())
    })
    const watching = setInterval(() => {
      if (isStarved || residentMb(child.pid) <= this.#settings.mostMb) return
      isStarved = true
      child.kill('SIGKILL')
    }, WATCH_MS).unref()
    child.on('message', ({ level, message, facts }: FromRunner) => {
      hasWorked = true
      this.#isDown = false
      this.#log(level, message, facts)
    })
    // A process that cannot start or receive messages ends, or never existed.
    child.on('error', (error) => {
      this.#log('error', 'unexpected error in jobs', { error: error.stack })
      if (child.pid === undefined) this.#lose(child, false)
    })
    // By then all that it wrote has been read.
    child.on('close', (_, signal) => {
      clearInterval(watching)
      isStarved ||= signal === 'SIGKILL' && killsForMemory() !== killsBefore
      const end = isStarved ? 'starved' : signal === 'SIGKILL' ? 'killed' : 'crashed'
      this.#lose(child, hasWorked || performance.now() - startedAt > LIVED_MS, end)
    })
    return child
  }

  #lose(child: ChildProcess, hasWorked: boolean, end: 'starved' | 'killed' | 'crashed' = 'killed'): void {
    // The service has stopped, and its database is closed: the process was told to end, and no job is to blame.
    if (this.#process !== child) return
    let hasWork = true
    try {
      // Of two processes started at the same time, the later one finds that the earlier has the lease, and ends.
      const isLeased = this.#store.isLeased()
      if (end !== 'killed' && !isLeased) this.#store.blame(end === 'starved')
      hasWork = !isLeased && this.#store.hasWork()
    } catch (error) {
      this.#log('error', 'unexpected error in jobs', { error: (error as Error).stack })
    }
    this.#process = undefined
    // Without work for it, the process ends by itself.
    this.#isDown = hasWork && !hasWorked
    if (!hasWork) return
    const code = child.signalCode ?? child.exitCode ?? undefined
    this.#log('error', 'the process of the jobs ended', {
      end: code,
      ...(end === 'starved' && { reason: 'out of memory' }),
    })
    this.#restartMs = hasWorked ? RESTART_MS : Math.min(2 * this.#restartMs, LONGEST_RESTART_MS)
    this.#notBefore = performance.now() + this.#restartMs
    setTimeout(() => this.look(), this.#restartMs).unref()
  }
}

/** MB of memory of a process that no file backs; 0 where the system does not say. */
function residentMb(pid: number | undefined): number {
  try {
    const [, kibibytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return (Number(kibibytes ?? 0) * 1024) / 1e6
  } catch {
    return 0
  }
}

/** Number of processes on this machine killed for lack of memory, if the system counts them. */
function killsForMemory(): string | undefined {
  try {
    return /^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
