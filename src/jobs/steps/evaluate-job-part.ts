import { rm } from 'node:fs/promises'
import { evaluatePart, type PartOutcome } from '../../batch/evaluate-part.ts'
import type { Assessor } from '../../index.ts'
import { hasEnded } from '../job.ts'
import type { JobStore } from '../job-store.ts'

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

/**
 * Evaluates a part of a job and writes its result, unless it is there. Two who do the same write the same, each as a whole; the
 * one replaces the other.
 */
export async function evaluateJobPart(assessor: Assessor, store: JobStore, { job, part }: PartTask): Promise<void> {
  const folder = store.of(job)
  const { files } = folder
  const [record, plan] = await Promise.all([folder.readRecord(), folder.readPlan()])
  // A job may be removed at any time.
  if (record === undefined || plan === undefined) return
  const kept = folder.outcome(plan, part)
  const planned = plan.parts.find(({ name }) => name === part)
  if (planned === undefined || (await files.has(kept))) return
  let begun = ''
  try {
    const { criteria, duration, allocation, boundary, strict } = record.options
    const assets = await files.fetch(folder.assets(plan))
    begun = folder.begun()
    const outcome = await evaluatePart(assessor, {
      part: assets,
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
    await files.put(folder.figures(plan, part), begun)
    const sums = Array.from(outcome.sums, (sum) => (Number.isNaN(sum) ? null : sum))
    await files.write(kept, JSON.stringify({ ...outcome, sums } satisfies KeptOutcome))
  } catch (error) {
    const now = await folder.readRecord()
    if (now !== undefined && !hasEnded(now)) throw error
  } finally {
    if (begun !== '') await rm(begun, { force: true })
  }
}
