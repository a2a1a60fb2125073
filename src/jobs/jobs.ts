import { type ChildProcess, fork } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import type { Release } from '../index.ts'
import { figuresId } from './figures-id.ts'
import { hasEnded, type JobOptions, type JobRecord, type JobStatus } from './job.ts'
import type { JobFolder, ResultFormat } from './job-folder.ts'
import type { RunnerReadings, RunnerSettings } from './job-runner.ts'
import { JobStore } from './job-store.ts'
import { JobWatcher } from './job-watcher.ts'
import { receiveFile, type UploadBounds, UploadFault } from './receive-file.ts'
import type { FromRunner, ToRunner } from './runner-process.ts'

export interface JobsSettings extends RunnerSettings, UploadBounds {
  /** Jobs of one key that have not ended. */
  readonly maxPerKey: number
  /** Bytes of all files and results of one key. */
  readonly maxBytesPerKey: number
  /** How long results stay. */
  readonly keepMs: number
}

/** What is sent to be assessed, and how. */
export interface Submission {
  readonly owner: string | null
  readonly options: JobOptions
  readonly release: Release
  readonly body: AsyncIterable<Buffer>
}

/** A small job takes more of a disk than its bytes; this bounds their number. */
const LEAST_BYTES = 2 ** 20

/** What must stay free of the disk. */
const LEAST_FREE_BYTES = 256 * 2 ** 20

const SWEEP_MS = 600_000
/** A process that ended by accident is started again after this long; after twice as long each time that it comes to nothing. */
const RESTART_MS = 1000
const LONGEST_RESTART_MS = 60_000
/** MB: lists and plans are read in memory. */
const HEAP_MB = 1024

/** What a full or a locked disk says. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

function noRoom(): UploadFault {
  return new UploadFault(507, 'There is no room for further jobs')
}

function tooManyBytes(most: number): UploadFault {
  return new UploadFault(429, `Jobs and results may take ${most} bytes: remove some that are done`)
}

/** A file that is being received. */
interface Receiving {
  readonly owner: string | null
  /** Bytes that have come, unpacked. */
  bytes: number
  /** Undefined until it is taken. */
  id: string | undefined
  isRefused: boolean
}

/** Readings come each second. */
const READINGS_KEPT = 10

const NOTHING: RunnerReadings = { waiting: 0, running: 0, failed: 0, rows: 0 }

/**
 * Jobs, as the service sees them: it takes files, shows how far they are and gives results. The work is done by another process
 * with a lower priority, started when there is some: neither its memory nor its time is that of requests.
 */
