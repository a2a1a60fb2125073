import { DOUBLE, type DuckDBConnection, VARCHAR } from '@duckdb/node-api'
import type { RowOutcome } from '../importers/imported.ts'
import type { TotalRows } from '../importers/table/total-rows.ts'
import { appendRows, rowsOf } from './database.ts'
import type { Source } from './source.ts'

/** The column that says why a row is left out; null if it is not. */
export const LEFT_OUT = 'iq_left'

/** Rows of a relation to look at in order. */
interface LookedAt extends Pick<Source, 'relation' | 'row'> {
  /** SQL condition: whether a row can be read. */
  readonly isRead?: string
  /** SQL condition: whether a row may be left out. It is tested on all rows, so it is quick rather than exact. */
  readonly maybe: string
  /** SQL of all that `read` needs, as text. */
  readonly whole: string
  /** SQL of the quantity, a DOUBLE. */
  readonly quantity: string
  readonly totals: TotalRows
  /** Reads a row that may be one of totals. */
  readonly read: (whole: string) => RowOutcome
  /** Rows known to be left out, by number, and why. */
  readonly known?: ReadonlyMap<number, string>
}

/**
 * A view of a relation in which the rows that sum up others or repeat the header are marked, as a small file leaves
 * them out. Undefined if there are none.
 */
export async function markLeftOut(
  database: DuckDBConnection,
  { relation, row, isRead = 'iq_fault IS NULL', maybe, whole, quantity, totals, read, known = new Map() }: LookedAt,
): Promise<Pick<Source, 'relation' | 'row'> | undefined> {
  const left = new Map<number, string>(known)
  const maybeLeft = await rowsOf(database, `SELECT 1 FROM ${relation} WHERE (${isRead}) AND (${maybe}) LIMIT 1`)
  const looked = `SELECT (${row})::DOUBLE AS row, ${quantity}, CASE WHEN ${maybe} THEN ${whole} END
    FROM ${relation} WHERE ${maybeLeft.length > 0 ? isRead : 'false'} ORDER BY row`
  for await (const rows of (await database.stream(looked)).yieldRows()) {
    for (const [place, count, shown] of rows as [number, number | null, string | null][]) {
      if (left.has(place)) continue
      const outcome = shown === null ? undefined : read(shown)
      if (outcome === undefined) totals.count(count ?? 0)
      else if ('skipped' in outcome) left.set(place, outcome.skipped)
    }
  }
  if (left.size === 0) return undefined
  await database.run(`CREATE TABLE left_of_${relation} (left_row DOUBLE, why VARCHAR)`)
  await appendRows(database, `left_of_${relation}`, [DOUBLE, VARCHAR], [...left])
  await database.run(
    `CREATE VIEW ${relation}_marked AS SELECT r.*, ${row} AS iq_at, why AS ${LEFT_OUT}
      FROM ${relation} r LEFT JOIN (SELECT * FROM left_of_${relation}) ON ${row} = left_row`,
  )
  return { relation: `${relation}_marked`, row: 'iq_at' }
}
