import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { openDatabase } from '../database.ts'
import { isOutOfMemory, JobFault, NoRoom, needsDisk, needsMemory, stepTooLong } from './job-fault.ts'
import { bytesIn, checkRoom } from './whole-files.ts'

/** Resource limits of one step of a job. */
export interface JobBounds {
  /** Threads for reading and writing files. */
  readonly threads: number
  /** MB of memory of a database; the rest goes to the job's folder. */
  readonly memory: number
  readonly maxRows: number
  /** Bytes of the file, decompressed. */
  readonly maxUnpackedBytes: number
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
  /** Fires when the job is removed. */
  readonly gone: AbortSignal
  /** Receives the progress of the step, 0 to 1. */
  readonly onShare: (share: number) => void
  /** Called if a query does not end when it is interrupted: the process must end. */
  readonly onHang: () => void
}

/** Sets the part of a step that the next queries are: from 0.5 to 0.8 of it. */
export type Stretch = (from: number, to: number) => void

/** An interrupted query that takes longer to end has hung. */
const HANGS_MS = 3000
const LEAVE_MS = 1000

/** Nobody knows how long a query takes: after this time, half of its part of the step counts as done. */
const HALF_MS = 30_000

/** Interval at which progress and disk use of a step are checked. */
const LOOK_MS = 500

/**
 * Works with a database for a step of a job. Queries are interrupted if the job is removed, exceeds its disk or time
 * limit (JobFault), or the disk is nearly full (NoRoom).
 */
export async function withDatabase<Result>(
  { folder, file, isReadOnly = false, bounds, gone, onShare, onHang }: StepSettings,
  work: (database: DuckDBConnection, stretch: Stretch) => Promise<Result>,
): Promise<Result> {
  await checkRoom(folder)
  const database = await openDatabase({
    ...(file !== undefined && { file }),
    folder,
    memory: bounds.memory,
    threads: bounds.threads,
    settings: {
      max_temp_directory_size: `${bounds.maxDiskBytes}B`,
      ...(isReadOnly && { access_mode: 'READ_ONLY' }),
      // Anyone can send files, so nothing that they refer to is fetched.
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    },
  })
  let fault: Error | undefined
  let stretch = { from: 0, to: 1, since: performance.now() }
  const share = () => {
    const { from, to, since } = stretch
    return to - ((to - from) * HALF_MS) / (HALF_MS + performance.now() - since)
  }
  let looking = Promise.resolve()
  const look = async () => {
    await checkRoom(folder).catch((error) => {
      if (error instanceof NoRoom) fault ??= error
    })
    if ((await bytesIn(folder)) > bounds.maxDiskBytes) fault ??= needsDisk(bounds.maxDiskBytes)
    // Interrupted work may start another query.
    if (fault !== undefined) database.interrupt()
    else onShare(share())
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {})
  }, LOOK_MS)
  let hangs = false
  const { promise: hanging, reject: abandon } = Promise.withResolvers<never>()
  let patience: NodeJS.Timeout | undefined
  const end = (reason: Error) => {
    fault ??= reason
    database.interrupt()
    patience ??= setTimeout(() => {
      hangs = true
      abandon(fault)
      setTimeout(onHang, LEAVE_MS)
    }, HANGS_MS)
  }
  const limit = setTimeout(() => end(stepTooLong(bounds.stepMs)), bounds.stepMs)
  const leave = () => end(new Error('The job was removed'))
  gone.addEventListener('abort', leave)
  if (gone.aborted) leave()
  try {
    const working = work(database, (from, to) => {
      stretch = { from, to, since: performance.now() }
    })
    return await Promise.race([working, hanging])
  } catch (error) {
    if (fault !== undefined) throw fault
    throw isOutOfMemory(error) ? new JobFault(needsMemory(bounds.memory)) : error
  } finally {
    gone.removeEventListener('abort', leave)
    clearInterval(timer)
    clearTimeout(limit)
    clearTimeout(patience)
    if (!hangs) {
      await looking
      database.closeSync()
      await rm(join(folder, 'spill'), { recursive: true, force: true })
    }
  }
}
