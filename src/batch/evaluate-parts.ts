import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Piscina } from 'piscina'
import { type Assessor, Sums } from '../index.ts'
import { sqlText } from './database.ts'
import { evaluatePart, PART_SIZE, type PartOutcome, type PartTask } from './evaluate-part.ts'
import type { WorkerSetup } from './evaluate-worker.ts'
import type { TableChoice } from './open-assessor.ts'

export interface PartsTask {
  readonly index: number
  /** Distinct assets of the source. */
  readonly assets: number
  readonly folder: string
  readonly threads: number
  readonly reader: PartTask['reader']
  readonly options: PartTask['options']
  /** The tables that workers open. */
  readonly choice: TableChoice
  readonly onPart: (done: number) => void
}

/** Fewer assets than this are done before another thread has started. */
const FEW = 4000

/**
 * Evaluates the assets of a source in parts, by worker threads where there are many. Their sums are added in the order of
 * the parts, whichever is done first. `results`: SQL of the files with the figures.
 */
export async function evaluateParts(assessor: Assessor, database: DuckDBConnection, task: PartsTask) {
  const { index, assets, folder, threads, reader, options, choice, onPart } = task
  const { criteria, duration, allocation, boundary, strict } = options
  const plain = {
    criteria,
    ...(duration !== undefined && { duration }),
    ...(allocation !== undefined && { allocation }),
    ...(boundary !== undefined && { boundary }),
    ...(strict !== undefined && { strict }),
  }
  // Of no assets there is one part, too: its result has the columns.
  const starts = Array.from({ length: Math.max(1, Math.ceil(assets / PART_SIZE)) }, (_, part) => part * PART_SIZE)
  const pool =
    assets > FEW ? poolOf({ ...choice, label: assessor.release }, Math.min(threads, starts.length)) : undefined
  let done = 0
  const evaluate = async (from: number): Promise<PartOutcome> => {
    const part = join(folder, `part-${index}-${from}.parquet`)
    const result = join(folder, `result-${index}-${from}.parquet`)
    await database.run(
      `COPY (SELECT rowid::INTEGER AS id, key, quantity, rows, refused FROM assets_${index}
        WHERE rowid >= ${from} AND rowid < ${from + PART_SIZE}) TO ${sqlText(part)} (FORMAT parquet)`,
    )
    const partTask: PartTask = { part, result, reader, options: plain }
    const outcome = pool ? ((await pool.run(partTask)) as PartOutcome) : await evaluatePart(assessor, partTask)
    done += Math.min(PART_SIZE, assets - from)
    onPart(done)
    return outcome
  }
  try {
    const outcomes = await inTurn(starts, threads * 2, evaluate)
    const sums = new Sums(criteria, boundary)
    for (const outcome of outcomes) sums.addSums(outcome.sums, outcome)
    const skipped = outcomes.reduce((sum, each) => sum + each.skipped, 0)
    const { units, assessed, faulty } = sums
    return { sums: sums.sums, units, assessed, faulty, skipped, results: join(folder, `result-${index}-*.parquet`) }
  } finally {
    await pool?.destroy()
  }
}

function poolOf(workerData: WorkerSetup, threads: number): Piscina {
  return new Piscina({
    filename: new URL('./evaluate-worker.ts', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    workerData,
    // What an evaluation leaves behind should die young.
    resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 },
  })
}

/** Runs tasks in their order, some at a time, and gives the outcomes in that order. */
async function inTurn<Item, Outcome>(
  items: readonly Item[],
  most: number,
  run: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) outcomes[at] = await run(items[at] as Item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
  return outcomes
}
