import type { DuckDBConnection } from '@duckdb/node-api'
import { LARGEST_AMOUNT, LARGEST_COUNT, LONGEST_SHOWN } from '../importers/table/table-reader.ts'
import { makeRoomFor, rowsOf } from './database.ts'
import { numberOf, trimmed } from './number-of.ts'
import type { RowSpan, Source } from './source.ts'

/** The share of a source to process here. */
export interface SourceCounts {
  readonly rows: number
  readonly assets: number
  readonly span: RowSpan
}

/** The share of the rows to process here: `{ index: 1, of: 8 }` is the first eighth. */
export interface Partition {
  /** From 1. */
  readonly index: number
  readonly of: number
}

const WHOLE: Partition = { index: 1, of: 1 }

/** The relation with this share of a source's rows. */
export function rowsRelation(index: number): string {
  return `rows_${index}`
}

/** SQL condition: whether a column holds the number of a row in this span. */
export function isAmong(column: string, { from, to }: RowSpan): string {
  return to === undefined ? `${column} >= ${from}` : `${column} >= ${from} AND ${column} < ${to}`
}

/**
 * Finds the distinct assets of a source, in the order of their first rows: the table `assets_<index>`. Its `rowid` is
 * their number, and `key` is the text that all rows of an asset share. Quantities are added as decimals, so that the
 * order of addition does not matter.
 */
export async function distinctAssets(
  database: DuckDBConnection,
  index: number,
  source: Source,
  partition: Partition = WHOLE,
): Promise<SourceCounts> {
  const { relation, row, among, place, keys, columns, bill } = source
  await makeRoomFor(database, columns.length)
  const span = await spanOf(database, relation, partition)
  // Grouping and joining one text is several times as fast as a dozen.
  const key = `to_json([${keys.map((each) => `coalesce(${each}, '')`).join(', ')}])::VARCHAR`
  const netted = bill && (await netUsage(database, index, source, { key, day: bill.day }))
  const ofBill = bill
    ? `, ${bill.cost} AS iq_cost, ${bill.credits} AS iq_credits, ${bill.service} AS iq_service, ${bill.currency} AS iq_currency, ${bill.day} AS iq_day`
    : ''
  const rows = `SELECT *, ${row} AS iq_row, ${place} AS iq_place, ${key} AS iq_key, ${numberOf(source)} AS iq_number ${ofBill}
    FROM ${relation} WHERE ${isAmong(row, span)} AND ${among?.(span) ?? 'true'}`
  // If the credits exceed the usage, the number stays as written and is refused.
  const shared =
    netted &&
    `SELECT r.* REPLACE (CASE WHEN net.share IS NULL OR iq_number IS NULL THEN iq_number ELSE greatest(iq_number, 0) * net.share END AS iq_number)
      FROM (${rows}) r LEFT JOIN ${netted} net ON net.key = r.iq_key AND net.day = r.iq_day`
  await database.run(
    `CREATE OR REPLACE VIEW ${rowsRelation(index)} AS
      SELECT * EXCLUDE (iq_number), ${manyOf(source)} AS iq_many, CASE WHEN iq_many IS NULL THEN ${shownOf(source)} END AS iq_refused
      FROM (${shared ?? rows})`,
  )
  if (bill === undefined) {
    await database.run(
      `CREATE OR REPLACE TABLE assets_${index} AS
        SELECT iq_key AS key, min(iq_row) AS first, max(iq_row) AS last,
          coalesce(sum(iq_many::DECIMAL(38, 15)), 0)::DOUBLE AS quantity,
          count(*)::INTEGER AS rows, (count(*) - count(iq_many))::INTEGER AS refused
        FROM ${rowsRelation(index)} GROUP BY iq_key ORDER BY first`,
    )
  } else {
    await database.run(
      `CREATE OR REPLACE TABLE ${billedRelation(index)} AS
        SELECT iq_key AS key, iq_service AS service, iq_currency AS currency, iq_many IS NULL AS is_refused,
          min(iq_row) AS first, max(iq_row) AS last, sum(iq_many::DECIMAL(38, 15)) AS quantity, count(*) AS rows,
          sum(try_cast(iq_cost AS DECIMAL(38, 15))) AS cost,
          sum(least(try_cast(iq_cost AS DECIMAL(38, 15)), 0::DECIMAL(38, 15))) AS taken_back, sum(coalesce(try_cast(iq_credits AS DECIMAL(38, 15)), 0)) AS credits,
          (count(*) - count(try_cast(iq_cost AS DECIMAL(38, 15)))) AS without_cost
        FROM ${rowsRelation(index)} GROUP BY ALL`,
    )
    await database.run(
      `CREATE OR REPLACE TABLE assets_${index} AS
        SELECT key, min(first) AS first, max(last) AS last, coalesce(sum(quantity), 0)::DOUBLE AS quantity,
          sum(rows)::INTEGER AS rows, coalesce(sum(rows) FILTER (is_refused), 0)::INTEGER AS refused
        FROM ${billedRelation(index)} GROUP BY key ORDER BY first`,
    )
  }
  const [found] = await rowsOf(database, `SELECT count(*) AS assets, sum(rows) AS rows FROM assets_${index}`)
  return { rows: Number(found?.rows ?? 0), assets: Number(found?.assets ?? 0), span }
}

