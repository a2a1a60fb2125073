import type { Piscina } from 'piscina'
import type { Outcome } from '../answers/outcome.ts'
import { outcomeOf } from '../answers/outcome.ts'
import { publicError, type ReportError } from '../answers/public-error.ts'
import { refusal, tooLarge } from '../answers/refusal.ts'
import type { GraphqlConfig } from '../graphql-service.ts'
import type { Caller } from '../operation-runner.ts'
import { Turns } from './turns.ts'

/** How a thread makes what operations run on: a module whose default export is a MakeThreadWorld, and what it is called with. */
export interface ThreadWorld {
  /** Address of the module: `new URL('./thread-world.ts', import.meta.url).href`. */
  readonly module: string
  /** Anything that can be copied to a thread. */
  readonly data: unknown
}

/** An operation for a thread; its variables are in the bytes that come with it. */
export interface ThreadOperation {
  readonly text: string
  readonly operationName: string | undefined
  readonly isCostAsked: boolean
  readonly inputIsChecked: boolean | undefined
  readonly label: string
}

/** What a thread is given. */
export interface ThreadTask extends ThreadOperation {
  /** JSON of an object with `variables`. */
  readonly body: Uint8Array
  /** Whether nobody waits any more, as 0 or 1: written here, read in the thread. */
  readonly cancelled: Int32Array
  readonly requestId: string | undefined
}

/** What a thread gives back. */
export interface ThreadAnswer {
  readonly outcome: Outcome
  /** Errors that callers are not shown, by the id that is shown in their place. */
  readonly reports: readonly { readonly errorId: string; readonly stack: string }[]
  /** What the heap of the thread takes now. */
  readonly heapBytes: number
}

/** What all threads are started with. */
export interface ThreadData {
  readonly world: ThreadWorld
  readonly config: GraphqlConfig
}

/** Operations that wait for a thread. */
const MOST_WAITING = 16

/** A heap that has grown beyond this does not shrink again: a thread of its size gives way to a new one when it has nothing to do. */
const GROWN_BYTES = 160e6

/** A further thread that had nothing to do for this long ends; the first stays, since to start one takes some 0.5 s. */
const IDLE_MS = 60_000

/** The same where newer tables are there: few operations come any more. */
const IDLE_WHEN_CLOSED_MS = 1000

/** Memory of one thread. Starting one takes some 80 MB, a fleet of 10,000 some 180 MB more. */
const THREAD_MEGABYTES = 512

/** A thread that does not end its operation by itself is ended so much later; its first waits until it has its tables. */
const GRACE_MS = 1000
const START_MS = 5000

/** As long as a timer can be. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Threads that run large operations, so that the rest is answered meanwhile. None is there until the first is needed. An
 * operation waits for a thread no longer than for any other turn, and ends itself when its time is up; a thread in which it does
 * not is ended, and replaced when the next operation comes. Operations wait here and not at the pool, which ends the thread of
 * one that it has just handed over when that is to wait no longer.
 */
export class OperationThreads {
  readonly #config: GraphqlConfig
  readonly #world: ThreadWorld
  readonly #turns: Turns
  readonly #idleMs: number
  #renewal: NodeJS.Timeout | undefined
  #hasGrown = false
  #pool: Promise<Piscina<ThreadTask | undefined, ThreadAnswer>> | undefined
  #isClosed = false

  constructor(config: GraphqlConfig, world: ThreadWorld, idleMs = IDLE_MS) {
    this.#config = config
    this.#world = world
    this.#idleMs = idleMs
    this.#turns = new Turns(config.operationThreads)
  }

