import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { evaluatePart, type PartOutcome } from '../batch/evaluate-part.ts'
import type { Assessor } from '../index.ts'
import { hasEnded } from './job.ts'
import { besides, JobFolder, writeWhole } from './job-folder.ts'
import type { JobPlan } from './job-plan.ts'

/** A part of a job, for any worker. */
export interface PartTask {
  /** Id of the job. */
  readonly job: string
  /** Name of the part. */
  readonly part: string
}

/** A part's sums, as they are kept: JSON has no NaN. */
export interface KeptOutcome extends Omit<PartOutcome, 'sums'> {
  readonly sums: readonly (number | null)[]
}

/** Where the sums of a part are kept. They are there when the part is done, and not before. */
export function outcomeFile(folder: JobFolder, plan: Pick<JobPlan, 'name'>, part: string): string {
  return join(folder.results(plan), `${part}.json`)
}

/**
 * Evaluates a part of a job and writes its result, unless it is there. Two who do the same write the same, each as a whole; the
 * one replaces the other.
 */
export async function evaluateJobPart(assessor: Assessor, jobs: string, { job, part }: PartTask): Promise<void> {
  const folder = JobFolder.of(jobs, job)
  const [record, plan] = await Promise.all([folder.readRecord(), folder.readPlan()])
  // A job may be removed at any time.
  if (record === undefined || plan === undefined) return
  const kept = outcomeFile(folder, plan, part)
  const planned = plan.parts.find(({ name }) => name === part)
  if (planned === undefined || (await exists(kept))) return
  const result = join(folder.results(plan), `${part}.parquet`)
  const begun = besides(result)
  try {
    const { criteria, duration, allocation, boundary, strict } = record.options
    const outcome = await evaluatePart(assessor, {
      part: folder.assets,
      ids: planned.ids,
      result: begun,
      reader: plan.source.reader,
      options: {
        criteria,
        ...(duration !== undefined && { duration }),
        ...(allocation !== undefined && { allocation }),
        ...(boundary !== undefined && { boundary }),
        ...(strict !== undefined && { strict }),
      },
    })
    await rename(begun, result)
    const sums = Array.from(outcome.sums, (sum) => (Number.isNaN(sum) ? null : sum))
    await writeWhole(kept, JSON.stringify({ ...outcome, sums } satisfies KeptOutcome))
  } catch (error) {
    const now = await folder.readRecord()
    if (now !== undefined && !hasEnded(now)) throw error
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
