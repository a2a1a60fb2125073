import type { DuckDBConnection } from '@duckdb/node-api'
import type { Encoding } from '../importers/encoding-of.ts'
import type { ColumnMap } from '../importers/table/columns.ts'
import { countNamed } from '../importers/table/find-columns.ts'
import { A_NOTE, checkOtherHeader, footOf, rowReader, wordColumns } from '../importers/table/import-table.ts'
import { kindOf } from '../importers/table/kinds.ts'
import { COMMA_AND_UNIT, type Writing } from '../importers/table/table-reader.ts'
import { MAYBE_TOTAL, TotalRows } from '../importers/table/total-rows.ts'
import { rowsOf, sqlText } from './database.ts'
import { cellsOf, loadText } from './load-text.ts'
import { LEFT_OUT, markLeftOut } from './mark-left-out.ts'
import { numberOf, trimmed } from './number-of.ts'
import { lineSource } from './scan-lines.ts'
import { type ParquetFile, parquetSource } from './scan-parquet.ts'
import type { Source } from './source.ts'
import {
  billSql,
  type CheckedColumns,
  checkColumnsNotRead,
  fittingTable,
  type TextFile,
  tableSource,
  writingOfAssets,
} from './table-source.ts'

/** Formats of files of any size that DuckDB scans: a table as Parquet or CSV, or one JSON value per line. */
export type ScanFormat = 'parquet' | 'csv' | 'ndjson'

export interface ScanFile extends ParquetFile {
  readonly format: ScanFormat
  /** The separator and the columns of a CSV file. */
  readonly separator?: string
  readonly header?: readonly string[]
  /** Title rows above the header. */
  readonly above?: number
  readonly encoding?: Encoding
  /** Folder for temporary pieces of text. */
  readonly folder: string
}

/** Makes a database relation of a file, named after its number. Throws an ImportError if it has no known column. */
export async function scanSource(
  connection: DuckDBConnection,
  index: number,
  { file, format, separator = ',', header = [], above = 0, encoding = 'utf-8', folder, ...share }: ScanFile,
  map: ColumnMap,
): Promise<Source> {
  const relation = `source_${index}`
  if (format === 'parquet') return parquetSource(connection, relation, { file, map, ...share })
  const text = { file, encoding, folder, relation }
  if (format === 'ndjson') return lineSource(connection, text, map)
  return csvSource(connection, text, { separator, header, above, map })
}

interface CsvColumns {
  readonly separator: string
  readonly header: readonly string[]
  readonly above: number
  readonly map: ColumnMap
}

async function csvSource(
  connection: DuckDBConnection,
  { relation, ...text }: TextFile,
  { separator, header, above, map: asked }: CsvColumns,
): Promise<Source> {
  const cells = cellsOf(header.length)
  const { faulty } = await loadText(connection, relation, {
    ...text,
    separator,
    head: above + 1,
    width: header.length,
  })
  const { reader, map } = await fittingTable(connection, { relation, row: 'rowid' }, { header, cells, map: asked })
  const table = tableSource(relation, text.file, 'csv', header, cells, 'rowid', map)
  await checkOtherTables(connection, relation, { reader, header, cells })
  await checkColumnsNotRead(connection, table, { reader, cells })
  const numbers = reader.numbers.map((at) => cells[at] as string)
  const writing =
    reader.bill === undefined
      ? await writingOfAssets(connection, { relation, reader, cells })
      : await writingOf(connection, relation, numbers)
  const source: Source = {
    ...table,
    place: `'line ' || iq_line`,
    reader: { kind: 'table', header, map, writing },
    ...(reader.bill && { bill: billSql(reader.bill, cells, writing) }),
  }
  const isLeft =
    reader.bill === undefined && (await markRowsLeftOut(connection, source, { reader, header, cells, writing }))
  if (faulty === 0 && !isLeft) return source
  // The quantity of an unreadable row is unknown.
  const quantity = `CASE WHEN iq_fault IS NULL THEN ${source.quantity ?? `'1'`} ELSE '?' END`
  return { ...source, keys: [...source.keys, 'iq_fault', ...(isLeft ? [LEFT_OUT] : [])], quantity }
}

