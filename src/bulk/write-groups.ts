import type { DuckDBConnection } from '@duckdb/node-api'
import { DAY_FIRST } from '../importers/billing/bill-groups.ts'
import { BILL_REASONS, INVALID_QUANTITY, REFUNDED } from '../importers/billing/bill-reasons.ts'
import { ImportError } from '../importers/import-error.ts'
import { uniqueNames } from '../importers/table/unique-names.ts'
import { figureColumns } from '../library/index.ts'
import { copyRows, type RowsFile } from './copy-rows.ts'
import { rowsOf, sqlName, sqlText } from './database.ts'
import { rowsRelation } from './distinct-assets.ts'
import { DRAWN, type Drawing, drawGroups } from './draw-groups.ts'
import type { Source } from './source.ts'
import { type EvaluatedSource, figureColumnsOf, type OutputFigures } from './write-output.ts'

/** The month of a bill line, which is not a column. */
const MONTH = 'month'

const EXCLUDED = Object.entries(BILL_REASONS)
  .filter(([, { isUnknown }]) => !isUnknown)
  .map(([code]) => sqlText(code))
  .join(', ')

/**
 * SQL to group the rows of a source by: a column in any case, `month` of a bill, or a field of a JSON column
 * (`Tags.team`). Throws an ImportError if there is no such column.
 */
function groupColumn({ file, columns, bill }: Source, name: string, hasDayFirst = false): string {
  const sqlOf = (wanted: string) => columns.find((each) => each.name.toLowerCase() === wanted.toLowerCase())?.sql
  const own = sqlOf(name)
  if (own !== undefined) return `coalesce(CAST(${own} AS VARCHAR), '')`
  if (name.toLowerCase() === MONTH && bill !== undefined) return monthOf('iq_day', hasDayFirst)
  const dot = name.indexOf('.')
  const outer = dot < 1 ? undefined : sqlOf(name.slice(0, dot))
  if (outer === undefined) {
    const known = columns.map((each) => each.name).join(', ')
    throw new ImportError(`${file} has no column ${name} to group by. It has ${known.slice(0, 400)}`)
  }
  const json = `CAST(${outer} AS VARCHAR)`
  const path = sqlText(`$.${JSON.stringify(name.slice(dot + 1))}`)
  return `coalesce(CASE WHEN json_valid(${json}) THEN json_extract_string(${json}, ${path}) END, '')`
}

/** Whether `by` names a column, or a field of it. */
export function isGroup(column: string, by: readonly string[] = []): boolean {
  const own = column.toLowerCase()
  return by.some((name) => name.toLowerCase() === own || name.toLowerCase().startsWith(`${own}.`))
}

/** Throws an ImportError if a source lacks a column to group by. */
export function checkGroups(sources: readonly Source[], by: readonly string[]): void {
  for (const source of sources) for (const name of by) groupColumn(source, name)
}

/** SQL of the month of a date: see `billGroupOf`. */
function monthOf(day: string, isDayFirst: boolean): string {
  const parts = [`left(${day}, 2)`, `substr(${day}, 4, 2)`]
  const months = (isDayFirst ? parts.toReversed() : parts).map(
    (part) => `CASE WHEN ${part} BETWEEN '01' AND '12' THEN right(${day}, 4) || '-' || ${part} END`,
  )
  return `CASE WHEN regexp_matches(${day}, '^\\d{4}-\\d\\d') THEN left(${day}, 7)
    WHEN regexp_matches(${day}, '^\\d{8}') THEN left(${day}, 4) || '-' || substr(${day}, 5, 2)
    WHEN regexp_matches(${day}, '^\\d\\d/\\d\\d/\\d{4}') THEN coalesce(${months.join(', ')}, '') ELSE '' END`
}

/** Whether the days of a bill have the day before the month. */
async function isDayFirst(database: DuckDBConnection, { relation, bill }: Source): Promise<boolean> {
  if (bill === undefined) return false
  const isFirst = `regexp_matches(${bill.day}, ${sqlText(DAY_FIRST)})`
  const found = await rowsOf(database, `SELECT 1 FROM ${relation} WHERE ${isFirst} LIMIT 1`)
  return found.length > 0
}

const COUNTED = ['rows', 'assessed_rows', 'excluded_rows', 'unknown_rows']
const PAID = ['cost', 'assessed_cost', 'credits']

function hasBill(sources: readonly Source[]): boolean {
  return sources.some(({ bill }) => bill !== undefined)
}

/** The names of the columns that rows are grouped by, where no other column may have them. */
function nameGroups(by: readonly string[], figures: ReturnType<typeof figureColumnsOf>): readonly string[] {
  return uniqueNames(by, [...COUNTED, 'currency', ...PAID, ...figures.map(({ name }) => name)])
}

/** The names of the columns that `writeGroups` writes for sources. */
export function groupColumns(
  sources: readonly Source[],
  by: readonly string[],
  shown: OutputFigures,
): readonly string[] {
  const figures = figureColumnsOf(shown)
  const paid = hasBill(sources) ? ['currency', ...PAID] : []
  return [...nameGroups(by, figures), ...COUNTED, ...paid, ...figures.map(({ name }) => name)]
}

/** Groups to write. */
interface GroupsAsked extends OutputFigures {
  /** Columns to group by. */
  readonly by: readonly string[]
  /** Draws the likely ranges, if they are requested. */
  readonly drawing: Drawing
}

