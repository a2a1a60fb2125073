import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Release } from '../index.ts'
import { StoreFault } from '../store/store-fault.ts'
import { figuresId } from './figures-id.ts'
import { hasEnded, type JobOptions, type JobRecord, type JobStatus } from './job.ts'
import { JobStore } from './job-store.ts'
import { JobWatcher, type Viewer } from './job-watcher.ts'
import { type KeyBounds, KeyLimits, noRoom } from './key-limits.ts'
import type { ResultFormat } from './places/job-folder.ts'
import type { ServedFile } from './places/job-place.ts'
import { openPlace } from './places/open-place.ts'
import { receiveFile, type UploadBounds, UploadFault } from './receive-file.ts'
import type { RunnerReadings, RunnerSettings } from './runners/job-runner.ts'
import { RunnerChild } from './runners/runner-child.ts'

export interface JobsSettings extends RunnerSettings, UploadBounds, KeyBounds {
  /** How long results stay. */
  readonly keepMs: number
}

/** What is sent to be assessed, and how. */
export interface Submission {
  readonly owner: string | null
  readonly options: JobOptions
  readonly release: Release
  readonly body: AsyncIterable<Buffer>
  /** The name that its client gave the request, where it may come again, and its query. */
  readonly request?: { readonly name: string; readonly query: string }
}

const SWEEP_MS = 600_000

/** Without Redis: how often it is looked for jobs of which another service on the folder has the work, and may have died. */
const LOOK_MS = 30_000

/** Requests wait so long for a store of jobs that is away. */
const PATIENCE_MS = 10_000

/** Codes of a full or a locked disk. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'ENOTDIR', 'EEXIST'])

/**
 * Jobs, as the service sees them: it takes files, shows how far they are and gives results. The work is done by another process
 * with a lower priority, started when there is some: neither its memory nor its time is that of requests.
 */
export class Jobs {
  readonly #settings: JobsSettings
  readonly #store: JobStore
  readonly #limits: KeyLimits
  readonly #watcher: JobWatcher
  readonly #runner: RunnerChild
  readonly #report: (stack: string) => void
  #sweeping: NodeJS.Timeout | undefined
  #looking: NodeJS.Timeout | undefined

  constructor(settings: JobsSettings, report: (stack: string) => void) {
    this.#settings = settings
    this.#report = report
    this.#store = new JobStore(openPlace(settings, PATIENCE_MS), settings.keepMs)
    this.#limits = new KeyLimits(this.#store, settings)
    this.#watcher = new JobWatcher(this.#store)
    this.#runner = new RunnerChild(settings, report)
  }

