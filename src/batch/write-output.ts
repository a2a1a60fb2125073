import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quantityExpected } from '../importers/table/table-reader.ts'
import { uniqueNames } from '../importers/table/unique-names.ts'
import { copyRows, type OutputFormat } from './copy-rows.ts'
import { rowsOf, sqlName, sqlText } from './database.ts'
import { isAmong, rowsRelation, type SourceCounts } from './distinct-assets.ts'
import type { RowSpan, Source } from './source.ts'

/** A source whose assets are evaluated. */
export interface EvaluatedSource {
  readonly source: Source
  readonly counts: SourceCounts
  /** SQL of the files with the figures. */
  readonly results: string
}

/** What is shown of each row. */
export interface OutputFigures {
  /** Columns of the results. */
  readonly figures: readonly string[]
  readonly release: string
}

/** Where rows are written. */
export interface OutputTarget {
  readonly file: string
  readonly format: OutputFormat
  /** Where parts of them are kept until they are all there. */
  readonly folder: string
  /** Called when a part is begun: how many are done, and of how many. */
  readonly onPart?: (done: number, all: number) => void
}

/** Of so many assets the figures are looked up in memory at once: some 300 bytes each. */
const LOOKED_UP = 100_000
/** Where a part of the rows needs more than these, parts are no help: rows are put in order by sorting. */
const MOST_LOOKED_UP = 2 * LOOKED_UP

/** Rows, and what their assets are among. */
interface Part {
  readonly span: RowSpan
  /** From the first to the last number of an asset. */
  readonly ids: readonly [number, number]
  /** How many assets. */
  readonly assets: number
}

/**
 * SQL of the rows of a source with their figures: the columns of the file, then status, fault, figures, release and warnings. `part`:
 * only these.
 */
export function outputQuery(
  { source: { columns, isCounted, among }, counts, results }: EvaluatedSource,
  index: number,
  { figures, release }: OutputFigures,
  part?: Part,
): string {
  const names = uniqueNames(
    columns.map(({ name }) => name),
    ['row', 'place', 'status', 'fault', 'release', 'warnings', ...figures],
  )
  const own = columns.map(({ sql }, at) => `r.${sql} AS ${sqlName(names[at] as string)}`)
  const isRefused = `(f.status = 'assessed' AND r.iq_many IS NULL)`
  const span = part?.span ?? counts.span
  const ids = part ? `WHERE id BETWEEN ${part.ids.join(' AND ')}` : ''
  return `SELECT r.iq_row AS "row", r.iq_place AS place, ${[...own, ''].join(', ')}
      CASE WHEN ${isRefused} THEN 'faulty' ELSE f.status END AS status,
      CASE WHEN ${isRefused} THEN ${sqlText(quantityExpected(isCounted))} || '"' || r.iq_refused || '"' ELSE f.fault END AS fault,
      ${figures.map((name) => `f.${sqlName(name)} * r.iq_many AS ${sqlName(name)}`).join(', ')},
      CASE WHEN f.status = 'assessed' AND NOT ${isRefused} THEN ${sqlText(release)} END AS release,
      CASE WHEN NOT ${isRefused} THEN f.warnings END AS warnings
    FROM (SELECT * FROM ${rowsRelation(index)} WHERE ${isAmong('iq_row', span)} AND ${among?.(span) ?? 'true'}) r LEFT JOIN (
      SELECT a.key, s.* FROM (SELECT * FROM read_parquet(${sqlText(results)}) ${ids}) s
        JOIN (SELECT rowid AS id, key FROM assets_${index} WHERE ${isUsed(span)}) a USING (id)
    ) f ON r.iq_key = f.key`
}

/** SQL of a condition: whether an asset may be that of one of these rows. */
function isUsed({ from, to }: RowSpan): string {
  return to === undefined ? `last >= ${from}` : `last >= ${from} AND first < ${to}`
}

/**
 * Writes the rows of sources, one after the other; of several files each row names the one it is from. Rows keep their
 * order: those of a source with many assets are written in parts, each of which finds its figures in memory.
 */
export async function writeOutput(
  database: DuckDBConnection,
  sources: readonly EvaluatedSource[],
  shown: OutputFigures,
  { file, format, folder, onPart }: OutputTarget,
): Promise<void> {
  // The figures are what rows are looked up in, however few or many there are, and few rows are not kept back until there are more.
  await database.run(
    `SET disabled_optimizers = 'join_order,build_side_probe_side'; SET enable_caching_operators = false`,
  )
  const rows: string[] = []
  for (const [index, evaluated] of sources.entries()) {
    const { source, counts } = evaluated
    const spans = await Promise.all(spansOf(counts).map((span) => partOf(database, index, span)))
    const isLocal = spans.every(({ assets }) => assets <= MOST_LOOKED_UP)
    const parts = (isLocal ? spans : [undefined]).map(
      (part) =>
        `SELECT * EXCLUDE ("row", place) FROM (${outputQuery(evaluated, index, shown, part)} ${isLocal ? '' : 'ORDER BY "row"'})`,
    )
    const name = join(folder, `rows-${index}`)
    const whole = parts.length === 1 ? parts[0] : await writeParts(database, parts, name, onPart)
    rows.push(`(SELECT ${sources.length > 1 ? `${sqlText(source.file)} AS file, ` : ''}* FROM (${whole}))`)
  }
  await copyRows(database, rows.join(' UNION ALL BY NAME '), { file, format })
  await database.run(`SET disabled_optimizers = ''; SET enable_caching_operators = true`)
}

/** Spans of about equally many rows, as many as keep the figures of each in memory where assets differ. */
function spansOf({ rows, assets, span }: SourceCounts): readonly RowSpan[] {
  const count = Math.max(1, Math.ceil(assets / LOOKED_UP))
  const cut = (at: number) => span.from + Math.floor((rows * at) / count)
  return Array.from({ length: count }, (_, at) =>
    at < count - 1 ? { from: cut(at), to: cut(at + 1) } : { ...span, from: cut(at) },
  )
}

async function partOf(database: DuckDBConnection, index: number, span: RowSpan): Promise<Part> {
  const [found] = await rowsOf(
    database,
    `SELECT count(*) AS assets, min(rowid) AS first, max(rowid) AS last FROM assets_${index} WHERE ${isUsed(span)}`,
  )
  return { span, ids: [Number(found?.first ?? 0), Number(found?.last ?? 0)], assets: Number(found?.assets ?? 0) }
}

/** Writes each part to a file of its own; SQL of all of them. */
async function writeParts(
  database: DuckDBConnection,
  parts: readonly string[],
  name: string,
  onPart?: OutputTarget['onPart'],
): Promise<string> {
  const files = parts.map((_, at) => `${name}-${at}.parquet`)
  for (const [at, part] of parts.entries()) {
    onPart?.(at, parts.length)
    await copyRows(database, part, { file: files[at] as string, format: 'parquet' })
  }
  onPart?.(parts.length, parts.length)
  return `SELECT * FROM read_parquet([${files.map(sqlText).join(', ')}])`
}
