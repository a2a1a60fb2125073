import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { type Assessor, DEFAULT_ARCHETYPES } from '../library/index.ts'
import { releaseKey } from './assessors.ts'
import { cutPartitions } from './cut-partitions.ts'
import { type Evaluation, evaluatePartition, type PartitionTask, resultColumns } from './evaluate-partition.ts'
import { PartitionThreads } from './partition-threads.ts'
import { readTally, Tally, tallyText } from './tally.ts'

export interface PartitionsTask extends Evaluation {
  readonly index: number
  /** Distinct assets of the source. */
  readonly assets: number
  readonly folder: string
  readonly threads: number
  /** Folders of own tables. */
  readonly tables: readonly string[]
  readonly onPartition: (done: number) => void
}

/** Fewer assets are done before another thread has started. */
export const FEW = 4000

/**
 * Evaluates the assets of a source in partitions, on worker threads if there are many. Sums are added in the order of
 * the partitions, not in the order they finish. Partitions that a killed run finished in the folder
 * are kept (`resumed` counts their assets). `results` is SQL of the files with the figures.
 */
export async function evaluatePartitions(assessor: Assessor, database: DuckDBConnection, task: PartitionsTask) {
  const { index, assets, folder, threads, tables, reader, options, usage, onPartition } = task
  const release = releaseKey({ label: assessor.release }, DEFAULT_ARCHETYPES)
  const file = join(folder, `assets-${index}.parquet`)
  const partitions = await cutPartitions(database, index, file, resultColumns(options).length)
  const pool =
    assets > FEW
      ? new PartitionThreads({ tables, defaults: DEFAULT_ARCHETYPES }, Math.min(threads, partitions.length))
      : undefined
  let done = 0
  let resumed = 0
  try {
    const parts = await Promise.all(
      partitions.map(async ({ ids }) => {
        const result = join(folder, `result-${index}-${ids[0]}.parquet`)
        const task: PartitionTask = { file, ids, result, reader, options, ...(usage && { usage }) }
        const count = Math.min(ids[1], assets) - Math.min(ids[0], assets)
        const kept = await readFile(`${result}.done`, 'utf8').catch(() => undefined)
        const evaluated =
          kept === undefined ? (pool?.evaluate(release, task) ?? evaluatePartition(assessor, task)) : undefined
        const part = evaluated === undefined ? readTally(kept as string) : await evaluated
        if (evaluated === undefined) resumed += count
        else {
          // Whole by its new name, after the figures.
          await writeFile(`${result}.begun`, tallyText(part))
          await rename(`${result}.begun`, `${result}.done`)
        }
        done += count
        onPartition(done)
        return part
      }),
    )
    const tally = new Tally(options, assessor.release)
    for (const part of parts) tally.addWritten(part)
    return { tally: tally.written, resumed, results: join(folder, `result-${index}-*.parquet`) }
  } finally {
    await pool?.close()
  }
}
