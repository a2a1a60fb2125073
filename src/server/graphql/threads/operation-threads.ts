import type { Piscina } from 'piscina'
import { FairQueue } from '../../fair-queue.ts'
import { publicError, type ReportError, refusal, tooLarge } from '../answers/errors.ts'
import { type Outcome, outcomeOf } from '../answers/outcome.ts'
import type { GraphqlConfig, ThreadWorld } from '../graphql-options.ts'
import type { Caller } from '../graphql-request.ts'

/** An operation for a thread; its variables are in the accompanying bytes. */
interface ThreadOperation {
  readonly text: string
  readonly operationName: string | undefined
  /** Extensions of the answer. */
  readonly extensions: object | undefined
  readonly inputIsChecked: boolean | undefined
  readonly isTrusted: boolean | undefined
  readonly label: string
}

/** Large work besides operations: see Errands. */
interface ThreadErrand {
  readonly errand: string
  readonly input: unknown
  readonly label: string
}

/** The input of a thread. */
export interface ThreadTask {
  readonly work: ThreadOperation | ThreadErrand
  /** JSON of an object with the `variables` of an operation. */
  readonly body: Uint8Array
  /** State shared with the thread during the operation. */
  readonly state: Int32Array
  /** When its time ends, by `processMs`. */
  readonly endsAt: number
  readonly requestId: string | undefined
}

/**
 * Indexes of the state: set to 1 here when the client leaves; set to 1 in the thread when the operation has started.
 */
export const CANCELLED = 0
export const BEGUN = 1

/** Milliseconds of a monotonic clock shared by all threads of the process. */
export function processMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000
}

/** The output of a thread. */
export interface ThreadAnswer {
  readonly outcome: Outcome
  /** Errors hidden from callers, by the id shown instead. */
  readonly reports: readonly { readonly errorId: string; readonly stack: string }[]
  /** Current size of the thread's heap. */
  readonly heapBytes: number
}

/** The start parameters of all threads. */
export interface ThreadData {
  readonly world: ThreadWorld
  readonly config: GraphqlConfig
}

/** A thread with a larger heap is replaced when all threads have been free for a while: not all memory comes back. */
const GROWN_BYTES = 160e6
const FREE_MS = 10_000

/** Idle time after which additional threads end; the first stays, since starting one takes about 0.5 s. */
const IDLE_MS = 60_000

/** Idle time once newer tables exist, since few operations follow. */
const IDLE_WHEN_CLOSED_MS = 1000

/** An operation that does not end itself on time is answered after this delay, and its thread ended. */
const GRACE_MS = 500

/** An errand may go on after its caller has given up, so that the next one need not begin it again. */
const LONGEST_ERRAND_MS = 120_000

/** Additional time for a thread that is still reading its tables, for the operations after this one. */
const START_MS = 5000

/** The longest possible timer. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Threads that run large operations, so that the main thread stays responsive. They start on demand. An operation waits
 * for a thread no longer than for any other turn. Its time limit starts on arrival and includes the start of its
 * thread. An operation ends itself in time; otherwise its thread is ended, and replaced for the next operation.
 * Operations wait here rather than in the pool, which would end the thread of an operation whose wait is cancelled
 * right after handover.
 */
export class OperationThreads {
  readonly #config: GraphqlConfig
  readonly #world: ThreadWorld
  readonly #queue: FairQueue
  readonly #idleMs: number
  #renewal: NodeJS.Timeout | undefined
  #hasGrown = false
  #pool: Promise<Piscina<ThreadTask | undefined, ThreadAnswer>> | undefined
  #isClosed = false
  readonly #abandonment = new AbortController()

  constructor(config: GraphqlConfig, world: ThreadWorld, idleMs = IDLE_MS) {
    this.#config = config
    this.#world = world
    this.#idleMs = idleMs
    this.#queue = new FairQueue(config.operationThreads)
  }

