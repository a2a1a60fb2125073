import { setTimeout as wait } from 'node:timers/promises'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { JobFault, StepTooLong } from '../job-fault.ts'
import type { JobFolder } from '../places/job-folder.ts'
import { leaveProcess } from '../runners/leave-process.ts'

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

/** Sets which share of a step the next queries are: from 0.5 to 0.8 of it. */
type Stretch = (from: number, to: number) => void

/** What is interrupted ends within this time; what does not hangs, on a disk that does not answer. Its process is ended after the latter. */
const HANGS_MS = 3000
const LEAVE_MS = 1000
const HANGING = Symbol('hanging')

/** How often it is looked how far a step is, and how much of the disk it takes. */
const LOOK_MS = 500

/**
 * Works with the database of a job, which is kept in its folder from step to step. Notes how far the query is that runs. Throws
 * a JobFault when the job takes more of the disk or of time than it may. What runs is interrupted then, and when the job is removed.
 */
export async function withDatabase<Result>(
  folder: JobFolder,
  bounds: JobBounds,
  work: (database: DuckDBConnection, stretch: Stretch) => Promise<Result>,
  file = `${folder.path}/job.duckdb`,
): Promise<Result> {
  const instance = await DuckDBInstance.create(file, {
    memory_limit: `${bounds.memory}MB`,
    threads: String(bounds.threads),
    temp_directory: `${folder.path}/spill`,
    max_temp_directory_size: `${bounds.maxDiskBytes}B`,
    // Files of jobs are anybody's: nothing that they name is fetched.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const database = await instance.connect()
  await database.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false')
  let isTooLarge = false
  let isTooLong = false
  let share = 0
  let [from, to] = [0, 1]
  const stretch: Stretch = (begin, end) => {
    from = begin
    to = end
  }
  let looking = Promise.resolve()
  const look = async () => {
    isTooLarge ||= (await folder.bytesHere()) > bounds.maxDiskBytes
    // Nobody waits for the result of a job that was removed. What is interrupted may go on with another query.
    if (isTooLarge || isTooLong || (await folder.isGone())) database.interrupt()
    const { percentage } = database.progress
    const now = from + (to - from) * Math.min(1, Math.max(0, percentage / 100))
    if (now <= share) return
    share = now
    await folder.writeShare(share)
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {})
  }, LOOK_MS)
  const limit = setTimeout(() => {
    isTooLong = true
    database.interrupt()
  }, bounds.stepMs)
  const ending = new AbortController()
  const hanging = wait(bounds.stepMs + HANGS_MS, HANGING, { signal: ending.signal })
  let hangs = false
  try {
    const result = await Promise.race([work(database, stretch), hanging])
    hangs = result === HANGING
    if (result === HANGING) throw new StepTooLong(bounds.stepMs)
    return result
  } catch (error) {
    if (isTooLong) throw new StepTooLong(bounds.stepMs)
    if (isTooLarge) throw new JobFault(`The job needs more than ${bounds.maxDiskBytes} bytes on disk`)
    if (/^Out of Memory Error/.test((error as Error).message))
      throw new JobFault(`The job needs more than ${bounds.memory} MB of memory`)
    throw error
  } finally {
    clearInterval(timer)
    clearTimeout(limit)
    ending.abort()
    hanging.catch(() => {})
    if (hangs) setTimeout(leaveProcess, LEAVE_MS)
    else {
      await looking
      database.closeSync()
      instance.closeSync()
    }
  }
}
