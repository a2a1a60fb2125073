import { join } from 'node:path'
import { writeOutput } from '../../batch/write-output.ts'
import { figureColumns, Sums } from '../../index.ts'
import type { JobOutcome, JobRecord } from '../job.ts'
import type { JobFolder } from '../places/job-folder.ts'
import type { JobPlan } from '../places/job-plan.ts'
import { Turns } from '../runners/turns.ts'
import { readRowsAgain } from './cut-job.ts'
import type { KeptOutcome } from './evaluate-job-part.ts'
import { type JobBounds, withDatabase } from './job-database.ts'

/** The share of the time that parts of the rows take. */
const PARTS = 0.8

/** Parts whose figures are read at once. */
const MOST_FETCHED = 8

/**
 * Writes the rows of a job with the figures of its parts, which are all there, and adds them up in the order of the parts: the
 * sums are the same whoever evaluated them, and when.
 */
export async function joinJob(
  folder: JobFolder,
  { options, release }: JobRecord,
  plan: JobPlan,
  bounds: JobBounds,
): Promise<JobOutcome> {
  const { files } = folder
  const { criteria, boundary } = options
  await readRowsAgain(folder, options, plan, bounds)
  const { source, counts, parts, rows } = plan
  const sums = new Sums(criteria, boundary)
  let skipped = 0
  const fetching = new Turns(MOST_FETCHED)
  const outcomes = await Promise.all(
    parts.map(({ name }) =>
      fetching.run([''], async () => {
        await files.fetch(folder.figures(plan, name))
        const text = await files.read(folder.outcome(plan, name))
        if (text === undefined) throw new Error(`The sums of the part ${name} are not there`)
        return JSON.parse(text) as KeptOutcome
      }),
    ),
  )
  for (const outcome of outcomes) {
    sums.addSums(
      outcome.sums.map((sum) => sum ?? Number.NaN),
      outcome,
    )
    skipped += outcome.skipped
  }
  const begun = folder.begun()
  await withDatabase(folder, bounds, async (database, stretch) => {
    const evaluated = { source, counts, results: join(folder.path, folder.results(plan), '*.parquet') }
    const shown = { figures: figureColumns(criteria, boundary), release }
    // Rows of many assets are written in parts, and those into one file at last.
    const onPart = (done: number, all: number) =>
      stretch((PARTS * done) / all, done < all ? (PARTS * (done + 1)) / all : 1)
    await writeOutput(database, [evaluated], shown, { file: begun, format: 'parquet', folder: folder.path, onPart })
  })
  await files.put(folder.result('parquet'), begun)
  return { rows, faulty: sums.faulty, skipped, totals: sums.totals() }
}