  async run(
    work: ThreadTask['work'],
    given: Uint8Array,
    { onAbort, requestId, client = '' }: Caller,
    report: ReportError,
  ): Promise<Outcome> {
    const { label } = work
    const { maxThreadWaitMs, timeLimitMs } = this.#config
    const state = new Int32Array(new SharedArrayBuffer(8))
    let leave = () => {}
    onAbort?.(() => {
      Atomics.store(state, CANCELLED, 1)
      leave()
    })
    // The rest of a batch whose client has left needs no threads.
    if (Atomics.load(state, CANCELLED) === 1) return outcomeOf({ ...refused(this.#timeout()), label })
    const endsAt = processMs() + ('errand' in work ? LONGEST_ERRAND_MS : timeLimitMs)
    const leftMs = () => Math.max(1, endsAt - processMs())
    try {
      this.#pool ??= this.#start()
      if ((await within(leftMs(), this.#pool)) === undefined) return outcomeOf({ ...refused(this.#timeout()), label })
      const giveBack = await this.#queue.take(client, Math.min(maxThreadWaitMs, leftMs()), (itsLeave) => {
        leave = itsLeave
      })
      if (giveBack === undefined) return outcomeOf({ ...refused(this.#overloaded()), label })
      const task = { work, body: new Uint8Array(given), state, requestId, endsAt }
      const answer = await within(leftMs() + GRACE_MS, this.#runInTurn(task, giveBack))
      if (answer === undefined) {
        Atomics.store(state, CANCELLED, 1)
        return outcomeOf({ ...refused(this.#timeout()), label })
      }
      for (const { errorId, stack } of answer.reports) report(Object.assign(new Error(), { stack }), errorId, requestId)
      return { ...answer.outcome, label }
    } catch (error) {
      return outcomeOf({ ...this.#failure(error as ThreadError, report, requestId), label })
    }
  }

  /** Runs a task, and returns its turn when its thread is free, which may be after the answer. */
  async #runInTurn(task: ThreadTask, giveBack: () => void): Promise<ThreadAnswer> {
    try {
      // The threads may have been closed during the wait.
      this.#pool ??= this.#start()
      const answer = await this.#runIn(await this.#pool, task)
      this.#hasGrown ||= answer.heapBytes > GROWN_BYTES
      return answer
    } finally {
      giveBack()
      this.#renewLater()
    }
  }

  #renewLater(): void {
    if (!this.#hasGrown) return
    clearTimeout(this.#renewal)
    this.#renewal = setTimeout(() => void this.#renew(), Math.min(FREE_MS, this.#idleMs)).unref()
  }

  /** Replaces oversized threads while none is busy. */
  async #renew(): Promise<void> {
    if (this.#isClosed || !this.#queue.isIdle) return
    const grown = this.#pool
    this.#hasGrown = false
    this.#pool = undefined
    try {
      await (await grown)?.close()
      if (!this.#isClosed) this.#pool ??= this.#start()
      await this.#pool
    } catch {
      // The next operation starts them, or learns why they fail.
    }
  }

  /** Runs a task, and ends its thread if the task exceeds its time. */
  async #runIn(pool: Piscina<ThreadTask | undefined, ThreadAnswer>, task: ThreadTask): Promise<ThreadAnswer> {
    const ending = new AbortController()
    const end = () => ending.abort()
    const endOnceBegun = () => {
      if (Atomics.load(task.state, BEGUN) === 1) end()
      else timer = setTimeout(end, START_MS)
    }
    let timer = setTimeout(endOnceBegun, Math.max(1, task.endsAt - processMs()) + GRACE_MS)
    try {
      const signals = [ending.signal, ...('errand' in task.work ? [this.#abandonment.signal] : [])]
      return await pool.run(task, { signal: AbortSignal.any(signals), transferList: [task.body.buffer as ArrayBuffer] })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends all errands: nobody waits for them any more. */
  abandonErrands(): void {
    this.#abandonment.abort()
  }

  /** Ends the threads after their operations. Further operations of a running batch still run, in temporary threads. */
  async close(): Promise<void> {
    const { operationThreads } = this.#config
    this.#isClosed = true
    clearTimeout(this.#renewal)
    const turns = Array.from({ length: operationThreads }, (_, turn) => this.#queue.take(`close ${turn}`, LONGEST_MS))
    const taken = await Promise.all(turns)
    try {
      const pool = await this.#pool?.catch(() => undefined)
      this.#pool = undefined
      await pool?.close()
    } finally {
      for (const giveBack of taken) giveBack?.()
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
        // Starting a thread takes about 80 MB, a fleet of 10,000 about 180 MB more.
        resourceLimits: { maxOldGenerationSizeMb: this.#config.threadMegabytes, maxYoungGenerationSizeMb: 64 },
      })
      // Errors of idle threads; those of a task go to its caller.
      pool.on('error', () => {})
      // The first thread reads its tables before the first operation's time starts.
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
    return refusal(`No thread became free for the request within ${this.#config.maxThreadWaitMs} ms`, 'OVERLOADED', 503)
  }

  #timeout() {
    return refusal(`The operation took longer than ${this.#config.timeLimitMs} ms`, 'TIMEOUT', 503)
  }

  #failure(error: ThreadError, report: ReportError, requestId: string | undefined) {
    if (error.name === 'AbortError') return refused(this.#timeout())
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const megabytes = this.#config.threadMegabytes
      return refused(
        tooLarge('megabytes', 'The operation needs too much memory', megabytes, megabytes, { unit: ' MB' }),
      )
    }
    return refused(publicError(error, 'INTERNAL_SERVER_ERROR', report, requestId))
  }
}

/** The result of a promise, or undefined after so many milliseconds. */
async function within<Value>(milliseconds: number, promised: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([promised, late])
  } finally {
    clearTimeout(timer)
  }
}

type ThreadError = Error & { readonly code?: string }

function refused(error: ReturnType<typeof refusal>) {
  const { status } = error.extensions.http as { readonly status: number }
  return { errors: [error], status, isSpec: false }
}