  /** Goes on with what was not finished. */
  async start(): Promise<void> {
    const report = (error: Error) => this.#report(error.stack ?? error.message)
    const sweep = () => void this.#store.sweep().catch(report)
    sweep()
    this.#sweeping = setInterval(sweep, SWEEP_MS).unref()
    // A store that is away for a moment stops neither a start nor what else the service answers.
    await this.#look().catch((error: Error) => {
      if (!(error instanceof StoreFault && error.isPassing)) throw error
      report(error)
    })
    // With Redis the runner stays, and looks itself.
    if (this.#settings.url !== '') this.#runner.look()
    else this.#looking = setInterval(() => void this.#look().catch(report), LOOK_MS).unref()
  }

  stop(): void {
    clearInterval(this.#sweeping)
    clearInterval(this.#looking)
    this.#watcher.close()
    this.#runner.stop()
  }

  /**
   * Takes a file as a new job; where the same request has come before, gives the job that it was made. Throws an UploadFault where
   * it is not taken.
   */
  async submit(submission: Submission): Promise<JobStatus> {
    const { owner, request } = submission
    try {
      const earlier = request && (await this.#store.sentAs(owner, hashed(request.name)))
      const record = await (earlier === undefined ? this.#receive(submission) : this.#receiveAgain(submission, earlier))
      return await this.#store.status(record)
    } catch (error) {
      throw NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '') ? noRoom() : error
    }
  }

  async #receive({ owner, options, release, body, request }: Submission): Promise<JobRecord> {
    const received = await this.#limits.admit(owner)
    const { id, folder, count, add, leave } = received
    const openTarget = () => createWriteStream(join(folder.path, folder.input))
    const content = contentHash(request)
    let isKept = false
    try {
      const bytes = await receiveFile(body, openTarget, this.#settings, (piece) => {
        content?.update(piece)
        return count(piece.length)
      })
      await this.#store.keep(received)
      const record: JobRecord = {
        id,
        owner,
        options,
        release: release.label,
        figures: figuresId(release, this.#settings.defaults),
        state: 'queued',
        ...(request && content && { request: { name: hashed(request.name), content: content.digest('hex') } }),
        bytes,
        createdAt: new Date().toISOString(),
      }
      const added = await add(record)
      isKept = added === record
      if (!isKept) return sameRequest(added, record.request?.content)
      this.#runner.look()
      return record
    } finally {
      leave()
      if (!isKept) await this.#store.discard(received)
    }
  }

  /** Of a request that has come before nothing is kept, and no more is read than that had. */
  async #receiveAgain({ owner, body, request }: Submission, earlier: JobRecord): Promise<JobRecord> {
    const leave = this.#limits.admitAgain(owner)
    try {
      const content = contentHash(request)
      const openTarget = () => new Writable({ write: (_piece, _encoding, done) => done() })
      let bytes = 0
      await receiveFile(body, openTarget, this.#settings, async (piece) => {
        bytes += piece.length
        if (bytes > earlier.bytes) throw anotherRequest()
        content?.update(piece)
      })
      const { id } = sameRequest(earlier, content?.digest('hex'))
      const now = await this.#store.find(owner, id)
      if (now === undefined)
        throw new UploadFault(503, 'The job of this Idempotency-Key was removed meanwhile; try again')
      return now
    } finally {
      leave()
    }
  }

  /** Undefined where there is no such job, or it belongs to another key. */
  async find(owner: string | null, id: string): Promise<JobStatus | undefined> {
    const record = await this.#store.find(owner, id)
    return record && this.#store.status(record)
  }

  /** Whether there is room for one more who watches a job. */
  canBeWatched(viewer: Viewer): boolean {
    return this.#watcher.hasRoom(viewer)
  }

  /**
   * What is shown of a job each time that it has changed, until it has ended. Undefined where there is none. Counts from the call
   * to the end of the job or to the signal.
   */
  watch(viewer: Viewer, id: string, signal: AbortSignal): Promise<AsyncGenerator<JobStatus> | undefined> {
    return this.#watcher.watch(viewer, id, signal)
  }

  /**
   * The result of a job that is done; undefined where it was removed meanwhile. Throws an UploadFault where it cannot be
   * written in that format, or was not because what writes it has ended.
   */
  async result(id: string, format: ResultFormat): Promise<ServedFile | undefined> {
    const folder = this.#store.of(id)
    if (format !== 'parquet') {
      const { fault, isGone, isPassing } = await this.#runner.convert(id, format)
      if (isGone) return undefined
      if (isPassing) throw new UploadFault(503, 'The result was not finished; ask for it again')
      if (fault !== undefined) throw new UploadFault(507, fault)
    }
    return folder.files.serve(folder.result(format))
  }

  /** Cancels a job and removes all of it. Gives what is shown of it now; undefined where there is none. */
  async remove(owner: string | null, id: string): Promise<JobStatus | undefined> {
    const record = await this.#store.find(owner, id)
    if (record === undefined) return undefined
    const status = await this.#store.status(record)
    await this.#store.remove(id)
    return hasEnded(status) ? status : { ...status, state: 'cancelled', step: null }
  }

  get readings(): RunnerReadings & { readonly rowsPerSecond: number } {
    return this.#runner.readings
  }

  /** Has jobs worked on that have not ended, whoever took them. */
  async #look(): Promise<void> {
    if ((await this.#store.open()).length > 0) this.#runner.look()
  }

  /** Workers of Redis take parts of the tables that they have found at their start: they start anew. */
  reload(): void {
    if (this.#settings.url !== '') this.#runner.restart()
  }
}

/** The job of a request that has come before, unless it was another one by that name. */
function sameRequest(earlier: JobRecord, content: string | undefined): JobRecord {
  if (earlier.request?.content === content) return earlier
  throw anotherRequest()
}

function anotherRequest(): UploadFault {
  return new UploadFault(422, 'Idempotency-Key: there is a job of that key already, of another file or query')
}

/** The hash of a query, to which its file is added; undefined where the request does not come again. */
function contentHash(request: Submission['request']): Hash | undefined {
  return request && createHash('sha256').update(`${request.query}\n`)
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