/**
 * Writes sums over the rows of sources by some columns: number of rows, costs for a bill, and figures with their
 * coverage, largest group first. Throws like `checkGroups`.
 */
export async function writeGroups(
  database: DuckDBConnection,
  sources: readonly EvaluatedSource[],
  { by, drawing, ...shown }: GroupsAsked,
  output: RowsFile,
): Promise<void> {
  const summed = figureColumns(shown.criteria, shown.boundary)
  const isBill = hasBill(sources.map(({ source }) => source))
  const groups = [...by.map((_, at) => `g${at}`), 'currency']
  const isMonthAsked = by.some((name) => name.toLowerCase() === MONTH)
  const dayFirst = await Promise.all(sources.map(({ source }) => isMonthAsked && isDayFirst(database, source)))
  const asked = sources.map(({ source, results }, index) => {
    const columns = by.map((name, at) => `${groupColumn(source, name, dayFirst[index])} AS g${at}`)
    const ofBill = source.bill
      ? `coalesce(iq_currency, '') AS currency, sum(try_cast(iq_cost AS DECIMAL(38, 15))) AS cost,
          coalesce(sum(least(try_cast(iq_cost AS DECIMAL(38, 15)), 0::DECIMAL(38, 15))), 0) AS taken_back, sum(coalesce(try_cast(iq_credits AS DECIMAL(38, 15)), 0)) AS own_credits`
      : `'' AS currency, NULL::DECIMAL(38, 15) AS cost, NULL::DECIMAL(38, 15) AS taken_back, NULL::DECIMAL(38, 15) AS own_credits`
    const isAssessed = `f.status = 'assessed' AND NOT is_refused`
    const isExcluded = `f.status = 'skipped' AND (f.reason IS NULL OR f.reason IN (${EXCLUDED}))`
    const reason = `CASE WHEN f.status = 'assessed' AND is_refused THEN ${sqlText(INVALID_QUANTITY)} ELSE coalesce(f.reason, '') END`
    const refunded = REFUNDED.map(sqlText).join(', ')
    const refund = `CASE WHEN ${reason} = 'CREDIT' THEN r.cost WHEN ${reason} IN (${refunded}) THEN r.taken_back ELSE 0 END`
    return `SELECT ${groups.map((name) => `r.${name}`).join(', ')}, ${index} AS source, r.iq_key AS key, a.first, r.many,
        ${isAssessed} AS is_assessed, r.rows, CASE WHEN ${isAssessed} THEN r.rows ELSE 0 END AS assessed_rows,
        CASE WHEN ${isExcluded} THEN r.rows ELSE 0 END AS excluded_rows,
        CASE WHEN NOT (${isAssessed}) AND NOT (${isExcluded}) THEN r.rows ELSE 0 END AS unknown_rows,
        r.cost - ${refund} AS cost, CASE WHEN ${isAssessed} THEN r.cost END AS assessed_cost,
        ${refund} + r.own_credits AS credits, CASE WHEN ${isAssessed} THEN f.units * r.many ELSE 0 END AS units,
        ${summed.map((name) => `f.${sqlName(name)} * r.many AS ${sqlName(name)}`).join(', ')}
      FROM (
        SELECT ${[...columns, ofBill].join(', ')}, iq_key, iq_many IS NULL AS is_refused, count(*) AS rows,
          coalesce(sum(iq_many::DECIMAL(38, 15)), 0)::DOUBLE AS many
        FROM ${rowsRelation(index)} GROUP BY ALL
      ) r
      JOIN (SELECT rowid AS id, key, first FROM assets_${index}) a ON a.key = r.iq_key
      JOIN (SELECT * FROM read_parquet(${sqlText(results)})) f USING (id)`
  })
  const terms = `(${asked.join(' UNION ALL ')})`
  if (shown.likely) await drawGroups(database, terms, groups, drawing)
  const figures = figureColumnsOf(shown, {
    number: (name) => {
      if (summed.includes(name)) return `fsum(f.${sqlName(name)})`
      const value = sqlName(name.replace(/_(low|high)$/, ''))
      return `CASE WHEN count(f.${value}) > 0 THEN any_value(d.${sqlName(name)}) END`
    },
    share: (condition) => {
      const covered = `sum(CASE WHEN ${condition} THEN f.units ELSE 0 END) / nullif(sum(f.units), 0)`
      return `coalesce(${covered}, max(CASE WHEN ${condition} THEN 1 END)::DOUBLE)`
    },
  })
  const names = nameGroups(by, figures)
  const sums = [
    ...COUNTED.map((name) => `sum(${name})::BIGINT AS ${name}`),
    ...(isBill ? ['currency', ...PAID.map((name) => `coalesce(sum(${name}), 0)::DOUBLE AS ${name}`)] : []),
    ...figures.map(({ name, sql }) => `${sql} AS ${sqlName(name)}`),
  ]
  const first = summed.find((name) => name.endsWith('_total')) ?? (summed[0] as string)
  await copyRows(
    database,
    `SELECT ${by.map((_, at) => `g${at} AS ${sqlName(names[at] as string)}`).join(', ')}, ${sums.join(', ')}
      FROM ${terms} f ${shown.likely ? `LEFT JOIN ${DRAWN} d USING (${groups.join(', ')})` : ''}
      GROUP BY ${groups.join(', ')}
      ORDER BY sum(f.${sqlName(first)}) DESC NULLS LAST, ${groups.join(', ')}`,
    output,
  )
}
