import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { hasEnded, type JobRecord } from './job.ts'
import type { JobStore, Received } from './job-store.ts'
import { FolderLock } from './places/folder-lock.ts'
import { ownerTag } from './places/job-place.ts'
import { UploadFault } from './receive-file.ts'

/** What a key may have of a folder. */
export interface KeyBounds {
  /** Jobs of one key that have not ended. */
  readonly maxPerKey: number
  /** Bytes of all files and results of one key. */
  readonly maxBytesPerKey: number
}

/** A small job takes more of a disk than its bytes; this bounds their number. */
const LEAST_BYTES = 2 ** 20

/** What must stay free of the disk. */
const LEAST_FREE_BYTES = 256 * 2 ** 20

/** So often the folder is counted while a file is received, and it is shown that it is. */
const COUNT_MS = 1000
const TOUCH_MS = 10_000

/**
 * Who waits for a key to be counted waits so long for others of this process, then for those of others. They look again after
 * this long; a lock that nobody holds any more is free after ten seconds.
 */
const LONGEST_LINE_MS = 10_000
const LONGEST_WAIT_MS = 20_000
const AGAIN_MS = 20

/** A file that may be received. */
export interface Admitted extends Received {
  /** To be called with the bytes of each piece. Throws an UploadFault where the key has too many. */
  readonly count: (bytes: number) => Promise<void>
  /**
   * Makes it a job, and gives that; or the job that was made meanwhile of the same request. Throws an UploadFault where the key has
   * too many bytes now.
   */
  readonly add: (record: JobRecord) => Promise<JobRecord>
  /** To be called at last. */
  readonly leave: () => void
}

/**
 * What keys may have, counted in the folder of jobs: whoever receives files there holds the limits together with all others. The
 * jobs of a key are counted, and become more, under a lock of that key.
 */
export class KeyLimits {
  readonly #store: JobStore
  readonly #bounds: KeyBounds
  /** Those of this process who wait for the lock of a key, one after the other. */
  readonly #lines = new Map<string, Promise<unknown>>()
  /** Requests by key that this process has had before, and receives again. */
  readonly #again = new Map<string, number>()

  constructor(store: JobStore, bounds: KeyBounds) {
    this.#store = store
    this.#bounds = bounds
  }

  /** A place for a file of a key. Throws an UploadFault where it has too many jobs, or too many bytes. */
  async admit(owner: string | null): Promise<Admitted> {
    const { maxPerKey, maxBytesPerKey } = this.#bounds
    const received = await this.#locked(owner, async () => {
      const { open, receiving, bytes } = await this.#count(owner)
      if (open + receiving >= maxPerKey)
        throw new UploadFault(429, `There may be ${maxPerKey} jobs at a time: wait for one of them, or remove it`)
      if (bytes >= maxBytesPerKey) throw tooManyBytes(maxBytesPerKey)
      const begun = await this.#store.begin(owner)
      const free = await freeBytes(this.#store.folder)
      if (free >= LEAST_FREE_BYTES) return begun
      await this.#store.discard(begun)
      throw noRoom()
    })
    const touching = setInterval(() => void this.#store.touch(received).catch(() => {}), TOUCH_MS).unref()
    let [own, others, countedAt] = [0, 0, Number.NEGATIVE_INFINITY]
    return {
      ...received,
      count: async (more) => {
        own += more
        if (performance.now() - countedAt > COUNT_MS) {
          const { bytes, received: coming } = await this.#count(owner, received.id)
          others = bytes + coming
          countedAt = performance.now()
        }
        if (own + others > maxBytesPerKey) throw tooManyBytes(maxBytesPerKey)
      },
      add: (record) =>
        this.#locked(owner, async () => {
          const earlier = record.request && (await this.#store.sentAs(owner, record.request.name))
          if (earlier !== undefined) return earlier
          const { bytes } = await this.#count(owner, received.id)
          if (record.bytes + bytes > maxBytesPerKey) throw tooManyBytes(maxBytesPerKey)
          await this.#store.add(record, received.folder)
          return record
        }),
      leave: () => clearInterval(touching),
    }
  }

  /**
   * A place for a request of a key that has come before: it adds nothing to what the key has. Gives what is to be called at last.
   * Throws an UploadFault where as many are being received as there may be jobs.
   */
  admitAgain(owner: string | null): () => void {
    const tag = ownerTag(owner)
    const coming = this.#again.get(tag) ?? 0
    if (coming >= this.#bounds.maxPerKey)
      throw new UploadFault(429, `${coming} requests are being sent again: wait for one`)
    this.#again.set(tag, coming + 1)
    return () => {
      const left = (this.#again.get(tag) ?? 1) - 1
      if (left > 0) this.#again.set(tag, left)
      else this.#again.delete(tag)
    }
  }

  /** What a key has, but the file with that id: jobs that have not ended, bytes of all; files that are being received, their bytes. */
  async #count(owner: string | null, id?: string) {
    const own = await this.#store.list(owner)
    const coming = (await this.#store.receiving(owner)).filter((each) => each.id !== id)
    return {
      open: own.filter((record) => !hasEnded(record)).length,
      bytes: own.reduce((sum, each) => sum + Math.max(each.bytes, LEAST_BYTES), 0),
      receiving: coming.length,
      received: coming.reduce((sum, each) => sum + each.bytes, 0),
    }
  }

  /** Does what only one may do for a key, of all processes. Throws an UploadFault where others keep it for too long. */
  #locked<Result>(owner: string | null, work: () => Promise<Result>): Promise<Result> {
    const tag = ownerTag(owner)
    const before = this.#lines.get(tag) ?? Promise.resolve()
    const lineEnd = performance.now() + LONGEST_LINE_MS
    const locked = before.then(async () => {
      // Where the store is away, each of those before has waited for it.
      if (performance.now() > lineEnd) throw busyKey()
      const lock = new FolderLock(this.#store.folder, `.lock-${tag}`)
      const end = performance.now() + LONGEST_WAIT_MS
      while (!(await lock.take())) {
        if (performance.now() > end) throw busyKey()
        await wait(AGAIN_MS)
      }
      try {
        return await work()
      } finally {
        await lock.leave()
      }
    })
    const settled = locked.then(
      () => {},
      () => {},
    )
    this.#lines.set(tag, settled)
    void settled.then(() => {
      if (this.#lines.get(tag) === settled) this.#lines.delete(tag)
    })
    return locked
  }
}

function busyKey(): UploadFault {
  return new UploadFault(503, 'Too many jobs of this key are being taken, or the store of jobs is away; try again')
}

export function noRoom(): UploadFault {
  return new UploadFault(507, 'There is no room for further jobs')
}

function tooManyBytes(most: number): UploadFault {
  return new UploadFault(429, `Jobs and results may take ${most} bytes: remove some that are done`)
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
