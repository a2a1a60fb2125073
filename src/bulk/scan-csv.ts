import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnMap } from '../importers/table/columns.ts'
import { countNamed } from '../importers/table/find-columns.ts'
import { A_NOTE, checkOtherHeader, footOf, rowReader, wordColumns } from '../importers/table/import-table.ts'
import { kindOf } from '../importers/table/kinds.ts'
import { COMMA_AND_UNIT, type Writing } from '../importers/table/table-reader.ts'
import { MAYBE_TOTAL, TotalRows } from '../importers/table/total-rows.ts'
import { firstTexts, rowsOf, sqlText } from './database.ts'
import { cellsOf, loadText } from './load-text.ts'
import { markLeftOut } from './mark-left-out.ts'
import { numberOf, trimmed } from './number-of.ts'
import type { Source } from './source.ts'
import {
  checkColumnsNotRead,
  fittingTable,
  LOOKED_AT,
  PLACE_OF_LINE,
  type ReadTable,
  type TextFile,
  tableSource,
  withFaults,
  writingOfAssets,
} from './table-source.ts'

/** The header of a CSV file, and how it is read. */
interface CsvColumns {
  readonly separator: string
  readonly header: readonly string[]
  /** Title rows above the header. */
  readonly above: number
  readonly map: ColumnMap
}

/** Makes a database relation of a table of any size. Throws an ImportError if it has no known column. */
export async function csvSource(
  connection: DuckDBConnection,
  { relation, ...text }: TextFile,
  { separator, header, above, map }: CsvColumns,
): Promise<Source> {
  const cells = cellsOf(header.length)
  const { faulty } = await loadText(connection, relation, {
    ...text,
    separator,
    head: above + 1,
    width: header.length,
  })
  const table = await fittingTable(connection, { relation, row: 'rowid', header, cells, map })
  await checkOtherTables(connection, table)
  const notes = await checkColumnsNotRead(connection, table)
  const isBill = table.reader.bill !== undefined
  const writing = await (isBill ? writingOfBill : writingOfAssets)(connection, table)
  const source = { ...tableSource(text.file, table, writing, PLACE_OF_LINE), ...notes }
  const marked = isBill ? undefined : await markRowsLeftOut(connection, source, table, writing)
  return faulty === 0 && !marked ? source : withFaults(source, marked)
}

/** Rows at the end among which notes are searched. */
const FOOT = 1000

/** Marks rows of totals, repeated headers and notes below a table. */
async function markRowsLeftOut(
  connection: DuckDBConnection,
  source: Source,
  { relation, row, reader, header, cells }: ReadTable,
  writing: Writing,
) {
  const list = `[${cells.map((cell) => `coalesce(${cell}, '')`).join(', ')}]`
  const end = await firstTexts(connection, {
    relation,
    row: '-rowid',
    where: `rowid >= (SELECT count(*) FROM ${relation}) - ${FOOT}`,
    texts: ['rowid::VARCHAR', `coalesce(iq_fault, '')`, `to_json(${list})::VARCHAR`],
  })
  const rows = (end[0] ?? []).map((line, at) => {
    const own: string[] = JSON.parse(String(end[2]?.[at]))
    return { line: Number(line), cells: own, ...(end[1]?.[at] && { fault: end[1][at] }) }
  })
  const foot = footOf(rows, reader)
  const isHeader = header.map((name, at) => `trim(coalesce(${cells[at]}, '')) = ${sqlText(name)}`)
  const isFilled = cells.map((cell) => `(trim(coalesce(${cell}, '')) <> '')::INTEGER`)
  const isWordless = wordColumns(reader).map((at) => `trim(coalesce(${cells[at]}, '')) = ''`)
  const totals = new TotalRows()
  const read = rowReader({ header, reader, writing, totals })
  return markLeftOut(connection, {
    relation,
    row,
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
  { relation, reader, header, cells }: ReadTable,
): Promise<void> {
  const kind = cells[reader.readAs.indexOf('kind')]
  if (kind === undefined) return
  const kinds = await rowsOf(
    connection,
    `SELECT DISTINCT ${kind} AS kind FROM ${relation} WHERE strlen(${kind}) <= ${LOOKED_AT} LIMIT ${MOST_KINDS}`,
  )
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
async function writingOfBill(connection: DuckDBConnection, { relation, reader, cells }: ReadTable): Promise<Writing> {
  const isOne = reader.numbers.map(
    (at) => `(contains(${cells[at]}, ',') AND regexp_full_match(${trimmed(cells[at] as string)}, '${COMMA_AND_UNIT}'))`,
  )
  const found = await rowsOf(connection, `SELECT 1 FROM ${relation} WHERE ${['false', ...isOne].join(' OR ')} LIMIT 1`)
  return { hasDecimalCommas: found.length > 0 }
}
