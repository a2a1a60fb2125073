import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOutput } from '../batch/write-output.ts'
import { figureColumns, Sums } from '../index.ts'
import { type KeptOutcome, outcomeFile } from './evaluate-job-part.ts'
import type { JobOutcome, JobRecord } from './job.ts'
import { type JobBounds, withDatabase } from './job-database.ts'
import { besides, type JobFolder } from './job-folder.ts'
import type { JobPlan } from './job-plan.ts'

/** The share of the time that parts of the rows take. */
const PARTS = 0.8

/**
 * Writes the rows of a job with the figures of its parts, which are all there, and adds them up in the order of the parts: the
 * sums are the same whoever evaluated them, and when.
 */
export async function joinJob(
  folder: JobFolder,
  { options: { criteria, boundary }, release }: JobRecord,
  plan: JobPlan,
  bounds: JobBounds,
): Promise<JobOutcome> {
  const { source, counts, parts, rows } = plan
  const sums = new Sums(criteria, boundary)
  let skipped = 0
  sums.faulty += counts.rejected
  for (const { name } of parts) {
    const outcome = JSON.parse(await readFile(outcomeFile(folder, plan, name), 'utf8')) as KeptOutcome
    sums.addSums(
      outcome.sums.map((sum) => sum ?? Number.NaN),
      outcome,
    )
    skipped += outcome.skipped
  }
  const result = folder.result('parquet')
  const begun = besides(result)
  await withDatabase(folder, bounds, async (database, stretch) => {
    const evaluated = { source, counts, results: join(folder.results(plan), '*.parquet') }
    const shown = { figures: figureColumns(criteria, boundary), release }
    // Rows of many assets are written in parts, and those into one file at last.
    const onPart = (done: number, all: number) =>
      stretch((PARTS * done) / all, done < all ? (PARTS * (done + 1)) / all : 1)
    await writeOutput(database, [evaluated], shown, { file: begun, format: 'parquet', folder: folder.path, onPart })
  })
  await rename(begun, result)
  return { rows, faulty: sums.faulty, skipped, totals: sums.totals() }
}
