import { cutJob } from './cut-job.ts'
import type { JobRecord } from './job.ts'
import { hasEnded } from './job.ts'
import type { JobBounds } from './job-database.ts'
import { JobFault } from './job-fault.ts'
import type { JobFolder } from './job-folder.ts'
import type { JobPlan } from './job-plan.ts'
import { joinJob } from './join-job.ts'

/** A job whose work has begun so often without a part more being done is given up: it ends whoever works on it. */
const MOST_STARTS = 10

/**
 * Cuts a job that is begun or begun again, unless it is cut. Undefined where there is nothing to do: it was removed, has ended,
 * or cannot be done, which is then noted.
 */
export async function beginJob(folder: JobFolder, bounds: JobBounds, done: (plan: JobPlan) => Promise<number>) {
  return noting(folder, async (record) => {
    const known = await folder.readPlan()
    const parts = known === undefined ? 0 : await done(known)
    const isFurther = parts > (record.doneAtStart ?? 0)
    const starts = isFurther ? 1 : (record.starts ?? 0) + 1
    if (starts > MOST_STARTS) throw new JobFault('The job was given up: nothing came of it, however often it was begun')
    // Whoever has taken it besides may have ended it.
    const now = await folder.readRecord()
    if (now === undefined || hasEnded(now)) return undefined
    const begun: JobRecord = { ...record, state: 'running', starts, doneAtStart: parts }
    await folder.writeRecord(begun)
    return { record: begun, plan: known ?? (await cutJob(folder, record.options, bounds)) }
  })
}

/** Ends a job whose parts are all there. */
export async function endJob(folder: JobFolder, bounds: JobBounds): Promise<void> {
  await noting(folder, async (record) => {
    const plan = await folder.readPlan()
    if (plan === undefined) throw new Error('A job is not cut whose parts are done')
    const outcome = await joinJob(folder, record, plan, bounds)
    const finishedAt = new Date().toISOString()
    await folder.writeRecord({ ...record, state: 'done', finishedAt, outcome })
    await folder.clear()
    // What it takes on disk from now on.
    await folder.writeRecord({ ...record, state: 'done', finishedAt, outcome, bytes: await folder.bytes() })
  })
}

/** Notes that a job has failed, and why. */
export async function failJob(folder: JobFolder, fault: string): Promise<void> {
  const record = await folder.readRecord()
  if (record === undefined || hasEnded(record)) return
  await folder.writeRecord({ ...record, state: 'failed', finishedAt: new Date().toISOString(), fault })
  await folder.clear()
}

/** Works on a job that has not ended, and notes a fault of it. */
async function noting<Result>(
  folder: JobFolder,
  work: (record: JobRecord) => Promise<Result>,
): Promise<Result | undefined> {
  const record = await folder.readRecord()
  if (record === undefined || hasEnded(record)) return undefined
  try {
    return await work(record)
  } catch (error) {
    // A job may be removed at any time.
    if ((await folder.readRecord().catch(() => undefined)) === undefined) return undefined
    if (!(error instanceof JobFault)) throw error
    await failJob(folder, error.message)
    return undefined
  }
}
