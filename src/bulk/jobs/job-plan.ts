import type { AssetPart } from '../cut-parts.ts'
import type { SourceCounts } from '../distinct-assets.ts'
import type { Source } from '../source.ts'

/** How the file of a job was read, and how its work is cut. Kept as JSON; the same file gives the same plan. */
export interface JobPlan {
  readonly source: Source
  readonly counts: SourceCounts
  readonly rows: number
  readonly parts: readonly AssetPart[]
  /** Bytes of the files that the reading left. */
  readonly files: { readonly assets: number; readonly rows: number }
}

/** Names of the files of a job, in its folder. */
export const FILES = {
  /** What was sent, unpacked. */
  input: 'input',
  /** The different assets, of which a part is a range. */
  assets: 'assets.parquet',
  /** A database of DuckDB with the rows. */
  rows: 'rows.duckdb',
  figures: (part: number) => `figures-${numbered(part)}.parquet`,
  allFigures: 'figures-*.parquet',
  /** A part of the rows with their figures: the result is all of them. */
  result: (part: number) => `rows-${numbered(part)}.parquet`,
  converted: (format: string) => `result.${format}`,
} as const

/** Files that are kept when the job is done. */
export function isResult(name: string): boolean {
  return /^(rows-\d+\.parquet|result\.(csv|json|parquet|safe\.csv))$/.test(name)
}

function numbered(part: number): string {
  return String(part).padStart(5, '0')
}
