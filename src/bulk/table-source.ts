import type { DuckDBConnection } from '@duckdb/node-api'
import { DAY } from '../importers/billing/net-shares.ts'
import { creditsOrSum, dialectOf } from '../importers/billing/sql/dialect.ts'
import type { Encoding } from '../importers/encoding-of.ts'
import type { ColumnMap } from '../importers/table/columns.ts'
import { fittingReader, tableReader } from '../importers/table/import-table.ts'
import { COLUMNS_LOOKED_AT, checkNotRead, isFitted, ROWS_LOOKED_AT } from '../importers/table/not-read.ts'
import {
  type BillColumns,
  type DecimalMark,
  notRead,
  type TableReader,
  type Writing,
  writingOfMarks,
} from '../importers/table/table-reader.ts'
import { firstTexts, sqlText } from './database.ts'
import { isAmong } from './distinct-assets.ts'
import { LEFT_OUT } from './mark-left-out.ts'
import { numberOf, trimmed } from './number-of.ts'
import type { BillSql, RowSpan, Source } from './source.ts'

/** A file of text to load as a relation. */
export interface TextFile {
  readonly file: string
  readonly encoding: Encoding
  readonly folder: string
  readonly relation: string
}

/** A relation with the columns of a table, and how they are read. */
export interface ReadTable extends Pick<Source, 'relation' | 'row' | 'among'> {
  readonly header: readonly string[]
  readonly map: ColumnMap
  readonly reader: TableReader
  /** SQL of the texts of the columns. */
  readonly cells: readonly string[]
  /** Which columns hold texts; all without. Others hold numbers. */
  readonly isText?: readonly boolean[]
}

/** SQL of the place of a row of text. */
export const PLACE_OF_LINE = `'line ' || iq_line`

/** A table as a source. */
export function tableSource(
  file: string,
  { relation, row, among, header, map, reader, cells }: ReadTable,
  writing: Writing,
  place = `'row ' || (${row} + 1)`,
): Source {
  return {
    file,
    relation,
    row,
    ...(among && { among }),
    place,
    columns: header.map((name, at) => ({ name, sql: cells[at] as string })),
    label: reader.label,
    notRead: notRead(reader),
    keys: reader.keys.map((at) => cellToRead(reader, cells, at)),
    quantity: reader.quantity === undefined ? undefined : cellToRead(reader, cells, reader.quantity),
    isCounted: reader.isCounted,
    reader: { kind: 'table', header, map, writing },
    ...(reader.bill && { bill: billSql(reader.bill, cells, writing) }),
  }
}

/** SQL equivalent to `cellsToRead`. */
export function cellToRead({ quantity = -1, otherwise }: TableReader, columns: readonly string[], at: number): string {
  const [own, other] = [columns[at] as string, otherwise?.get(at)]
  if (other === undefined) return own
  const isNone = (place = -1) => `coalesce(upper(${trimmed(`CAST(${columns[place]} AS VARCHAR)`)}), '') IN ('', 'NULL')`
  return `CASE WHEN ${isNone(quantity)} AND NOT ${isNone(otherwise?.get(quantity))} THEN ${columns[other]} ELSE ${own} END`
}

/** A source with rows that cannot be read, whose quantity is unknown, or that are `marked`: their keys say why. */
export function withFaults(source: Source, marked?: Pick<Source, 'relation' | 'row'>): Source {
  const quantity = `CASE WHEN iq_fault IS NULL THEN ${source.quantity ?? `'1'`} ELSE '?' END`
  return { ...source, ...marked, keys: [...source.keys, 'iq_fault', ...(marked ? [LEFT_OUT] : [])], quantity }
}

/** SQL of the further fields of a bill's lines, equivalent to `billedCost` and `netShares`. */
function billSql(
  { costs, credits, charge, service, currency, day }: BillColumns,
  columns: readonly string[],
  writing: Writing,
): BillSql {
  const text = (at: number | undefined) =>
    at === undefined ? `''` : `coalesce(${trimmed(`CAST(${columns[at]} AS VARCHAR)`)}, '')`
  const known = (at: number | undefined) => `CASE WHEN upper(${text(at)}) = 'NULL' THEN '' ELSE ${text(at)} END`
  const amount = (at: number) =>
    numberOf({ isCounted: false, quantity: columns[at], reader: { kind: 'table', header: [], map: {}, writing } })
  const numbers = costs.map(({ plus, minus, of, named }) => {
    const sum = plus.map(amount).join(' + ') || '0'
    const number = minus === undefined ? sum : `(${sum}) - ${amount(minus)}`
    const isOne = [
      ...(of === undefined ? [] : [`regexp_matches(${text(charge)}, ${sqlText(of.source)}, 'i')`]),
      ...(named === undefined ? [] : [`${known(named)} <> ''`]),
    ].join(' AND ')
    return isOne === '' ? number : `CASE WHEN ${isOne} THEN ${number} END`
  })
  const creditsOf = (arePaying: boolean) =>
    credits === undefined ? '0' : creditsOrSum(dialectOf('duckdb'), columns[credits] as string, arePaying)
  return {
    cost: `(coalesce(${[...numbers, 'NULL'].join(', ')})::DOUBLE + ${creditsOf(false)})`,
    credits: `coalesce(${creditsOf(true)}, 0)`,
    service: known(service),
    currency: known(currency),
    day: `left(${text(day)}, ${DAY})`,
  }
}

