import { setTimeout as wait } from 'node:timers/promises'
import { hasEnded, type JobRecord, type JobStatus } from './job.ts'
import type { JobStore } from './job-store.ts'

/** How often it is looked how far a job is. */
const LOOK_MS = 500

/** Those who watch, per process. */
const MOST_WATCHING = 500

/** Of those, with one key; where there is none, from one address, which may be that of a proxy. */
const MOST_WATCHING_PER_KEY = 20
const MOST_WATCHING_PER_ADDRESS = 100

/** Who watches: with a key, and from an address. */
export interface Viewer {
  readonly owner: string | null
  readonly address: string
}

/** The progress of jobs as it happens, looked for once however many watch. */
export class JobWatcher {
  readonly #store: JobStore
  readonly #looking = new Map<string, Promise<JobStatus | undefined>>()

  /** Those who watch, by their key or address. */
  readonly #watching = new Map<string, number>()
  #allWatching = 0
  readonly #closing = new AbortController()

  constructor(store: JobStore) {
    this.#store = store
  }

  /** Whether there is room for one more who watches. */
  hasRoom(viewer: Viewer): boolean {
    if (this.#allWatching >= MOST_WATCHING) return false
    const most = viewer.owner === null ? MOST_WATCHING_PER_ADDRESS : MOST_WATCHING_PER_KEY
    return (this.#watching.get(nameOf(viewer)) ?? 0) < most
  }

  /**
   * What is shown of a job, each time that it has changed, until it has ended; one that is removed was cancelled. Undefined where
   * there is none. Counts at once, until the job has ended or the signal is given, which must come at last.
   */
  async watch(viewer: Viewer, id: string, signal: AbortSignal): Promise<AsyncGenerator<JobStatus> | undefined> {
    const leave = this.#enter(nameOf(viewer), signal)
    try {
      const record = await this.#store.find(viewer.owner, id)
      if (record !== undefined) return this.#changes(record, signal, leave)
    } catch (error) {
      leave()
      throw error
    }
    leave()
    return undefined
  }

  /** Whoever watches is shown no more. */
  close(): void {
    this.#closing.abort()
  }

  #enter(name: string, signal: AbortSignal): () => void {
    let isIn = true
    this.#allWatching++
    this.#watching.set(name, (this.#watching.get(name) ?? 0) + 1)
    const leave = () => {
      if (!isIn) return
      isIn = false
      signal.removeEventListener('abort', leave)
      this.#allWatching--
      const left = (this.#watching.get(name) ?? 1) - 1
      if (left > 0) this.#watching.set(name, left)
      else this.#watching.delete(name)
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
        if (hasEnded(now) || this.#closing.signal.aborted) return
        await wait(LOOK_MS, undefined, { signal: AbortSignal.any([signal, this.#closing.signal]) }).catch(() => {})
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

function nameOf({ owner, address }: Viewer): string {
  return owner ?? `address ${address}`
}
