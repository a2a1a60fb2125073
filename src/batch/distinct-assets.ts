import type { DuckDBConnection } from '@duckdb/node-api'
import { rowsOf } from './database.ts'
import type { Source } from './source.ts'

/** How much a source has to do. */
export interface SourceCounts {
  readonly rows: number
  readonly assets: number
}

/** The share of the rows that is done here. */
export interface Partition {
  /** From 1 on. */
  readonly index: number
  readonly of: number
}

const LARGEST_COUNT = 2_147_483_647
const LARGEST_AMOUNT = 1e12

/** The relation of the rows of a source that are done here. */
export function rowsRelation(index: number): string {
  return `rows_${index}`
}

/**
 * Finds the different assets of a source and numbers them by their first rows: the table `assets_<index>`. Adds their
 * quantities up in decimals, so that no order of adding makes a difference.
 */
export async function distinctAssets(
  database: DuckDBConnection,
  index: number,
  source: Source,
  partition: Partition = { index: 1, of: 1 },
): Promise<SourceCounts> {
  const { relation, row, place, keys } = source
  const all = partition.of === 1 ? 0 : Number((await rowsOf(database, `SELECT count(*) AS n FROM ${relation}`))[0]?.n)
  const [from, to] = [partition.index - 1, partition.index].map((each) => Math.floor((all * each) / partition.of))
  const range = partition.of === 1 ? '' : `WHERE ${row} >= ${from} AND ${row} < ${to}`
  const columns = keys.map((key, at) => `${key} AS iq_k${at}`)
  await database.run(
    `CREATE VIEW ${rowsRelation(index)} AS SELECT *, ${row} AS iq_row, ${place} AS iq_place, ${columns.join(', ')}, ${quantityOf(source)} AS iq_many FROM ${relation} ${range}`,
  )
  const names = keys.map((_, at) => `iq_k${at}`)
  await database.run(
    `CREATE TABLE assets_${index} AS
      SELECT (row_number() OVER (ORDER BY first))::INTEGER - 1 AS id, * FROM (
        SELECT ${names.join(', ')}, min(iq_row) AS first, coalesce(sum(iq_many::DECIMAL(38, 15)), 0)::DOUBLE AS quantity,
          count(*)::INTEGER AS rows, (count(*) - count(iq_many))::INTEGER AS refused
        FROM ${rowsRelation(index)} GROUP BY ${names.join(', ')})`,
  )
  const [counted] = await rowsOf(database, `SELECT count(*) AS assets, sum(rows) AS rows FROM assets_${index}`)
  return { rows: Number(counted?.rows ?? 0), assets: Number(counted?.assets ?? 0) }
}

/** SQL of the quantity of a row, a DOUBLE; null where it is none that can be (no number is larger than NaN). */
function quantityOf({ quantity, isCounted, reader }: Source): string {
  if (quantity === undefined) return '1::DOUBLE'
  const number = `try_cast(${quantity} AS DOUBLE)`
  const isWhole = isCounted ? `AND ${number} = floor(${number})` : ''
  const most = isCounted ? LARGEST_COUNT : LARGEST_AMOUNT
  const known = `CASE WHEN ${number} >= 0 AND ${number} <= ${most} ${isWhole} THEN ${number} END`
  // A count that is not there is one; hours that are not there are not known.
  const isOneAtLeast = isCounted || reader.kind === 'line'
  return isOneAtLeast
    ? `CASE WHEN coalesce(trim(CAST(${quantity} AS VARCHAR)), '') = '' THEN 1 ELSE ${known} END`
    : known
}
