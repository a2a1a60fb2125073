import type { DuckDBConnection } from '@duckdb/node-api'
import { billOfLines } from '../importers/billing/bill-lines.ts'
import { MAYBE_A_MARK, marksInLine, notReadOfLines, readLine } from '../importers/list/import-lines.ts'
import { itemReader, namesOfQuantity, namesOfTotals } from '../importers/list/read-item.ts'
import { MOST_LEVELS } from '../importers/parse-json.ts'
import type { ColumnMap } from '../importers/table/columns.ts'
import { isNamed } from '../importers/table/heading-of.ts'
import { tableReader } from '../importers/table/import-table.ts'
import { ROWS_LOOKED_AT } from '../importers/table/not-read.ts'
import { type DecimalMark, ON_THEIR_OWN, type Writing, writingOfMarks } from '../importers/table/table-reader.ts'
import { MAYBE_TOTAL, TotalRows } from '../importers/table/total-rows.ts'
import { firstTexts, sqlText } from './database.ts'
import { loadText } from './load-text.ts'
import { LEFT_OUT, markLeftOut } from './mark-left-out.ts'
import { numberOf } from './number-of.ts'
import type { Source } from './source.ts'
import { PLACE_OF_LINE, type TextFile, tableSource, withFaults } from './table-source.ts'

/** Makes a database relation of a file of any size with one JSON value per line. */
export async function lineSource(
  connection: DuckDBConnection,
  { relation, ...text }: TextFile,
  asked: ColumnMap,
): Promise<Source> {
  // CASE is the only construct that guarantees the order of tests.
  const isItem = `CASE WHEN NOT starts_with(ltrim(c0), '{') THEN false WHEN ${isTooDeep('c0')} THEN false ELSE json_valid(c0) END`
  // Where the reader finds the quantity itself, it needs all of the item.
  const isMapped = `CASE WHEN ${isItem} THEN ${hasAny(namesOfQuantity(asked))} ELSE false END`
  await loadText(connection, relation, {
    ...text,
    width: 1,
    more: {
      is_item: isItem,
      thing: `CASE WHEN ${isMapped} THEN json_merge_patch(c0, '{"label": null}')::VARCHAR
        WHEN ${isItem} THEN json_merge_patch(c0, '{"label": null, "quantity": null}')::VARCHAR ELSE c0 END`,
      label: `CASE WHEN ${isItem} THEN json_extract_string(c0, '$.label') END`,
      quantity: `CASE WHEN ${isItem} THEN json_extract_string(c0, '$.quantity') END`,
      // A line that is not an item has an unknown quantity, not one. 1.000 is one as a number, and a fault as a text.
      many: `CASE WHEN NOT ${isItem} THEN '?' WHEN ${isMapped} THEN '1'
        WHEN json_type(c0, '$.quantity') = 'VARCHAR' THEN json_extract_string(c0, '$.quantity')
        ELSE regexp_replace(json_extract_string(c0, '$.quantity'), '[.]0+$', '') END`,
    },
  })
  const where = `iq_fault IS NULL AND rowid < ${ROWS_LOOKED_AT}`
  const [first = []] = await firstTexts(connection, { relation, row: 'rowid', where, texts: ['c0'] })
  const bill = billOfLines(first)
  if (bill !== undefined) return billLines(connection, text.file, relation, bill, asked)
  const { notRead, map, notes } = notReadOfLines(first, asked)
  await keepQuantities(connection, relation, asked)
  const totals = new TotalRows()
  const writing = await writingOfLines(connection, relation, map)
  const readWhole = itemReader(map, writing, totals)
  const reader = { kind: 'line', map, writing } as const
  const marked = await markLeftOut(connection, {
    relation,
    row: 'rowid',
    // In a value, since names of fields may have such letters, too.
    maybe: `regexp_matches(c0, '(?i):\\s*"[^"]*(${MAYBE_TOTAL})')`,
    whole: 'c0',
    quantity: numberOf({ quantity: 'many', reader, isCounted: true }),
    totals,
    read: (line) => readLine(line, readWhole),
  })
  return {
    file: text.file,
    notRead,
    ...(notes && { notes }),
    relation,
    row: 'rowid',
    ...marked,
    place: PLACE_OF_LINE,
    columns: ['label', 'quantity'].map((name) => ({ name, sql: name })),
    label: 0,
    keys: ['thing', 'iq_fault', ...(marked ? [LEFT_OUT] : [])],
    quantity: 'many',
    isCounted: true,
    reader,
  }
}

