import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Release } from '../../library/index.ts'
import { releaseKey } from '../release-key.ts'
import { isGzip, readBytes } from '../text-chunks.ts'
import {
  type AskedJobs,
  type Caller,
  hasEnded,
  isJobId,
  type JobOptions,
  type JobStatus,
  newJobId,
  payerOf,
  type ResultFile,
} from './job.ts'
import { JobsUnavailable } from './job-database.ts'
import { isFull, NO_ROOM_FOR_RESULT } from './job-fault.ts'
import { FILES, isResult } from './job-plan.ts'
import { receivedRecord, writeRecord } from './job-record.ts'
import { anotherRequest, JobStore, type SentRequest, uploadGone } from './job-store.ts'
import { RequestHash, receivedBytes, UploadFault } from './receive-file.ts'
import type { WorkSettings } from './run-job.ts'
import { type LogJobs, Runner } from './runner.ts'
import { countOf, Watchers } from './watchers.ts'
import { bytesOf, checkRoom, clearFolder, hasRoom, writeWhole } from './whole-files.ts'

export interface JobsSettings extends WorkSettings {
  /** Bytes of a file as sent. */
  readonly maxBytes: number
}

/** An upload, and how to assess it. */
export interface Submission {
  readonly caller: Caller
  readonly options: JobOptions
  readonly release: Release
  readonly body: AsyncIterable<Buffer>
  /** The client's name for a repeatable request, and its query. */
  readonly request?: { readonly name: string; readonly query: string }
}

/** A file to send to clients, whole or in part. */
export interface ServedFile {
  readonly size: number
  /** Identifies its content, in quotes. */
  readonly tag: string
  /** Milliseconds since 1970; undefined if only the tag tells versions apart. */
  readonly modified?: number
  /** Bytes from one to another, both included, starting at 0. */
  readonly read: (range: { readonly from: number; readonly to: number }) => Promise<Readable | Uint8Array>
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Interval at which the progress of an upload is recorded. */
const COUNT_MS = 1000
/** Time limit for reading the free space of a disk. */
const DISK_MS = 1000
/** Interval at which a requested result is checked. */
const LOOK_MS = 100

/** Prefix of removed folders. A folder is renamed before its files are removed, so that workers find it gone. */
const REMOVED = '.removed-'

/** System errors: a folder is not writable. */
const NO_FOLDER: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'ENOTDIR', 'EEXIST', 'EFBIG'])
const CANNOT_OPEN = 14

/**
 * Jobs, as the service sees them: it receives files, shows progress and serves results. Another process with a lower
 * priority does the work, started on demand, so that requests keep their memory and time.
 */
export class Jobs {
  readonly #settings: JobsSettings
  readonly #store: JobStore
  readonly #runner: Runner
  readonly #log: LogJobs
  readonly #watchers = new Watchers()
  /** Repeated requests being received. */
  readonly #again = new Set<Caller>()
  #ticking: NodeJS.Timeout | undefined
  /** Why there is no room, while the check runs. */
  #room: Promise<string | undefined> | undefined

  constructor(settings: JobsSettings, log: LogJobs) {
    this.#settings = settings
    this.#log = log
    this.#store = new JobStore(settings, (message) => log('error', message))
    this.#runner = new Runner(this.#store, settings, log)
  }