  async run(
    operation: ThreadOperation,
    given: Uint8Array,
    { onAbort, requestId }: Caller,
    report: ReportError,
  ): Promise<Outcome> {
    const { label } = operation
    const cancelled = new Int32Array(new SharedArrayBuffer(4))
    let leave = () => {}
    onAbort?.(() => {
      Atomics.store(cancelled, 0, 1)
      leave()
    })
    // The rest of a batch that nobody waits for needs no threads.
    if (Atomics.load(cancelled, 0) === 1) return outcomeOf({ ...refused(this.#timeout()), label })
    try {
      this.#pool ??= this.#start()
      await this.#pool
      const hasTurn =
        this.#turns.waiting < MOST_WAITING &&
        (await this.#turns.take(this.#config.maxWaitMs, (itsLeave) => {
          leave = itsLeave
        }))
      if (!hasTurn) return outcomeOf({ ...refused(this.#overloaded()), label })
      try {
        // The threads may have been closed while it waited.
        this.#pool ??= this.#start()
        const pool = await this.#pool
        const body = new Uint8Array(given)
        const { outcome, reports, heapBytes } = await this.#runIn(pool, { ...operation, body, cancelled, requestId })
        this.#hasGrown ||= heapBytes > GROWN_BYTES
        for (const { errorId, stack } of reports) report(Object.assign(new Error(), { stack }), errorId, requestId)
        return { ...outcome, label }
      } finally {
        this.#turns.giveBack()
        this.#renewLater()
      }
    } catch (error) {
      return outcomeOf({ ...this.#failure(error as ThreadError, report, requestId), label })
    }
  }

  #renewLater(): void {
    if (!this.#hasGrown) return
    clearTimeout(this.#renewal)
    this.#renewal = setTimeout(() => void this.#renew(), this.#idleMs).unref()
  }

  /** New threads for those that have grown, where none of them works. */
  async #renew(): Promise<void> {
    if (this.#isClosed || !this.#turns.isIdle) return
    const grown = this.#pool
    this.#hasGrown = false
    this.#pool = undefined
    try {
      await (await grown)?.close()
      if (!this.#isClosed) this.#pool ??= this.#start()
      await this.#pool
    } catch {
      // Whoever asks next has them started, or hears why not.
    }
  }

  /** Runs a task, and ends its thread where it has not ended itself long after it should have. */
  async #runIn(pool: Piscina<ThreadTask | undefined, ThreadAnswer>, task: ThreadTask): Promise<ThreadAnswer> {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), START_MS + this.#config.timeLimitMs + GRACE_MS)
    try {
      return await pool.run(task, { signal: ending.signal, transferList: [task.body.buffer as ArrayBuffer] })
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Ends the threads when their operations are done. Further ones of a batch that has begun are run all the same, in threads that
   * do not stay.
   */
  async close(): Promise<void> {
    const { operationThreads } = this.#config
    this.#isClosed = true
    clearTimeout(this.#renewal)
    for (let turn = 0; turn < operationThreads; turn++) await this.#turns.take(LONGEST_MS, () => {})
    try {
      const pool = await this.#pool?.catch(() => undefined)
      this.#pool = undefined
      await pool?.close()
    } finally {
      for (let turn = 0; turn < operationThreads; turn++) this.#turns.giveBack()
    }
  }

  async #start(): Promise<Piscina<ThreadTask | undefined, ThreadAnswer>> {
    try {
      const { Piscina: Pool } = await import('piscina')
      const data: ThreadData = { world: this.#world, config: this.#config }
      const pool = new Pool<ThreadTask | undefined, ThreadAnswer>({
        filename: new URL('./operation-thread.ts', import.meta.url).href,
        workerData: data,
        minThreads: this.#config.warmUp && !this.#isClosed ? 1 : 0,
        maxThreads: this.#config.operationThreads,
        idleTimeout: this.#isClosed ? IDLE_WHEN_CLOSED_MS : this.#idleMs,
        atomics: 'disabled',
        recordTiming: false,
        resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES, maxYoungGenerationSizeMb: 64 },
      })
      // Errors of threads without a task; those of a task are given to it.
      pool.on('error', () => {})
      // The first thread has its tables before the first operation counts its time.
      await pool.run(undefined).catch(async (error) => {
        await pool.destroy()
        throw error
      })
      return pool
    } catch (error) {
      this.#pool = undefined
      throw error
    }
  }

  #overloaded() {
    return refusal(`No thread is free for the operation within ${this.#config.maxWaitMs} ms`, 'OVERLOADED', 503)
  }

  #timeout() {
    return refusal(`The operation took longer than ${this.#config.timeLimitMs} ms`, 'TIMEOUT', 503)
  }

  #failure(error: ThreadError, report: ReportError, requestId: string | undefined) {
    if (error.name === 'AbortError') return refused(this.#timeout())
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const megabytes = THREAD_MEGABYTES
      return refused(tooLarge('megabytes', 'The operation needs too much memory', megabytes, megabytes))
    }
    return refused(publicError(error, 'INTERNAL_SERVER_ERROR', report, requestId))
  }
}

type ThreadError = Error & { readonly code?: string }

function refused(error: ReturnType<typeof refusal>) {
  const { status } = error.extensions.http as { readonly status: number }
  return { errors: [error], status, isSpec: false }
}
