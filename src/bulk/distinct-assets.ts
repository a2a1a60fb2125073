import type { DuckDBConnection } from '@duckdb/node-api'
import { LARGEST_AMOUNT, LARGEST_COUNT, LONGEST_SHOWN } from '../importers/table/table-reader.ts'
import { makeRoomFor, rowsOf } from './database.ts'
import { numberOf, trimmed } from './number-of.ts'
import type { RowSpan, Source } from './source.ts'

/** How much a source has to do here. */
export interface SourceCounts {
  readonly rows: number
  readonly assets: number
  readonly span: RowSpan
}

/** The share of the rows that is done here. */
export interface Partition {
  /** From 1 on. */
  readonly index: number
  readonly of: number
}

/** The relation of the rows of a source that are done here. */
export function rowsRelation(index: number): string {
  return `rows_${index}`
}

/** SQL of a condition: whether a column has the number of a row that is among these. */
export function isAmong(column: string, { from, to }: RowSpan): string {
  return to === undefined ? `${column} >= ${from}` : `${column} >= ${from} AND ${column} < ${to}`
}

/**
 * Finds the different assets of a source, in the order of their first rows: the table `assets_<index>`, whose `rowid` is their
 * number and in which `key` is what is equal in all rows of an asset, as one text. Adds their quantities up in decimals, so that no order of adding makes
 * a difference.
 */
export async function distinctAssets(
  database: DuckDBConnection,
  index: number,
  source: Source,
  partition: Partition = { index: 1, of: 1 },
): Promise<SourceCounts> {
  const { relation, row, among, place, keys, columns } = source
  await makeRoomFor(database, columns.length)
  const span = await spanOf(database, relation, partition)
  // One text is grouped and joined several times as fast as a dozen.
  const key = `to_json([${keys.map((each) => `coalesce(${each}, '')`).join(', ')}])::VARCHAR`
  await database.run(
    `CREATE OR REPLACE VIEW ${rowsRelation(index)} AS
      SELECT * EXCLUDE (iq_number), ${manyOf(source)} AS iq_many, CASE WHEN iq_many IS NULL THEN ${shownOf(source)} END AS iq_refused
      FROM (SELECT *, ${row} AS iq_row, ${place} AS iq_place, ${key} AS iq_key, ${numberOf(source)} AS iq_number
        FROM ${relation} WHERE ${isAmong(row, span)} AND ${among?.(span) ?? 'true'})`,
  )
  await database.run(
    `CREATE OR REPLACE TABLE assets_${index} AS
      SELECT iq_key AS key, min(iq_row) AS first, max(iq_row) AS last,
        coalesce(sum(iq_many::DECIMAL(38, 15)), 0)::DOUBLE AS quantity,
        count(*)::INTEGER AS rows, (count(*) - count(iq_many))::INTEGER AS refused
      FROM ${rowsRelation(index)} GROUP BY iq_key ORDER BY first`,
  )
  const [found] = await rowsOf(database, `SELECT count(*) AS assets, sum(rows) AS rows FROM assets_${index}`)
  return { rows: Number(found?.rows ?? 0), assets: Number(found?.assets ?? 0), span }
}

async function spanOf(database: DuckDBConnection, relation: string, partition: Partition): Promise<RowSpan> {
  if (partition.of === 1) return { from: 0 }
  const [counted] = await rowsOf(database, `SELECT count(*) AS n FROM ${relation}`)
  return shareOf(Number(counted?.n ?? 0), partition)
}

/** Which of so many rows are done here: of 10 rows, the second of three shares is that from 3 to 6. */
export function shareOf(rows: number, { index, of }: Partition): RowSpan {
  const [from, to] = [index - 1, index].map((each) => Math.floor((rows * each) / of)) as [number, number]
  return { from, to }
}

/** SQL of how many a row is about, a DOUBLE; null where that cannot be (no number is larger than NaN). */
function manyOf({ quantity, isCounted, reader }: Source): string {
  const isWhole = isCounted ? 'AND iq_number = floor(iq_number)' : ''
  const most = isCounted ? LARGEST_COUNT : LARGEST_AMOUNT
  const known = `CASE WHEN iq_number >= 0 AND iq_number <= ${most} ${isWhole} THEN iq_number END`
  // A count that is not there is one; hours that are not there are not known.
  if (quantity === undefined || (!isCounted && reader.kind !== 'line')) return known
  const text = trimmed(`CAST(${quantity} AS VARCHAR)`)
  return `CASE WHEN iq_number IS NOT NULL THEN ${known} WHEN coalesce(${text}, '') = '' THEN 1 END`
}

/** SQL of a quantity that cannot be, as a message has it. */
function shownOf({ quantity = "''" }: Source): string {
  return `coalesce(left(${trimmed(`CAST(${quantity} AS VARCHAR)`)}, ${LONGEST_SHOWN}), '')`
}