export class Jobs {
  readonly #settings: JobsSettings
  readonly #store: JobStore
  readonly #watcher: JobWatcher
  readonly #report: (stack: string) => void
  readonly #receiving = new Set<Receiving>()
  readonly #conversions = new Map<number, (fault?: string) => void>()
  #process: ChildProcess | undefined
  #sent = 0
  #conversion = 0
  #readings = NOTHING
  #earlier = NOTHING
  /** Of the last seconds, the oldest first. */
  readonly #rowsBefore: number[] = []
  #restartMs = RESTART_MS
  #sweeping: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(settings: JobsSettings, report: (stack: string) => void) {
    this.#settings = settings
    this.#report = report
    this.#store = new JobStore(settings.folder, settings.keepMs)
    this.#watcher = new JobWatcher(this.#store)
  }

  /** Goes on with what was not finished. */
  async start(): Promise<void> {
    const sweep = () => void this.#store.sweep().catch((error: Error) => this.#report(error.stack ?? error.message))
    sweep()
    this.#sweeping = setInterval(sweep, SWEEP_MS).unref()
    const isLeft = (await this.#store.list()).some((record) => !hasEnded(record))
    if (isLeft || this.#settings.url !== '') this.#tell({ kind: 'look' })
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#sweeping)
    this.#release()
  }

  /** Takes a file as a new job. Throws an UploadFault where it is not taken. */
  async submit({ owner, options, release, body }: Submission): Promise<JobStatus> {
    // Counted before anything is waited for: of many that come at once, each finds those before it.
    const before = [...this.#receiving].filter((each) => each.owner === owner)
    const receiving: Receiving = { owner, bytes: 0, id: undefined, isRefused: false }
    this.#receiving.add(receiving)
    let folder: JobFolder | undefined
    try {
      const kept = await this.#checkLimits(owner, before)
      const begun = await this.#store.begin()
      const { id } = begun
      folder = begun.folder
      receiving.id = id
      const count = (more: number) => {
        receiving.bytes += more
        const { maxBytesPerKey } = this.#settings
        if (kept + this.#bytesReceived(owner) > maxBytesPerKey) throw tooManyBytes(maxBytesPerKey)
      }
      const bytes = await receiveFile(body, folder.input, this.#settings, count)
      const record: JobRecord = {
        id,
        owner,
        options,
        release: release.label,
        figures: figuresId(release, this.#settings.defaults),
        state: 'queued',
        bytes,
        createdAt: new Date().toISOString(),
      }
      await this.#store.add(record, folder)
      this.#tell({ kind: 'look' })
      return await this.#store.status(record)
    } catch (error) {
      receiving.isRefused = true
      if (folder !== undefined) await this.#store.discard(folder)
      throw NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '') ? noRoom() : error
    } finally {
      this.#receiving.delete(receiving)
    }
  }

  /** Undefined where there is no such job, or it belongs to another key. */
  async find(owner: string | null, id: string): Promise<JobStatus | undefined> {
    const record = await this.#store.find(owner, id)
    return record && this.#store.status(record)
  }

  /** Whether there is room for one more of a key who watches a job. */
  canBeWatched(owner: string | null): boolean {
    return this.#watcher.hasRoom(owner)
  }

  /**
   * What is shown of a job each time that it has changed, until it has ended. Undefined where there is none. Counts from the call
   * to the end of the job or to the signal.
   */
  watch(owner: string | null, id: string, signal: AbortSignal): Promise<AsyncGenerator<JobStatus> | undefined> {
    return this.#watcher.watch(owner, id, signal)
  }

  /** Where the result of a job is that is done. Throws where it cannot be written in that format. */
  async result(id: string, format: ResultFormat): Promise<string> {
    const file = this.#store.of(id).result(format)
    if (format !== 'parquet') await this.#convert(id, format)
    return file
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
    const { waiting, running, failed, rows } = this.#readings
    return {
      waiting,
      running,
      failed: failed + this.#earlier.failed,
      rows: rows + this.#earlier.rows,
      rowsPerSecond: Math.max(0, rows - (this.#rowsBefore[0] ?? rows)) / READINGS_KEPT,
    }
  }

  /** Workers of Redis take parts of the tables that they have found at their start: they start anew. */
  reload(): void {
    if (this.#settings.url === '') return
    this.#release()
    this.#tell({ kind: 'look' })
  }

  /** Gives the bytes that the key has on disk. `before`: files of it whose receipt had begun before this one. */
  async #checkLimits(owner: string | null, before: readonly Receiving[]): Promise<number> {
    const { maxPerKey, maxBytesPerKey, folder } = this.#settings
    const own = (await this.#store.list()).filter((record) => record.owner === owner)
    // What has become a job meanwhile counts once.
    const ids = new Set<string | undefined>(own.map(({ id }) => id))
    const ahead = before.filter(({ id, isRefused }) => !isRefused && !ids.has(id))
    if (own.filter((record) => !hasEnded(record)).length + ahead.length >= maxPerKey)
      throw new UploadFault(429, `There may be ${maxPerKey} jobs at a time: wait for one of them, or remove it`)
    const bytes = own.reduce((sum, each) => sum + Math.max(each.bytes, LEAST_BYTES), 0)
    if (bytes >= maxBytesPerKey) throw tooManyBytes(maxBytesPerKey)
    const free = await statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => Number.POSITIVE_INFINITY,
    )
    if (free < LEAST_FREE_BYTES) throw noRoom()
    return bytes
  }

  #bytesReceived(owner: string | null): number {
    return [...this.#receiving].reduce((sum, each) => (each.owner === owner ? sum + each.bytes : sum), 0)
  }

  #convert(job: string, format: ResultFormat): Promise<void> {
    return new Promise((resolve, reject) => {
      const number = this.#conversion++
      this.#conversions.set(number, (fault) => {
        this.#conversions.delete(number)
        if (fault === undefined) resolve()
        else reject(new UploadFault(507, fault))
      })
      this.#tell({ kind: 'convert', job, format, number })
    })
  }

  #tell(message: ToRunner): void {
    if (this.#isStopped) return
    this.#process ??= this.#fork()
    this.#process.send(message, () => {})
    this.#sent++
  }

  /** Lets the process go. It may have gone by itself, which is not known yet. */
  #release(): void {
    const child = this.#process
    this.#process = undefined
    if (child?.connected) child.disconnect()
  }

  #fork(): ChildProcess {
    const child = fork(new URL('./runner-process.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
    })
    this.#sent = 0
    child.send({ kind: 'settings', settings: this.#settings } satisfies ToRunner, () => {})
    this.#sent++
    child.on('message', (message: FromRunner) => this.#hear(child, message))
    // One that cannot be started, or not be written to, ends or never was.
    child.on('error', (error) => {
      this.#report(error.stack ?? error.message)
      if (child.pid === undefined) this.#lose(child)
    })
    child.on('exit', () => this.#lose(child))
    return child
  }

  #hear(child: ChildProcess, message: FromRunner): void {
    if (message.kind === 'converted') this.#conversions.get(message.number)?.(message.fault)
    else if (message.kind === 'readings') this.#note(message.readings)
    else if (message.kind === 'error') this.#report(message.stack)
    else if (message.heard === this.#sent && this.#process === child) {
      this.#release()
    }
  }

  #note(readings: RunnerReadings): void {
    this.#rowsBefore.push(this.#readings.rows)
    if (this.#rowsBefore.length > READINGS_KEPT) this.#rowsBefore.shift()
    this.#readings = readings
    this.#restartMs = RESTART_MS
  }

  #lose(child: ChildProcess): void {
    this.#earlier = { ...this.readings }
    this.#readings = NOTHING
    this.#rowsBefore.length = 0
    if (this.#process !== child) return
    this.#process = undefined
    for (const end of this.#conversions.values()) end('The result was not finished')
    if (this.#isStopped) return
    this.#report(`The process of jobs ended by accident (${child.signalCode ?? child.exitCode})`)
    setTimeout(() => this.#tell({ kind: 'look' }), this.#restartMs).unref()
    this.#restartMs = Math.min(2 * this.#restartMs, LONGEST_RESTART_MS)
  }
}
