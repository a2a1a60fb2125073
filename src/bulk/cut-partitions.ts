import type { DuckDBConnection } from '@duckdb/node-api'
import { rowsOf, sqlText } from './database.ts'
import { partitionSize } from './evaluate-partition.ts'

/** Assets evaluated together, by number, and the count of their rows. */
export interface AssetPartition {
  readonly ids: readonly [from: number, to: number]
  readonly rows: number
}

/** The first partition is smaller, so that progress shows soon: threads start slowly. */
export const FIRST_SIZE = 2048

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
