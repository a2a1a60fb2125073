import type { DuckDBConnection } from '@duckdb/node-api'
import { type BillCoverage, billCoverage, type CoveredRows } from '../importers/billing/bill-coverage.ts'
import { INVALID_QUANTITY } from '../importers/billing/bill-reasons.ts'
import { rowsOf, sqlText } from './database.ts'
import { billedRelation } from './distinct-assets.ts'
import type { EvaluatedSource } from './write-output.ts'

/** How much of the bills among some sources is assessed; undefined if none is a bill. */
export async function coverageOfBills(
  database: DuckDBConnection,
  sources: readonly EvaluatedSource[],
): Promise<BillCoverage | undefined> {
  const groups: CoveredRows[] = []
  for (const [index, evaluated] of sources.entries()) {
    if (evaluated.source.bill === undefined) continue
    for (const { reason, what, ...covered } of await rowsOf(database, coverageQuery(index, evaluated)))
      groups.push({ ...covered, ...(reason !== null && { reason, what: String(what) }) } as CoveredRows)
  }
  return sources.some(({ source }) => source.bill !== undefined) ? billCoverage(groups) : undefined
}

function coverageQuery(index: number, { results }: EvaluatedSource): string {
  const isRefused = `(f.status = 'assessed' AND b.is_refused)`
  return `SELECT CASE WHEN ${isRefused} THEN '${INVALID_QUANTITY}' WHEN f.status <> 'assessed' THEN coalesce(f.reason, '') END AS reason,
      CASE WHEN ${isRefused} THEN 'the quantity is not a valid number' WHEN f.status <> 'assessed' THEN f.fault END AS what,
      coalesce(ends_with(f.assessed_in, '(assumed)'), false) AS "isOfUnknownRegion",
      b.service, b.currency, sum(b.rows)::DOUBLE AS rows, coalesce(sum(b.cost), 0)::DOUBLE AS cost,
      coalesce(sum(b.taken_back), 0)::DOUBLE AS "takenBack", sum(b.credits)::DOUBLE AS credits,
      sum(b.without_cost)::DOUBLE AS "withoutCost"
    FROM ${billedRelation(index)} b
    JOIN (SELECT rowid AS id, key FROM assets_${index}) a ON a.key = b.key
    JOIN (SELECT id, status, reason, fault, assessed_in FROM read_parquet(${sqlText(results)})) f USING (id)
    GROUP BY ALL ORDER BY ALL`
}
