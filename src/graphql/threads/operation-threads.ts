import type { Piscina } from 'piscina'
import type { Outcome } from '../answers/outcome.ts'
import { outcomeOf } from '../answers/outcome.ts'
import { publicError, type ReportError } from '../answers/public-error.ts'
import { refusal, tooLarge } from '../answers/refusal.ts'
import type { GraphqlConfig } from '../graphql-service.ts'
import type { Caller } from '../operation-runner.ts'

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
  readonly label: string
}

/** What a thread is given. */
export interface ThreadTask extends ThreadOperation {
  /** JSON of an object with `variables`. */
  readonly body: Uint8Array
  /** [whether the thread has begun, whether nobody waits any more]: written by one side, read by the other. */
  readonly control: Int32Array
  readonly requestId: string | undefined
}

/** What a thread gives back. */
export interface ThreadAnswer {
  readonly outcome: Outcome
  /** Errors that callers are not shown, by the id that is shown in their place. */
  readonly reports: readonly { readonly errorId: string; readonly stack: string }[]
}

/** What all threads are started with. */
export interface ThreadData {
  readonly world: ThreadWorld
  readonly config: GraphqlConfig
}

export const BEGUN = 0
export const CANCELLED = 1

/** Operations that wait for a thread. */
const MOST_WAITING = 16

/** A thread that had nothing to do for this long ends. */
const IDLE_MS = 60_000

/** Memory of one thread. Starting one takes some 80 MB, a fleet of 10,000 some 180 MB more. */
const THREAD_MEGABYTES = 512

/** A thread that does not end its operation by itself is ended so much later. */
const GRACE_MS = 1000

/** Why a task is ended from outside. */
const WAITED = 'waited'
const TOO_LATE = 'too late'

/**
 * Threads that run large operations, so that the rest is answered meanwhile. None is there until the first is needed. An
 * operation waits for a thread no longer than for any other turn, and ends itself when its time is up; a thread in which it does not
 * is ended, and replaced when the next operation comes.
 */
export class OperationThreads {
  readonly #config: GraphqlConfig
  readonly #world: ThreadWorld
  #pool: Promise<Piscina<ThreadTask | undefined, ThreadAnswer>> | undefined

  constructor(config: GraphqlConfig, world: ThreadWorld) {
    this.#config = config
    this.#world = world
  }

  async run(
    operation: ThreadOperation,
    given: Uint8Array,
    { onAbort, requestId }: Caller,
    report: ReportError,
  ): Promise<Outcome> {
    const { label } = operation
    const { maxWaitMs, timeLimitMs } = this.#config
    const control = new Int32Array(new SharedArrayBuffer(8))
    const ending = new AbortController()
    const endWaiting = (why: string) => {
      if (Atomics.load(control, BEGUN) === 0) ending.abort(why)
    }
    onAbort?.(() => {
      Atomics.store(control, CANCELLED, 1)
      endWaiting(TOO_LATE)
    })
    let timers: readonly NodeJS.Timeout[] = []
    try {
      this.#pool ??= this.#start()
      const pool = await this.#pool
      // The pool's own limit does not count tasks that can be ended.
      if (pool.queueSize >= MOST_WAITING) return outcomeOf({ ...refused(this.#overloaded()), label })
      timers = [
        setTimeout(() => endWaiting(WAITED), maxWaitMs),
        setTimeout(() => ending.abort(TOO_LATE), maxWaitMs + timeLimitMs + GRACE_MS),
      ]
      const body = new Uint8Array(given)
      const task: ThreadTask = { ...operation, body, control, requestId }
      const { outcome, reports } = await pool.run(task, { signal: ending.signal, transferList: [body.buffer] })
      for (const { errorId, stack } of reports) report(Object.assign(new Error(), { stack }), errorId, requestId)
      return { ...outcome, label }
    } catch (error) {
      return outcomeOf({ ...this.#failure(error as ThreadError, ending.signal, report, requestId), label })
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }

  /** Ends the threads when their operations are done. */
  async close(): Promise<void> {
    const pool = await this.#pool?.catch(() => undefined)
    await pool?.close()
  }

  async #start(): Promise<Piscina<ThreadTask | undefined, ThreadAnswer>> {
    try {
      const { Piscina: Pool } = await import('piscina')
      const data: ThreadData = { world: this.#world, config: this.#config }
      const pool = new Pool<ThreadTask | undefined, ThreadAnswer>({
        filename: new URL('./operation-thread.ts', import.meta.url).href,
        workerData: data,
        minThreads: 0,
        maxThreads: this.#config.operationThreads,
        idleTimeout: IDLE_MS,
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

  #failure(error: ThreadError, { aborted, reason }: AbortSignal, report: ReportError, requestId: string | undefined) {
    const { timeLimitMs } = this.#config
    if (aborted && reason === TOO_LATE) {
      return refused(refusal(`The operation took longer than ${timeLimitMs} ms`, 'TIMEOUT', 503))
    }
    if (aborted) return refused(this.#overloaded())
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
