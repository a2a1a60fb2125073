import { setTimeout as wait } from 'node:timers/promises'
import { type Caller, hasEnded, type JobStatus, payerOf } from './job.ts'

/** How often it is looked how far a job is. */
const LOOK_MS = 500

/** Those who watch, per process. */
const MOST_WATCHING = 500

/** Of those, with one key; where there is none, from one address, which may be that of a proxy. */
const MOST_WATCHING_PER_KEY = 20
const MOST_WATCHING_PER_ADDRESS = 100

/** Those who watch jobs. */
export class Watchers {
  readonly #watching = new Map<string, number>()
  readonly #closing = new AbortController()

  /** Whether there is room for one more who watches. */
  hasRoom(caller: Caller): boolean {
    let all = 0
    for (const count of this.#watching.values()) all += count
    const most = caller.owner === null ? MOST_WATCHING_PER_ADDRESS : MOST_WATCHING_PER_KEY
    return all < MOST_WATCHING && (this.#watching.get(payerOf(caller)) ?? 0) < most
  }

  /**
   * What is shown of a job, each time that it has changed, until it has ended; one that is removed was cancelled. Counts from the call
   * until the job has ended or the signal is given, which must come at last.
   */
  watch(caller: Caller, look: () => JobStatus | undefined, signal: AbortSignal): AsyncGenerator<JobStatus> {
    return this.#changes(look, signal, this.#enter(payerOf(caller), signal))
  }

  /** Whoever watches is shown no more. */
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
