import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { INVALID_QUANTITY } from '../importers/billing/bill-reasons.ts'
import { quantityExpected } from '../importers/table/table-reader.ts'
import { uniqueNames } from '../importers/table/unique-names.ts'
import { type Boundary, type Criterion, phasesCounted, phasesWithin } from '../library/index.ts'
import { copyRows, type RowsFile } from './copy-rows.ts'
import { freeMemory, rowsOf, sqlName, sqlText } from './database.ts'
import { isAmong, rowsRelation, type SourceCounts } from './distinct-assets.ts'
import type { RowSpan, Source } from './source.ts'

/** A source whose assets are evaluated. */
export interface EvaluatedSource {
  readonly source: Source
  readonly counts: SourceCounts
  /** SQL of the files with the figures. */
  readonly results: string
}

/** Columns of a result that say how a row was interpreted, and what its figures are for. */
const FACTS = ['assessed_as', 'assessed_in', 'assessed_hours', 'assessed_load'] as const

/** Ends of a likely range, as in the names of columns. */
const LIKELY_ENDS = ['_low', '_high'] as const

/** The figures to show for each row. */
export interface OutputFigures {
  readonly criteria: readonly Criterion[]
  readonly boundary: Boundary | undefined
  /** Whether to show likely ranges. */
  readonly likely: boolean | undefined
  readonly release: string
}

/** A column of figures: its name, and its SQL. */
interface FigureColumn {
  readonly name: string
  readonly sql: string
}

/** SQL of figures over the evaluated result (`f`). */
interface FigureSql {
  /** SQL of a number, by its name. */
  readonly number: (name: string) => string
  /** SQL of the share of the units for which a condition holds. */
  readonly share: (condition: string) => string
}

/** SQL of the figures of a row (`r`), whose units have a figure or have none. */
const OF_ROW: FigureSql = {
  number: (name) => `f.${sqlName(name)} * r.iq_many`,
  share: (condition) =>
    `CASE WHEN f.status = 'assessed' AND r.iq_many IS NOT NULL THEN (${condition})::INT::DOUBLE END`,
}

/**
 * The columns of each phase: value, bounds, likely range if requested, and coverage, the share of the units with a
 * figure. For the total, all phases must be known.
 */
export function figureColumnsOf(
  { criteria, boundary, likely }: OutputFigures,
  sqlOf: FigureSql = OF_ROW,
): readonly FigureColumn[] {
  const bounds = ['', '_min', '_max', ...(likely ? LIKELY_ENDS : [])]
  const number = (name: string) => ({ name, sql: sqlOf.number(name) })
  const columns = criteria.flatMap((code) => {
    const counted = phasesCounted(code, boundary).map((phase) => phase.toLowerCase())
    return phasesWithin(boundary).flatMap((phase) => {
      const holding = phase === 'total' ? counted : counted.filter((each) => each === phase)
      const isHeld = holding.map((each) => `f.${sqlName(`${code}_${each}`)} IS NOT NULL`).join(' AND ')
      const coverage = holding.length === 0 ? 'NULL::DOUBLE' : sqlOf.share(isHeld)
      return [
        ...bounds.map((bound) => number(`${code}_${phase}${bound}`)),
        { name: `${code}_${phase}_coverage`, sql: coverage },
      ]
    })
  })
  return [...columns, number('energy_kwh')]
}

/** Where to write rows. */
export interface OutputTarget extends RowsFile {
  /** Folder for parts until all are complete. */
  readonly folder: string
}

/** Cells joined and sorted in memory at a time, and the limits of that in rows. */
const SORTED_CELLS = 2_000_000
const SORTED_ROWS = { least: 10_000, most: 200_000 }

/** A span of rows, and the span of their assets. */
interface Part {
  readonly span: RowSpan
  /** First and last number of an asset. */
  readonly ids: readonly [number, number]
  /** Number of assets. */
  readonly assets: number
}

/** Columns of the outcome of a row, between those of its file and its figures. */
function outcomeColumns(bill: Source['bill']): readonly string[] {
  return ['status', ...(bill ? ['reason', 'rule'] : []), 'fault', ...FACTS]
}

/** The names of a file's own columns in the output, where no other column may have them. */
function ownColumns({ columns, bill }: Source, figures: readonly FigureColumn[]): readonly string[] {
  const taken = ['row', 'place', ...outcomeColumns(bill), 'release', 'warnings', ...figures.map(({ name }) => name)]
  return uniqueNames(
    columns.map(({ name }) => name),
    taken,
  )
}

/** The names of the columns that name rows, as `writeOutput` writes them. */
export function labelColumns(sources: readonly Source[], shown: OutputFigures): readonly string[] {
  const figures = figureColumnsOf(shown)
  return sources.flatMap((source) => ownColumns(source, figures)[source.label ?? -1] ?? [])
}

/** The names of the columns that `writeOutput` writes for sources. */
export function outputColumns(sources: readonly Source[], shown: OutputFigures): readonly string[] {
  const figures = figureColumnsOf(shown)
  const names = sources.flatMap((source) => [
    ...ownColumns(source, figures),
    ...outcomeColumns(source.bill),
    ...figures.map(({ name }) => name),
    'release',
    'warnings',
  ])
  // UNION ALL BY NAME keeps the first of names that differ in case.
  const columns = new Map<string, string>()
  for (const name of names) if (!columns.has(name.toLowerCase())) columns.set(name.toLowerCase(), name)
  return [...(sources.length > 1 ? ['file'] : []), ...columns.values()]
}

