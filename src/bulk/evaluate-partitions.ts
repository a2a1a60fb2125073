import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { type Assessor, DEFAULT_ARCHETYPES } from '../library/index.ts'
import { freeMemory, rowsOf, sqlText } from './database.ts'
import { type Evaluation, evaluatePartition, type PartitionTask, resultColumns } from './evaluate-partition.ts'
import { PartitionThreads } from './partition-threads.ts'
import { releaseKey } from './release-key.ts'
import { CHUNK } from './result-table.ts'
import { Tally, tallyText } from './tally.ts'

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
  await freeMemory(database)
  const pool =
    assets > FEW
      ? new PartitionThreads({ tables, defaults: DEFAULT_ARCHETYPES }, Math.min(threads, partitions.length))
      : undefined
  let done = 0
  let resumed = 0
  try {
    const tallies = await Promise.all(
      partitions.map(async ({ ids }) => {
        const result = join(folder, `result-${index}-${ids[0]}.parquet`)
        const task: PartitionTask = { file, ids, result, reader, options, ...(usage && { usage }) }
        const count = Math.min(ids[1], assets) - Math.min(ids[0], assets)
        let tally = await readFile(`${result}.done`, 'utf8').catch(() => undefined)
        if (tally !== undefined) resumed += count
        else {
          tally = tallyText(await (pool?.evaluate(release, task) ?? evaluatePartition(assessor, task)))
          // Whole by its new name, after the figures.
          await writeFile(`${result}.begun`, tally)
          await rename(`${result}.begun`, `${result}.done`)
        }
        done += count
        onPartition(done)
        return tally
      }),
    )
    const tally = new Tally(options, assessor.release).addTexts(tallies).written
    return { tally, resumed, results: join(folder, `result-${index}-*.parquet`) }
  } finally {
    await pool?.close()
  }
}

/** Assets evaluated together, by number, and the count of their rows. */
export interface AssetPartition {
  readonly ids: readonly [from: number, to: number]
  readonly rows: number
}

/** The first partition is smaller, so that progress shows soon: threads start slowly. */
export const FIRST_SIZE = 2048

/** Cells of a partition, and the limits of that in chunks of rows. */
const PARTITION_CELLS = 500_000
const PARTITION_CHUNKS = 5

/** Assets per partition for a number of columns: about half a second of one thread, and bounded memory. */
function partitionSize(width: number): number {
  return CHUNK * Math.max(1, Math.min(PARTITION_CHUNKS, Math.floor(PARTITION_CELLS / width / CHUNK)))
}

/** Writes the distinct assets of a source to a file and cuts them into partitions, sized by the number of columns. */
export async function cutPartitions(
  database: DuckDBConnection,
  index: number,
  file: string,
  width: number,
): Promise<readonly AssetPartition[]> {
  const size = partitionSize(width)
  await database.run(
    `COPY (SELECT rowid::INTEGER AS id, key, quantity, rows, refused, first FROM assets_${index} ORDER BY id) TO ${sqlText(file)}
      (FORMAT parquet, ROW_GROUP_SIZE ${size})`,
  )
  const counted = await rowsOf(
    database,
    `SELECT CASE WHEN rowid < ${FIRST_SIZE} THEN 0 ELSE 1 + (rowid - ${FIRST_SIZE}) // ${size} END AS partition, sum(rows)::DOUBLE AS rows
      FROM assets_${index} GROUP BY partition ORDER BY partition`,
  )
  const firstOf = (partition: number) => (partition === 0 ? 0 : FIRST_SIZE + (partition - 1) * size)
  // An empty source still has one partition, whose result defines the columns.
  return (counted.length > 0 ? counted : [{ rows: 0 }]).map(({ rows }, partition) => {
    return { ids: [firstOf(partition), firstOf(partition + 1)] as const, rows: Number(rows) }
  })
}