/** The relation of the costs of a bill's rows in this share: by asset, service and currency. */
export function billedRelation(index: number): string {
  return `billed_${index}`
}

/**
 * Finds negative usage that cancels usage of the same thing on the same day, over all rows of every share. Returns a
 * table with the remaining share; undefined if no usage is negative.
 */
async function netUsage(
  database: DuckDBConnection,
  index: number,
  source: Source,
  { key, day }: { readonly key: string; readonly day: string },
): Promise<string | undefined> {
  const number = numberOf(source)
  const [negative] = await rowsOf(database, `SELECT 1 FROM ${source.relation} WHERE ${number} < 0 LIMIT 1`)
  if (negative === undefined) return undefined
  const sum = (condition: string) => `coalesce(sum(number::DECIMAL(38, 15)) FILTER (${condition}), 0)::DOUBLE`
  await database.run(
    `CREATE OR REPLACE TABLE net_${index} AS
      SELECT key, day, CASE WHEN given = 0 THEN 0 ELSE 1 - taken / given END AS share FROM (
        SELECT key, day, ${sum('number > 0')} AS given, -${sum('number < 0')} AS taken
        FROM (SELECT ${key} AS key, ${day} AS day, ${number} AS number FROM ${source.relation})
        WHERE abs(number) <= ${LARGEST_AMOUNT} GROUP BY key, day HAVING min(number) < 0
      ) WHERE taken <= given`,
  )
  return `net_${index}`
}

/** The rows of a partition of a relation. */
export async function spanOf(
  database: DuckDBConnection,
  relation: string,
  partition: Partition = WHOLE,
): Promise<RowSpan> {
  if (partition.of === 1) return { from: 0 }
  const [counted] = await rowsOf(database, `SELECT count(*) AS n FROM ${relation}`)
  return shareOf(Number(counted?.n ?? 0), partition)
}

/** The rows of one partition: of 10 rows, the second of three is from 3 to 6. */
export function shareOf(rows: number, { index, of }: Partition): RowSpan {
  const [from, to] = [index - 1, index].map((each) => Math.floor((rows * each) / of)) as [number, number]
  return { from, to }
}

/** SQL of a row's quantity, a DOUBLE; null if invalid (no number is larger than NaN). */
function manyOf({ quantity, isCounted, reader }: Source): string {
  const isWhole = isCounted ? 'AND iq_number = floor(iq_number)' : ''
  const most = isCounted ? LARGEST_COUNT : LARGEST_AMOUNT
  const known = `CASE WHEN iq_number >= 0 AND iq_number <= ${most} ${isWhole} THEN iq_number END`
  // A missing count is one; missing hours are unknown.
  if (quantity === undefined || (!isCounted && reader.kind !== 'line')) return known
  const text = trimmed(`CAST(${quantity} AS VARCHAR)`)
  return `CASE WHEN iq_number IS NOT NULL THEN ${known} WHEN coalesce(${text}, '') = '' THEN 1 END`
}

/** SQL of an invalid quantity, as a message shows it. */
function shownOf({ quantity = "''" }: Source): string {
  return `coalesce(left(${trimmed(`CAST(${quantity} AS VARCHAR)`)}, ${LONGEST_SHOWN}), '')`
}
