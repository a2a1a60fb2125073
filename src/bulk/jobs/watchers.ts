import { setTimeout as wait } from 'node:timers/promises'
import { type Caller, hasEnded, type JobStatus, payerOf } from './job.ts'

/** Interval at which the progress of a watched job is checked. */
const LOOK_MS = 500

/** Watchers per process. */
const MOST_WATCHING = 500

/** Watchers per key or, without keys, per address, which may be a proxy's. */
const MOST_WATCHING_PER_KEY = 20
const MOST_WATCHING_PER_ADDRESS = 100

/** Clients that watch jobs. */
export class Watchers {
  readonly #watching = new Map<string, number>()
  readonly #closing = new AbortController()

  /** Whether there is room for another watcher. */
  hasRoom(caller: Caller): boolean {
    let all = 0
    for (const count of this.#watching.values()) all += count
    const most = caller.owner === null ? MOST_WATCHING_PER_ADDRESS : MOST_WATCHING_PER_KEY
    return all < MOST_WATCHING && (this.#watching.get(payerOf(caller)) ?? 0) < most
  }

  /**
   * The status of a job after each change, until it ends; a removed job is cancelled. It takes a slot from the call
   * until the job ends or the signal fires, which must happen eventually.
   */
  watch(caller: Caller, look: () => JobStatus | undefined, signal: AbortSignal): AsyncGenerator<JobStatus> {
    return this.#changes(look, signal, this.#enter(payerOf(caller), signal))
  }

  /** Ends all watches. */
  close(): void {
    this.#closing.abort()
  }

  #enter(name: string, signal: AbortSignal): () => void {
    if (signal.aborted) return () => {}
    let isIn = true
    this.#watching.set(name, (this.#watching.get(name) ?? 0) + 1)
    const leave = () => {
      if (!isIn) return
      isIn = false
      signal.removeEventListener('abort', leave)
      const left = (this.#watching.get(name) ?? 1) - 1
      if (left > 0) this.#watching.set(name, left)
      else this.#watching.delete(name)
    }
    signal.addEventListener('abort', leave)
    return leave
  }

  async *#changes(
    look: () => JobStatus | undefined,
    signal: AbortSignal,
    leave: () => void,
  ): AsyncGenerator<JobStatus> {
    let last: JobStatus | undefined
    try {
      while (!signal.aborted) {
        const now: JobStatus | undefined = look() ?? (last && { ...last, state: 'cancelled', step: null })
        if (now === undefined) return
        if (JSON.stringify(now) !== JSON.stringify(last)) yield now
        last = now
        if (hasEnded(now) || this.#closing.signal.aborted) return
        await wait(LOOK_MS, undefined, { signal: AbortSignal.any([signal, this.#closing.signal]) }).catch(() => {})
      }
    } finally {
      leave()
    }
  }
}
