import type { DuckDBConnection } from '@duckdb/node-api'
import { rowsOf, sqlText } from './database.ts'
import { partSize } from './evaluate-part.ts'

/** Assets evaluated together, by number, and the count of their rows. */
export interface AssetPart {
  readonly ids: readonly [from: number, to: number]
  readonly rows: number
}

/** The first part is smaller, so that progress shows soon: threads start slowly. */
export const FIRST_SIZE = 2048

/** Writes the distinct assets of a source to a file and cuts them into parts, sized by the number of columns. */
export async function cutParts(
  database: DuckDBConnection,
  index: number,
  file: string,
  width: number,
): Promise<readonly AssetPart[]> {
  const size = partSize(width)
  await database.run(
    `COPY (SELECT rowid::INTEGER AS id, key, quantity, rows, refused, first FROM assets_${index} ORDER BY id) TO ${sqlText(file)}
      (FORMAT parquet, ROW_GROUP_SIZE ${size})`,
  )
  const counted = await rowsOf(
    database,
    `SELECT CASE WHEN rowid < ${FIRST_SIZE} THEN 0 ELSE 1 + (rowid - ${FIRST_SIZE}) // ${size} END AS part, sum(rows)::DOUBLE AS rows
      FROM assets_${index} GROUP BY part ORDER BY part`,
  )
  const firstOf = (part: number) => (part === 0 ? 0 : FIRST_SIZE + (part - 1) * size)
  // An empty source still has one part, whose result defines the columns.
  return (counted.length > 0 ? counted : [{ rows: 0 }]).map(({ rows }, part) => {
    return { ids: [firstOf(part), firstOf(part + 1)] as const, rows: Number(rows) }
  })
}
