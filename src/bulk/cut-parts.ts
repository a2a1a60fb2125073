import type { DuckDBConnection } from '@duckdb/node-api'
import { rowsOf, sqlText } from './database.ts'
import { partSize } from './evaluate-part.ts'

/** Assets that are evaluated at once, by their numbers, and how many rows these have. */
export interface AssetPart {
  readonly ids: readonly [from: number, to: number]
  readonly rows: number
}

/** The first part is smaller, so that something is done soon: threads are slow at first. */
export const FIRST_SIZE = 2048

/** Writes the different assets of a source to a file and cuts them into parts, for so many columns of figures. */
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
  // Of no assets there is one part, too: its result has the columns.
  return (counted.length > 0 ? counted : [{ rows: 0 }]).map(({ rows }, part) => {
    return { ids: [firstOf(part), firstOf(part + 1)] as const, rows: Number(rows) }
  })
}
