import { rm } from 'node:fs/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { JobFault, NoRoom, StepTooLong } from './job-fault.ts'
import { bytesIn, checkRoom } from './whole-files.ts'

/** Resource limits of one step of a job. */
export interface JobBounds {
  /** Threads for reading and writing files. */
  readonly threads: number
  /** MB of memory of a database; the rest goes to the job's folder. */
  readonly memory: number
  readonly maxRows: number
  /** Bytes of the job's folder. */
  readonly maxDiskBytes: number
  /** Time limit of a step, in milliseconds. */
  readonly stepMs: number
}

/** The environment of a step, and its observers. */
export interface StepSettings {
  /** The folder of the job. */
  readonly folder: string
  /** A file for the database; without it, the database is in memory. */
  readonly file?: string
  readonly isReadOnly?: boolean
  readonly bounds: JobBounds
  /** Whether the job was removed. */
  readonly isGone: () => boolean
  /** Receives the progress of the step, 0 to 1. */
  readonly onShare: (share: number) => void
  /** Called if the step hangs on an unresponsive disk: the process must end. */
  readonly onHang: () => void
}

/** Sets the part of a step that the next queries are: from 0.5 to 0.8 of it. */
export type Stretch = (from: number, to: number) => void

/** An interrupted query that takes longer to end has hung. */
const HANGS_MS = 3000
const LEAVE_MS = 1000

/** For a query of unknown progress, half of the remainder counts as done after this time. */
const HALF_MS = 30_000

/** Interval at which progress and disk use of a step are checked. */
const LOOK_MS = 500

/** The progress of a step, 0 to 1: as DuckDB reports it for some work, otherwise approaching the end over time. */
class StepShare {
  #share = 0
  #to = 1
  #from = 0
  /** The last known progress; below, since when it has been unknown. */
  #known = 0
  #knownAt = performance.now()

  /** Sets the part of the step that the next queries are. */
  stretch(from: number, to: number): void {
    this.#from = from
    this.#to = to
    this.#note(Math.max(from, this.#share))
  }

  /** `percentage` is the query's progress, below 0 if unknown. */
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
 * Works with a database for a step of a job. Queries are interrupted if the job is removed, exceeds its disk or time
 * limit (JobFault), or the disk is nearly full (NoRoom).
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
    // Returns freed memory to the system early, not only beyond 128 MB.
    allocator_flush_threshold: '16MB',
    // Anyone can send files, so nothing that they refer to is fetched.
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
    // Interrupted work may start another query.
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
  let hangs = false
  const { promise: hanging, reject: abandon } = Promise.withResolvers<never>()
  const patience = setTimeout(() => {
    hangs = true
    abandon(fault)
    setTimeout(onHang, LEAVE_MS)
  }, bounds.stepMs + HANGS_MS)
  try {
    return await Promise.race([work(database, (from, to) => share.stretch(from, to)), hanging])
  } catch (error) {
    if (fault !== undefined) throw fault
    if (/^Out of Memory Error/.test((error as Error).message) && !/temp/i.test((error as Error).message))
      throw new JobFault(`The job needs more than ${bounds.memory} MB of memory. Raise MEMORY`)
    throw error
  } finally {
    clearInterval(timer)
    clearTimeout(limit)
    clearTimeout(patience)
    if (!hangs) {
      await looking
      database.closeSync()
      instance.closeSync()
      await rm(spill, { recursive: true, force: true })
    }
  }
}
