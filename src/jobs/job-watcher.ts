import { setTimeout as wait } from 'node:timers/promises'
import { hasEnded, type JobRecord, type JobStatus } from './job.ts'
import type { JobStore } from './job-store.ts'

/** How often it is looked how far a job is. */
const LOOK_MS = 500

/** Those who watch, per process. */
const MOST_WATCHING = 500

/** Of those, with one key. Without keys all have the same owner, and share what there is. */
const MOST_WATCHING_PER_KEY = 20

/** The progress of jobs as it happens, looked for once however many watch. */
export class JobWatcher {
  readonly #store: JobStore
  readonly #looking = new Map<string, Promise<JobStatus | undefined>>()

  /** Those who watch, by their key. */
  readonly #watching = new Map<string | null, number>()
  #allWatching = 0

  constructor(store: JobStore) {
    this.#store = store
  }

  /** Whether there is room for one more of an owner who watches. */
  hasRoom(owner: string | null): boolean {
    if (this.#allWatching >= MOST_WATCHING) return false
    return owner === null || (this.#watching.get(owner) ?? 0) < MOST_WATCHING_PER_KEY
  }

  /**
   * What is shown of a job, each time that it has changed, until it has ended; one that is removed was cancelled. Undefined where
   * there is none. Counts at once, until the job has ended or the signal is given, which must come at last.
   */
  async watch(owner: string | null, id: string, signal: AbortSignal): Promise<AsyncGenerator<JobStatus> | undefined> {
    const leave = this.#enter(owner, signal)
    try {
      const record = await this.#store.find(owner, id)
      if (record !== undefined) return this.#changes(record, signal, leave)
    } catch (error) {
      leave()
      throw error
    }
    leave()
    return undefined
  }

  #enter(owner: string | null, signal: AbortSignal): () => void {
    let isIn = true
    this.#allWatching++
    this.#watching.set(owner, (this.#watching.get(owner) ?? 0) + 1)
    const leave = () => {
      if (!isIn) return
      isIn = false
      signal.removeEventListener('abort', leave)
      this.#allWatching--
      const left = (this.#watching.get(owner) ?? 1) - 1
      if (left > 0) this.#watching.set(owner, left)
      else this.#watching.delete(owner)
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave)
    return leave
  }

  async *#changes({ id, owner }: JobRecord, signal: AbortSignal, leave: () => void): AsyncGenerator<JobStatus> {
    let last: JobStatus | undefined
    try {
      while (!signal.aborted) {
        const looked = await this.#look(owner, id)
        const now: JobStatus | undefined = looked ?? (last && { ...last, state: 'cancelled', step: null })
        if (now === undefined) return
        if (JSON.stringify(now) !== JSON.stringify(last)) yield now
        last = now
        if (hasEnded(now)) return
        await wait(LOOK_MS, undefined, { signal }).catch(() => {})
      }
    } finally {
      leave()
    }
  }

  #look(owner: string | null, id: string): Promise<JobStatus | undefined> {
    const known = this.#looking.get(id)
    if (known !== undefined) return known
    const looking = this.#store.find(owner, id).then((record) => record && this.#store.status(record))
    this.#looking.set(id, looking)
    const forget = () => setTimeout(() => this.#looking.delete(id), LOOK_MS / 2).unref()
    looking.then(forget, forget)
    return looking
  }
}
