import { LRUCache } from 'lru-cache'
import { hasEnded, isJobId, type JobRecord, type JobStatus, newJobId } from './job.ts'
import { JobProgress } from './job-progress.ts'
import { JobFolder } from './places/job-folder.ts'
import type { JobPlace, Receiving } from './places/job-place.ts'

/** Jobs that have ended are hardly changed: so many of them are read again after this long. */
const MOST_SEEN = 20_000
const SEEN_MS = 60_000

/** A file that is being received, with the id of the job that it becomes. */
export interface Received {
  readonly id: string
  readonly folder: JobFolder
}

/** The jobs in a place, which any number of processes and machines may share, each of an owner and for a time. */
export class JobStore {
  readonly #place: JobPlace
  /** How long results stay. */
  readonly #keepMs: number
  readonly #progress = new JobProgress()
  readonly #seen = new LRUCache<string, JobRecord>({ max: MOST_SEEN, ttl: SEEN_MS })

  constructor(place: JobPlace, keepMs: number) {
    this.#place = place
    this.#keepMs = keepMs
  }

  /** A folder of this machine, in which jobs are worked on. */
  get folder(): string {
    return this.#place.folder
  }

  /** Throws where it is no id of a job: ids come from a queue, too, and become part of a path. */
  of(id: string): JobFolder {
    if (!isJobId(id)) throw new Error('This is not the id of a job')
    return new JobFolder(this.#place.of(id))
  }

  /** A folder for a file that is being received for a key; it becomes a job by `add`. */
  async begin(owner: string | null): Promise<Received> {
    const id = newJobId()
    return { id, folder: new JobFolder(await this.#place.begin(owner, id)) }
  }

  /** Shows that a file is still being received. */
  touch({ folder }: Received): Promise<void> {
    return this.#place.touch(folder.files)
  }

  /** Files that are being received for a key, by any service on the folder, with their bytes so far. */
  receiving(owner: string | null): Promise<readonly Receiving[]> {
    return this.#place.receiving(owner)
  }

  /** Brings what was received to where jobs are. */
  keep({ id, folder }: Received): Promise<void> {
    return this.#place.keep(id, folder.files)
  }

  add(record: JobRecord, received: JobFolder): Promise<void> {
    return this.#place.add(record, received.files)
  }

  /** Removes what has not become a job. */
  discard({ id, folder }: Received): Promise<void> {
    return this.#place.discard(id, folder.files)
  }

  /** Undefined where there is no such job, or it belongs to another key. */
  async find(owner: string | null, id: string): Promise<JobRecord | undefined> {
    if (!isJobId(id)) return undefined
    const record = await this.of(id).readRecord()
    return record?.owner === owner && !this.#isOver(record) ? record : undefined
  }

  /** The job of a key that was sent by a request of that name. */
  async sentAs(owner: string | null, name: string): Promise<JobRecord | undefined> {
    const own = await this.list(owner)
    const sent = own.find((record) => record.request?.name === name && !this.#isOver(record))
    return sent && this.find(owner, sent.id)
  }

  status(record: JobRecord): Promise<JobStatus> {
    return this.#progress.status(this.of(record.id), record, this.#keepMs)
  }

  /** All jobs, or those of a key; what has come of those that have ended is left out. */
  async list(owner?: string | null): Promise<readonly JobRecord[]> {
    // Those of other keys need not be read again: whose a job is never changes.
    const known = (id: string) => {
      const record = this.#seen.get(id)
      return record && (hasEnded(record) || (owner !== undefined && record.owner !== owner)) ? record : undefined
    }
    const records = await this.#place.records(known)
    for (const record of records) {
      if (this.#seen.get(record.id) === record) continue
      const { outcome, ...kept } = record
      this.#seen.set(record.id, kept)
    }
    return owner === undefined ? records : records.filter((record) => record.owner === owner)
  }

  /** Jobs that have not ended, the oldest first. */
  async open(): Promise<readonly JobRecord[]> {
    const open = (await this.list()).filter((record) => !hasEnded(record))
    return open.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  }

  /** Removes a job; whoever works on it finds it gone. */
  async remove(id: string): Promise<void> {
    this.#progress.forget(this.of(id))
    await this.#place.remove(id)
  }

  /** Removes results whose time is over, and what was left behind by those who were killed. */
  async sweep(): Promise<void> {
    for (const record of await this.list()) {
      if (this.#isOver(record)) await this.remove(record.id)
    }
    await this.#place.sweep()
    await this.leaveEnded()
  }

  /** Removes what of this machine are copies that nobody needs any more. */
  async leaveEnded(): Promise<void> {
    const open = await this.open()
    await this.#place.leaveEnded(new Set(open.map(({ id }) => id)))
  }

  #isOver(record: JobRecord): boolean {
    return hasEnded(record) && Date.parse(record.finishedAt as string) + this.#keepMs < Date.now()
  }
}