/**
 * SQL of the rows of a source with their figures. The columns are those of the file, then status, reason code and rule
 * (for a bill), fault, figures, release and warnings. `part` selects a span.
 */
export function outputQuery(
  { source, counts, results }: EvaluatedSource,
  index: number,
  shown: OutputFigures,
  part?: Part,
): string {
  const { columns, isCounted, among, bill } = source
  const figures = figureColumnsOf(shown)
  const names = ownColumns(source, figures)
  const own = columns.map(({ sql }, at) => `r.${sql} AS ${sqlName(names[at] as string)}`)
  const isRefused = `(f.status = 'assessed' AND r.iq_many IS NULL)`
  const span = part?.span ?? counts.span
  const ids = part ? `WHERE id BETWEEN ${part.ids.join(' AND ')}` : ''
  return `SELECT r.iq_row AS "row", r.iq_place AS place, ${[...own, ''].join(', ')}
      CASE WHEN ${isRefused} THEN 'faulty' ELSE f.status END AS status,
      ${bill ? `CASE WHEN ${isRefused} THEN ${sqlText(INVALID_QUANTITY)} ELSE f.reason END AS reason, f.rule AS rule,` : ''}
      CASE WHEN ${isRefused} THEN ${sqlText(quantityExpected(isCounted))} || '"' || r.iq_refused || '"' ELSE f.fault END AS fault,
      ${FACTS.map((name) => `CASE WHEN NOT ${isRefused} THEN f.${name} END AS ${name}`).join(', ')},
      ${figures.map(({ name, sql }) => `${sql} AS ${sqlName(name)}`).join(', ')},
      CASE WHEN f.status = 'assessed' AND NOT ${isRefused} THEN ${sqlText(shown.release)} END AS release,
      CASE WHEN NOT ${isRefused} THEN f.warnings END AS warnings
    FROM (SELECT * FROM ${rowsRelation(index)} WHERE ${isAmong('iq_row', span)} AND ${among?.(span) ?? 'true'}) r LEFT JOIN (
      SELECT a.key, s.* FROM (SELECT * FROM read_parquet(${sqlText(results)}) ${ids}) s
        JOIN (SELECT rowid AS id, key FROM assets_${index} WHERE ${isUsed(span)}) a USING (id)
    ) f ON r.iq_key = f.key`
}

/** SQL condition: whether an asset may belong to these rows. */
function isUsed({ from, to }: RowSpan): string {
  return to === undefined ? `last >= ${from}` : `last >= ${from} AND first < ${to}`
}

/**
 * SQL of the rows of a source with their figures, in file order, as consecutive parts. Each part is small enough to
 * join and sort in memory, since a join does not keep order.
 */
export async function outputParts(
  database: DuckDBConnection,
  evaluated: EvaluatedSource,
  index: number,
  shown: OutputFigures,
): Promise<readonly string[]> {
  const width = evaluated.source.columns.length + figureColumnsOf(shown).length
  const most = Math.max(SORTED_ROWS.least, Math.min(SORTED_ROWS.most, Math.floor(SORTED_CELLS / width)))
  const spans = await Promise.all(spansOf(evaluated.counts, most).map((span) => partOf(database, index, span)))
  // If each part of the rows has assets from everywhere, parts do not help.
  const isLocal = spans.every(({ assets }) => assets <= 2 * most)
  return (isLocal ? spans : [undefined]).map(
    (part) => `SELECT * EXCLUDE ("row", place) FROM (${outputQuery(evaluated, index, shown, part)} ORDER BY "row")`,
  )
}

/** Writes the rows of sources one after the other; with several files, each row names its file. */
export async function writeOutput(
  database: DuckDBConnection,
  sources: readonly EvaluatedSource[],
  shown: OutputFigures,
  { folder, ...target }: OutputTarget,
): Promise<void> {
  const rows: string[] = []
  for (const [index, evaluated] of sources.entries()) {
    const parts = await outputParts(database, evaluated, index, shown)
    const name = join(folder, `rows-${index}`)
    const whole = parts.length === 1 ? parts[0] : await writeParts(database, parts, name)
    rows.push(`(SELECT ${sources.length > 1 ? `${sqlText(evaluated.source.file)} AS file, ` : ''}* FROM (${whole}))`)
  }
  await copyRows(database, rows.join(' UNION ALL BY NAME '), target)
}

/** Spans with about the same number of rows. */
function spansOf({ rows, span }: SourceCounts, most: number): readonly RowSpan[] {
  const count = Math.max(1, Math.ceil(rows / most))
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

/** Writes each part to its own file and returns SQL over all of them. */
async function writeParts(database: DuckDBConnection, parts: readonly string[], name: string): Promise<string> {
  const files = parts.map((_, at) => `${name}-${at}.parquet`)
  for (const [at, part] of parts.entries()) {
    await copyRows(database, part, { file: files[at] as string, format: 'parquet' })
    await freeMemory(database)
  }
  return `SELECT * FROM read_parquet([${files.map(sqlText).join(', ')}])`
}