/** SQL condition: whether an item has any of these fields. */
function hasAny(names: readonly string[]): string {
  const each = names.map((name) => `json_exists(c0, ${sqlText(`$.${JSON.stringify(name)}`)})`)
  return ['false', ...each].join(' OR ')
}

/** Keeps the quantity in items with a power of all their assets, which the reader divides by it. */
async function keepQuantities(connection: DuckDBConnection, relation: string, asked: ColumnMap): Promise<void> {
  const names = new Set(namesOfTotals(asked))
  const keys = await connection.stream(
    `SELECT DISTINCT unnest(CASE WHEN is_item THEN json_keys(c0) ELSE [] END) FROM ${relation}`,
  )
  for await (const rows of keys.yieldRows())
    for (const [name] of rows as [string][]) if (isNamed(name, 'total_power')) names.add(name)
  if (names.size === 0) return
  await connection.run(
    `UPDATE ${relation} SET thing = json_merge_patch(c0, '{"label": null}')::VARCHAR, many = '1'
      WHERE CASE WHEN is_item THEN ${hasAny([...names])} ELSE false END`,
  )
}

/** A bill of JSON lines as a view with a column for each field. */
async function billLines(
  connection: DuckDBConnection,
  file: string,
  relation: string,
  header: readonly string[],
  map: ColumnMap,
): Promise<Source> {
  const cells = header.map((_, at) => `c${at}`)
  const shown = header.map((name, at) => {
    const path = name.split('.').map((step) => JSON.stringify(step))
    return `CASE WHEN is_item THEN json_extract_string(c0, ${sqlText(`$.${path.join('.')}`)}) END AS ${cells[at]}`
  })
  const view = `${relation}_bill`
  await connection.run(
    `CREATE VIEW ${view} AS SELECT ${shown.join(', ')}, rowid AS iq_place_in_file, iq_line, is_item,
      CASE WHEN iq_fault IS NOT NULL THEN iq_fault WHEN NOT is_item THEN 'not JSON' END AS iq_fault FROM ${relation}`,
  )
  const table = { relation: view, row: 'iq_place_in_file', header, map: {}, reader: tableReader(header, map), cells }
  return withFaults(tableSource(file, table, ON_THEIR_OWN, PLACE_OF_LINE))
}

/** How the lines of a file write numbers in texts, judged by all lines as `importLines` judges them. */
async function writingOfLines(connection: DuckDBConnection, relation: string, map: ColumnMap): Promise<Writing> {
  const isOne = `iq_fault IS NULL AND regexp_matches(c0, ${sqlText(MAYBE_A_MARK)})`
  const marks = new Set<DecimalMark | undefined>()
  const rows = await connection.stream(`SELECT c0 FROM ${relation} WHERE ${isOne}`)
  for await (const lines of rows.yieldRows())
    for (const [line] of lines as [string][]) for (const mark of marksInLine(line, map)) marks.add(mark)
  return writingOfMarks(marks)
}

/** JSON strings, the last possibly cut off, and text between brackets. */
const NO_BRACKETS = String.raw`"(?:[^"\\]|\\.)*\\?(?:"|$)|[^\[\]{}"]+`
/** Pairs of brackets, nested up to the limit. */
const NESTED = Array.from({ length: MOST_LEVELS }).reduce<string>((inner) => `(?:\\[${inner}\\])*`, '')

/**
 * SQL condition: whether a line of JSON nests brackets beyond 200 levels or leaves them unbalanced. DuckDB's JSON
 * functions need stack for each level, and a stack overflow ends the process. Lines with few brackets skip the test.
 */
function isTooDeep(line: string): string {
  const brackets = `(2 * strlen(${line}) - strlen(replace(${line}, '[', '')) - strlen(replace(${line}, '{', '')))`
  const bare = `translate(regexp_replace(${line}, '${NO_BRACKETS}', '', 'gs'), '{}', '[]')`
  return `CASE WHEN ${brackets} <= ${MOST_LEVELS} THEN false ELSE NOT regexp_full_match(${bare}, '${NESTED}') END`
}