const ALL_ROWS: RowSpan = { from: 0 }

/**
 * Stops if an unread column seems to hold what the table lacks, and returns what it leaves open: see `checkNotRead`. It
 * looks at the first rows of a span, usually of the whole file.
 */
export async function checkColumnsNotRead(
  connection: DuckDBConnection,
  table: ReadTable,
  span: RowSpan = ALL_ROWS,
): Promise<Pick<Source, 'notes'>> {
  const { reader } = table
  const { open, readAs, label } = reader
  const asked = [...open, ...(label === undefined ? [] : [label])]
  for (const [at, column] of readAs.entries()) if (column !== undefined && COLUMNS_LOOKED_AT.has(column)) asked.push(at)
  const notes = asked.length > 0 ? checkNotRead(reader, await firstCells(connection, table, asked, span)) : []
  return notes.length > 0 ? { notes } : {}
}

/** Characters of a cell that are looked at. Numbers, names and units are shorter. */
export const LOOKED_AT = 1000

/** The cells of some columns in the first rows of a span. */
async function firstCells(
  connection: DuckDBConnection,
  table: Omit<ReadTable, 'reader'>,
  asked: readonly number[],
  { from, to = Number.POSITIVE_INFINITY }: RowSpan,
): Promise<(at: number) => readonly string[]> {
  const shown = [...new Set(asked)]
  const texts = shown.map((at) => `left(coalesce(CAST(${table.cells[at]} AS VARCHAR), ''), ${LOOKED_AT})`)
  const where = isIn(table, { from, to: Math.min(to, from + ROWS_LOOKED_AT) })
  const columns = await firstTexts(connection, { ...table, where, texts })
  return (at) => columns[shown.indexOf(at)] ?? []
}

/** A table as its first rows are read best: see `fittingReader`. Columns of numbers hold nothing else. */
export async function fittingTable(connection: DuckDBConnection, table: Omit<ReadTable, 'reader'>): Promise<ReadTable> {
  const { header, map } = table
  const reader = tableReader(header, map)
  const texts = guessedTexts({ ...table, reader })
  if (texts.length === 0) return { ...table, reader }
  const kind = reader.readAs.indexOf('kind')
  const asked = kind < 0 ? texts : [...texts, kind]
  return { ...table, ...fittingReader(header, map, await firstCells(connection, table, asked, ALL_ROWS)) }
}

/** Guessed columns of texts, if any is read as a number, and those of numbers that count only if a cell fits. */
export function guessedTexts({ reader: { guessed = [], readAs, ifFits = [] }, isText }: ReadTable): readonly number[] {
  const texts = guessed.filter((at) => isText?.[at] !== false || ifFits.includes(at))
  return texts.some((at) => isFitted(readAs[at])) ? texts : []
}

/**
 * How a table of assets writes numbers, judged by all its rows as `importRows` judges them. Numbers of one shape differ
 * only in digits, and the largest of them tells the most.
 */
export async function writingOfAssets(
  connection: DuckDBConnection,
  { relation, reader, cells, isText }: ReadTable,
): Promise<Writing> {
  const marks = new Set<DecimalMark | undefined>()
  for (const at of reader.numbers) {
    if (isText?.[at] === false) continue
    const cell = cells[at] as string
    const shapes = await connection.stream(
      `SELECT max(cell) FROM (SELECT ${trimmed(cell)} AS cell FROM ${relation}
        WHERE (contains(${cell}, '.') OR contains(${cell}, ',')) AND strlen(${cell}) <= ${LOOKED_AT})
        GROUP BY regexp_replace(cell, '[1-9]', '1', 'g')`,
    )
    for await (const rows of shapes.yieldRows())
      for (const [shown] of rows as [string][]) marks.add(reader.markIn?.(shown, at))
  }
  return writingOfMarks(marks)
}

/** SQL condition: whether a row is in a span. */
export function isIn({ row, among }: Pick<Source, 'row' | 'among'>, span: RowSpan): string {
  return `${isAmong(row, span)} AND ${among?.(span) ?? 'true'}`
}
