import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { JobFault, NoRoom, StepTooLong } from './job-fault.ts'
import { bytesIn, checkRoom } from './whole-files.ts'

/** What one step of a job may take of the machine. */
export interface JobBounds {
  /** Threads that read and write files. */
  readonly threads: number
  /** MB of memory of a database; what does not fit goes to the job's folder. */
  readonly memory: number
  readonly maxRows: number
  /** Bytes of the job's folder. */
  readonly maxDiskBytes: number
  /** Milliseconds that a step may take. */
  readonly stepMs: number
}

/** What a step works in, and how it is watched. */
export interface StepSettings {
  /** The folder of the job. */
  readonly folder: string
  /** A file of the database; none: it is in memory. */
  readonly file?: string
  readonly isReadOnly?: boolean
  readonly bounds: JobBounds
  /** Whether the job was removed. */
  readonly isGone: () => boolean
  /** Told now and then how far the step is, 0 to 1. */
  readonly onShare: (share: number) => void
  /** Called where the step hangs, on a disk that does not answer: the process has to end. */
  readonly onHang: () => void
}

/** Sets which share of a step the next queries are: from 0.5 to 0.8 of it. */
export type Stretch = (from: number, to: number) => void

/** What is interrupted ends within this time; what does not hangs. */
const HANGS_MS = 3000
const LEAVE_MS = 1000
const HANGING = Symbol('hanging')

/** After so long, half of what was left of a query whose progress is not known is taken to be done. */
const HALF_MS = 30_000

/** How often it is looked how far a step is, and how much of the disk it takes. */
const LOOK_MS = 500

/** How far a step is, 0 to 1: as DuckDB reports it, which it does not of all that it does; else nearer to its end the longer it takes. */
class StepShare {
  #share = 0
  #to = 1
  #from = 0
  /** Where it was when it was last known, and since when it has not been. */
  #known = 0
  #knownAt = performance.now()

  /** The next queries are that share of the step. */
  stretch(from: number, to: number): void {
    this.#from = from
    this.#to = to
    this.#note(Math.max(from, this.#share))
  }

  /** `percentage`: how far the query is; below 0 where that is not known. */
  at(percentage: number): number {
    const reported = this.#from + (this.#to - this.#from) * Math.min(1, percentage / 100)
    if (reported > this.#share) this.#note(reported)
    const left = HALF_MS / (HALF_MS + performance.now() - this.#knownAt)
    this.#share = this.#to - (this.#to - this.#known) * left
    return this.#share
  }

  #note(share: number): void {
    this.#known = share
    this.#knownAt = performance.now()
  }
}

/**
 * Works with a database for a step of a job. What runs is interrupted when the job is removed, takes more of the disk or of time
 * than it may (JobFault), or the disk is nearly full (NoRoom).
 */
export async function withDatabase<Result>(
  { folder, file = ':memory:', isReadOnly = false, bounds, isGone, onShare, onHang }: StepSettings,
  work: (database: DuckDBConnection, stretch: Stretch) => Promise<Result>,
): Promise<Result> {
  await checkRoom(folder)
  const spill = `${folder}/spill`
  const instance = await DuckDBInstance.create(file, {
    memory_limit: `${bounds.memory}MB`,
    threads: String(bounds.threads),
    temp_directory: spill,
    max_temp_directory_size: `${bounds.maxDiskBytes}B`,
    ...(isReadOnly && { access_mode: 'READ_ONLY' }),
    // What it has freed is given back to the system early, not once it is more than 128 MB.
    allocator_flush_threshold: '16MB',
    // Files of jobs are anybody's: nothing that they name is fetched.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const database = await instance.connect()
  await database.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false')
  let fault: Error | undefined
  const share = new StepShare()
  let looking = Promise.resolve()
  const look = async () => {
    await checkRoom(folder).catch((error) => {
      if (error instanceof NoRoom) fault ??= error
    })
    if ((await bytesIn(folder)) > bounds.maxDiskBytes)
      fault ??= new JobFault(`The job needs more than ${bounds.maxDiskBytes} bytes on disk`)
    // What is interrupted may go on with another query.
    if (fault !== undefined || isGone()) database.interrupt()
    else onShare(share.at(database.progress.percentage))
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {})
  }, LOOK_MS)
  const limit = setTimeout(() => {
    fault ??= new StepTooLong(bounds.stepMs)
    database.interrupt()
  }, bounds.stepMs)
  const ending = new AbortController()
  const hanging = wait(bounds.stepMs + HANGS_MS, HANGING, { signal: ending.signal })
  let hangs = false
  try {
    const result = await Promise.race([work(database, (from, to) => share.stretch(from, to)), hanging])
    hangs = result === HANGING
    if (result === HANGING) throw new StepTooLong(bounds.stepMs)
    return result
  } catch (error) {
    if (fault !== undefined) throw fault
    if (/^Out of Memory Error/.test((error as Error).message) && !/temp/i.test((error as Error).message))
      throw new JobFault(`The job needs more than ${bounds.memory} MB of memory. Raise MEMORY`)
    throw error
  } finally {
    clearInterval(timer)
    clearTimeout(limit)
    ending.abort()
    hanging.catch(() => {})
    if (hangs) setTimeout(onHang, LEAVE_MS)
    else {
      await looking
      database.closeSync()
      instance.closeSync()
      await rm(spill, { recursive: true, force: true })
    }
  }
}
