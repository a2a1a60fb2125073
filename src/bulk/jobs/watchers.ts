import { setTimeout as wait } from 'node:timers/promises'
import { type Caller, hasEnded, type JobStatus, payerOf } from './job.ts'

/** Interval at which the progress of a watched job is checked. */
const LOOK_MS = 500

/** Watchers per process. */
const MOST_WATCHING = 500

/** Watchers per key or, without keys, per address, which may be a proxy's. */
const MOST_WATCHING_PER_KEY = 20
const MOST_WATCHING_PER_ADDRESS = 100

/** How many of those who are there have the same key or, without keys, the same address as a caller. */
export function countOf(present: ReadonlySet<Caller>, caller: Caller): number {
  return [...present].filter((each) => payerOf(each) === payerOf(caller)).length
}

/** Clients that watch jobs. */
export class Watchers {
  readonly #watching = new Set<Caller>()
  readonly #closing = new AbortController()

  /** Whether there is room for another watcher. */
  hasRoom(caller: Caller): boolean {
    const most = caller.owner === null ? MOST_WATCHING_PER_ADDRESS : MOST_WATCHING_PER_KEY
    return this.#watching.size < MOST_WATCHING && countOf(this.#watching, caller) < most
  }

  /**
   * The status of a job after each change, until it ends; a removed job is cancelled. It takes a place from the call
   * until the job ends or the signal fires, which must happen eventually.
   */
  watch(caller: Caller, look: () => JobStatus | undefined, signal: AbortSignal): AsyncGenerator<JobStatus> {
    const watcher = { ...caller }
    const leave = () => this.#watching.delete(watcher)
    this.#watching.add(watcher)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave)
    return this.#changes(look, signal, leave)
  }

  /** Ends all watches. */
  close(): void {
    this.#closing.abort()
  }

  async *#changes(
    look: () => JobStatus | undefined,
    signal: AbortSignal,
    leave: () => boolean,
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