interface CsvCells extends CheckedColumns {
  readonly header: readonly string[]
  readonly writing: Writing
}

/** Rows at the end among which notes are searched. */
const FOOT = 1000

/** Marks rows of totals, repeated headers and notes below a table. */
async function markRowsLeftOut(
  connection: DuckDBConnection,
  source: Source,
  { reader, header, cells, writing }: CsvCells,
): Promise<boolean> {
  const { relation } = source
  const list = `[${cells.map((cell) => `coalesce(${cell}, '')`).join(', ')}]`
  const end = await rowsOf(
    connection,
    `SELECT rowid::INTEGER AS row, iq_fault AS fault, to_json(${list})::VARCHAR AS cells FROM ${relation}
      WHERE rowid >= (SELECT count(*) FROM ${relation}) - ${FOOT} ORDER BY rowid`,
  )
  const rows = end.map(({ row, fault, cells: written }) => {
    const own: string[] = JSON.parse(String(written))
    return { line: Number(row), cells: own, ...(fault !== null && { fault: String(fault) }) }
  })
  const foot = footOf(rows, reader)
  const isHeader = header.map((name, at) => `trim(coalesce(${cells[at]}, '')) = ${sqlText(name)}`)
  const isFilled = cells.map((cell) => `(trim(coalesce(${cell}, '')) <> '')::INTEGER`)
  const isWordless = wordColumns(reader).map((at) => `trim(coalesce(${cells[at]}, '')) = ''`)
  const totals = new TotalRows()
  const read = rowReader({ header, reader, writing, totals })
  return markLeftOut(connection, {
    relation,
    maybe: `regexp_matches(concat_ws(' ', ${cells.join(', ')}), '(?i)${MAYBE_TOTAL}') OR (${isHeader.join(' AND ')}) OR ${isFilled.join(' + ')} = 1
      OR (${isWordless.join(' AND ') || 'false'})`,
    whole: `to_json(${list})::VARCHAR`,
    quantity: numberOf(source),
    totals,
    read: (whole) => read({ line: 0, cells: JSON.parse(whole) }),
    known: new Map(foot.map(({ line }) => [line, A_NOTE.skipped])),
  })
}

const MOST_KINDS = 1000

/** Stops at the header of another table below, which has a name of a column among the kinds: see `checkOtherHeader`. */
async function checkOtherTables(
  connection: DuckDBConnection,
  relation: string,
  { reader, header, cells }: Omit<CsvCells, 'writing'>,
): Promise<void> {
  const kind = cells[reader.readAs.indexOf('kind')]
  if (kind === undefined) return
  const kinds = await rowsOf(connection, `SELECT DISTINCT ${kind} AS kind FROM ${relation} LIMIT ${MOST_KINDS}`)
  const names = kinds
    .map((each) => String(each.kind ?? ''))
    .filter((each) => kindOf(each) === undefined && countNamed([each]) > 0)
  if (names.length === 0) return
  const rows = await rowsOf(
    connection,
    `SELECT iq_line AS line, to_json([${cells.join(', ')}])::VARCHAR AS cells FROM ${relation}
      WHERE ${kind} IN (${names.map(sqlText).join(', ')}) AND iq_fault IS NULL ORDER BY rowid LIMIT ${MOST_KINDS}`,
  )
  const written = rows.map(({ line, cells: own }) => ({
    line: Number(line),
    cells: (JSON.parse(String(own)) as (string | null)[]).map((cell) => cell ?? ''),
  }))
  checkOtherHeader(written, header, reader)
}

/** How a bill writes numbers, judged by all its rows in every partition. */
async function writingOf(connection: DuckDBConnection, relation: string, numbers: readonly string[]): Promise<Writing> {
  const isOne = numbers.map(
    (cell) => `(contains(${cell}, ',') AND regexp_full_match(${trimmed(cell)}, '${COMMA_AND_UNIT}'))`,
  )
  const found = await rowsOf(connection, `SELECT 1 FROM ${relation} WHERE ${['false', ...isOne].join(' OR ')} LIMIT 1`)
  return { hasDecimalCommas: found.length > 0 }
}