  /** Resumes unfinished work. */
  async start(): Promise<void> {
    await this.#quietly(() => this.#tidy())
    this.#ticking = setInterval(() => {
      void this.#quietly(async () => {
        this.#store.tick()
        await this.#each(this.#store.uncleared(), (id) => this.#clear(id))
        await this.#each(this.#store.expired(), (id) => this.#remove(id))
        await this.#sweep()
      })
    }, MINUTE_MS).unref()
    this.#runner.start()
  }

  /** Ends the work and all watches. Requests may still ask. */
  stop(): void {
    clearInterval(this.#ticking)
    this.#watchers.close()
    this.#runner.stop()
  }

  /** Closes the database after the last request. */
  close(): void {
    this.#store.close()
  }

  /**
   * Receives a file as a new job, or returns the job that the same request made earlier. Throws an UploadFault on
   * refusal.
   */
  async submit(submission: Submission): Promise<JobStatus> {
    const { caller, request } = submission
    try {
      const earlier = request && this.#store.sentAs(payerOf(caller), hashed(request.name))
      const id = await (earlier === undefined ? this.#receive(submission) : this.#receiveAgain(submission, earlier))
      const status = this.find(caller.owner, id)
      if (status !== undefined) return status
      throw new UploadFault(503, 'The job of this Idempotency-Key was removed. Try again')
    } catch (error) {
      const cause = error instanceof JobsUnavailable ? error.cause : error
      const { code = '', errcode } = (cause ?? {}) as NodeJS.ErrnoException & { readonly errcode?: number }
      if (isFull(error) || NO_FOLDER.has(code) || errcode === CANNOT_OPEN)
        throw new UploadFault(507, 'The disk has no room for more jobs')
      // What was silent for too long is removed while it arrives.
      if (code === 'ENOENT') throw uploadGone()
      throw error
    }
  }

  async #receive({ caller, options, release, body, request }: Submission): Promise<string> {
    const id = newJobId()
    const payer = payerOf(caller)
    const folder = this.#store.folderOf(id)
    this.#store.admit(caller, id)
    let added: string | undefined
    try {
      await mkdir(folder, { mode: 0o700 })
      await checkRoom(folder)
      const content = request && new RequestHash(request.query)
      const bytes = this.#counted(id, payer, receivedBytes(body, this.#settings.maxBytes), content)
      const [inputBytes] = await writeWhole(join(folder, FILES.input), (begun) => writeFile(begun, bytes))
      const received = {
        options,
        release: release.label,
        figures: releaseKey(release, this.#settings.defaults),
        inputBytes,
        isPacked: isGzip(await readBytes(join(folder, FILES.input), 2)),
        request: request && content && { name: hashed(request.name), content: content.digest() },
      }
      await writeRecord(folder, receivedRecord(id, caller, received))
      added = this.#store.add(id, payer, received)
      this.#runner.look()
      return added
    } finally {
      if (added !== id) await this.#remove(id)
    }
  }

  /** The bytes of an upload, counted while they arrive. */
  async *#counted(id: string, payer: string, pieces: AsyncIterable<Buffer>, content: RequestHash | undefined) {
    let [bytes, countedAt] = [0, Number.NEGATIVE_INFINITY]
    for await (const piece of pieces) {
      content?.update(piece)
      bytes += piece.length
      if (performance.now() - countedAt >= COUNT_MS) {
        countedAt = performance.now()
        this.#store.received(id, payer, bytes)
        await checkRoom(this.#store.folderOf(id))
      }
      yield piece
    }
  }

  /** Reads a repeated request without storing it, and no further than the first one's length. */
  async #receiveAgain({ caller, body, request }: Submission, earlier: SentRequest): Promise<string> {
    const coming = countOf(this.#again, caller)
    if (coming >= this.#settings.maxPerKey)
      throw new UploadFault(
        429,
        `${coming} of your requests repeat an Idempotency-Key and are still in progress. Wait for one to end`,
      )
    this.#again.add(caller)
    try {
      const content = request && new RequestHash(request.query)
      let bytes = 0
      for await (const piece of receivedBytes(body, this.#settings.maxBytes)) {
        bytes += piece.length
        if (bytes > earlier.bytes) throw anotherRequest()
        content?.update(piece)
      }
      if (content?.digest() !== earlier.content) throw anotherRequest()
      return earlier.id
    } finally {
      this.#again.delete(caller)
    }
  }

  /** Undefined if there is no such job, or it belongs to another key. */
  find(owner: string | null, id: string): JobStatus | undefined {
    return this.#store.find(owner, id)
  }

  /** Some jobs of a key, latest first, each with its number. */
  page(owner: string, page: AskedJobs) {
    return this.#store.page(owner, page)
  }

  /** Whether another client may watch a job. */
  canBeWatched(caller: Caller): boolean {
    return this.#watchers.hasRoom(caller)
  }

  /**
   * The status of a job after each change, until it ends. Undefined if there is none. It takes a slot from the call to
   * the end of the job or the signal.
   */
  watch(caller: Caller, id: string, signal: AbortSignal): AsyncGenerator<JobStatus> | undefined {
    const look = () => this.find(caller.owner, id)
    return look() && this.#watchers.watch(caller, look, signal)
  }

  /**
   * The result of a finished job; undefined if it was removed meanwhile. Throws an UploadFault if it cannot be written
   * in that format, or no longer be read.
   */
  async result(id: string, format: ResultFile): Promise<ServedFile | undefined> {
    const folder = this.#store.folderOf(id)
    if (!this.#store.hasResult(id)) return this.#damaged(id)
    const rows = this.#store.pieces(id, 'rows')
    // The rows are a file of Parquet already, unless they are in several.
    const written = () => (format === 'parquet' && rows.length === 1 ? rows : this.#store.wholePieces(id, format))[0]
    while (this.#store.exists(id)) {
      const piece = written()
      if (piece !== undefined) return serve(join(folder, FILES.piece(piece)))
      if (!hasRoom(this.#settings.folder)) throw new UploadFault(507, NO_ROOM_FOR_RESULT)
      const fault = this.#store.want(id, format, () => written() !== undefined)
      if (fault !== undefined) throw new UploadFault(507, fault)
      this.#runner.look()
      await wait(LOOK_MS)
    }
    return undefined
  }

  /** Records that a result is no longer readable. */
  #damaged(id: string): undefined {
    if (!this.#store.exists(id)) return undefined
    if (this.#store.redo(id)) throw new UploadFault(503, 'The result was lost. The service is writing it again')
    const fault = 'The result is damaged. Send the file again'
    this.#store.fail(id, fault)
    this.#log('error', 'job failed', { job: id, fault })
    throw new UploadFault(409, `The job failed: ${fault}`)
  }

  /** Cancels a job and removes its data. Returns its status; undefined if there is none. */
  async remove(owner: string | null, id: string): Promise<JobStatus | undefined> {
    const status = this.find(owner, id)
    if (status === undefined) return undefined
    await this.#remove(id)
    return hasEnded(status) ? status : { ...status, state: 'cancelled', step: null }
  }

  /**
   * Jobs by state, the age in seconds of the oldest unfinished one, and the counters. Undefined if the database cannot
   * be read, which the log says.
   */
  get readings() {
    try {
      return this.#store.readings()
    } catch (error) {
      this.#log('error', 'the metrics of the jobs cannot be read', { error: (error as Error).message })
      return undefined
    }
  }

  /** What prevents taking or doing jobs now, one sentence each. */
  async troubles(): Promise<readonly string[]> {
    // Do not ask an unresponsive disk twice.
    this.#room ??= this.#roomFault().finally(() => {
      this.#room = undefined
    })
    const late = wait(DISK_MS, 'The disk of the jobs does not respond', { ref: false })
    const faults = [await Promise.race([this.#room, late]), this.#recordsFault()]
    const isDown = faults[1] === undefined && this.#runner.isDown
    if (isDown) faults.push('The process of the jobs ends as soon as it starts')
    return faults.filter((fault) => fault !== undefined)
  }

  #recordsFault(): string | undefined {
    try {
      this.#store.check()
      return undefined
    } catch (error) {
      return error instanceof JobsUnavailable ? error.message : undefined
    }
  }

  async #roomFault(): Promise<string | undefined> {
    try {
      await checkRoom(this.#settings.folder)
      return undefined
    } catch (error) {
      // The folder is created with the first job.
      return isFull(error) ? (error as Error).message : undefined
    }
  }

  async #remove(id: string): Promise<void> {
    const gone = join(this.#settings.folder, `${REMOVED}${id}-${randomBytes(4).toString('hex')}`)
    this.#store.remove(id, gone)
    this.#runner.look()
    await rm(gone, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Finishes what killed processes left undone. */
  async #tidy(): Promise<void> {
    const names = await readdir(this.#settings.folder).catch(() => [])
    if (!this.#store.isThere && !names.some(isJobId)) return
    for (const name of names.filter((each) => each.startsWith(REMOVED))) {
      await this.#remove(name.slice(REMOVED.length).replace(/-.*$/, ''))
      await rm(join(this.#settings.folder, name), { recursive: true, force: true })
    }
    await this.#each(this.#store.expired(), (id) => this.#remove(id))
    await this.#sweep()
    const unrecorded = this.#store
      .ended()
      .filter((id) => bytesOf(join(this.#store.folderOf(id), FILES.record)) === undefined)
    await this.#each(unrecorded, (id) => this.#keepRecord(id))
    for (const id of this.#store.uncleared(true)) if (!this.#store.hasResult(id)) this.#store.redo(id)
  }

  /** Takes over the folders of lost jobs. Those that say nothing are removed by age alone. */
  async #sweep(): Promise<void> {
    if (!this.#store.isThere && !(await readdir(this.#settings.folder).catch(() => [])).some(isJobId)) return
    for (const name of this.#store.adopt()) {
      const folder = join(this.#settings.folder, name)
      const found = await stat(folder).catch(() => undefined)
      if (found !== undefined && Date.now() - found.mtimeMs > this.#settings.hoursKept * HOUR_MS)
        await rm(folder, { recursive: true, force: true })
    }
  }

  /** Copies what is known of a job to its folder, unless the disk is full or the folder is gone. */
  async #keepRecord(id: string): Promise<void> {
    try {
      await writeRecord(this.#store.folderOf(id), this.#store.recordOf(id))
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT' || !this.#store.exists(id)
      if (!isFull(error) && !isGone) throw error
    }
  }

  /**
   * Reduces a finished job to its result. It waits a minute, in which the job can be redone if the disk lost the
   * result.
   */
  async #clear(id: string): Promise<void> {
    if (!this.#store.hasResult(id) && this.#store.redo(id)) return
    await this.#keepRecord(id)
    await clearFolder(this.#store.folderOf(id), isResult)
    this.#store.cleared(id)
  }

  /** Does something for each job; one that fails ends nothing for the others. */
  async #each(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
    for (const id of ids) await this.#quietly(() => work(id))
  }

  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // Waiting jobs report a full disk, and so does /ready.
      if (!isFull(error)) this.#log('error', 'unexpected error in jobs', { error: (error as Error).stack })
    }
  }
}

/** A finished file, which is never changed. */
async function serve(file: string): Promise<ServedFile | undefined> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) return undefined
  const { size, mtimeMs: modified } = found
  return {
    size,
    tag: `"${size.toString(16)}-${Math.floor(modified).toString(16)}"`,
    modified,
    // An open file can be read to its end even after its removal.
    read: async ({ from, to }) => (await open(file)).createReadStream({ start: from, end: to - 1 }),
  }
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
