import type { Release } from '../../index.ts'
import { hasEnded, type JobRecord } from '../job.ts'
import { JobFault } from '../job-fault.ts'
import type { JobFolder } from '../places/job-folder.ts'
import type { JobPlan } from '../places/job-plan.ts'
import { cutJob } from './cut-job.ts'
import type { JobBounds } from './job-database.ts'
import { joinJob } from './join-job.ts'
import { tryStep } from './try-step.ts'

/** A job in work, and how it is cut. */
export interface BegunJob {
  readonly record: JobRecord
  readonly plan: JobPlan
}

/**
 * Cuts a job that is begun or begun again, unless it is cut. Undefined where there is nothing to do: it was removed, has ended,
 * or cannot be done, which is then noted.
 */
export async function beginJob(folder: JobFolder, bounds: JobBounds): Promise<BegunJob | undefined> {
  return noting(folder, async (record) => {
    const known = await folder.readPlan()
    const begun: JobRecord = { ...record, state: 'running' }
    if (record.state !== 'running') await folder.writeRecord(begun)
    if (known?.figures === record.figures) return { record: begun, plan: known }
    return { record: begun, plan: await tryStep(folder, 'cut', () => cutJob(folder, begun, bounds)) }
  })
}

/** Ends a job whose parts are all there. */
export async function endJob(folder: JobFolder, bounds: JobBounds): Promise<void> {
  await noting(folder, async (record) => {
    const plan = await folder.readPlan()
    if (plan === undefined) throw new Error('A job is not cut whose parts are done')
    // It has been begun anew by other figures.
    if (plan.figures !== record.figures) return
    const outcome = await tryStep(folder, 'join', () => joinJob(folder, record, plan, bounds))
    const finishedAt = new Date().toISOString()
    await folder.writeRecord({ ...record, state: 'done', finishedAt, outcome })
    await folder.clear()
    // What it takes on disk from now on.
    await folder.writeRecord({ ...record, state: 'done', finishedAt, outcome, bytes: await folder.files.bytes() })
  })
}

/** Notes that a job has failed, and why. */
export async function failJob(folder: JobFolder, fault: string): Promise<void> {
  const record = await folder.readRecord()
  if (record === undefined || hasEnded(record)) return
  await folder.writeRecord({ ...record, state: 'failed', finishedAt: new Date().toISOString(), fault })
  await folder.clear()
}

/**
 * Has a job begun anew whose figures nobody has any more, by those that its data release comes to now: the software or what it
 * assumes has changed. Without that release the job fails.
 */
export async function renewJob(folder: JobFolder, releases: ReadonlyMap<string, Release>): Promise<void> {
  const record = await folder.readRecord()
  if (record === undefined || hasEnded(record)) return
  for (const [figures, { label }] of releases) {
    if (label === record.release) return folder.writeRecord({ ...record, state: 'queued', figures })
  }
  await failJob(folder, `The data release ${record.release} is no longer there`)
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
