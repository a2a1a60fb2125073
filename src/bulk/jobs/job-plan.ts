import type { AssetPartition } from '../cut-partitions.ts'
import type { SourceCounts } from '../distinct-assets.ts'
import type { Source } from '../source.ts'

/** How the file of a job was read, and how its work is divided. Stored as JSON; the same file gives the same plan. */
export interface JobPlan {
  readonly source: Source
  readonly counts: SourceCounts
  readonly rows: number
  readonly parts: readonly AssetPartition[]
  /** Bytes of the files written by the reading step. */
  readonly files: { readonly assets: number; readonly rows: number }
}

/** Names of the files in a job's folder. */
export const FILES = {
  /** The uploaded file, decompressed. */
  input: 'input',
  /** The distinct assets; a part is a range of them. */
  assets: 'assets.parquet',
  /** A DuckDB database with the rows. */
  rows: 'rows.duckdb',
  figures: (part: number) => `figures-${numbered(part)}.parquet`,
  allFigures: 'figures-*.parquet',
  /** A part of the rows with their figures; all parts are the result. */
  result: (part: number) => `rows-${numbered(part)}.parquet`,
  converted: (format: string) => `result.${format}`,
} as const

/** Files kept after the job is done. */
export function isResult(name: string): boolean {
  return /^(rows-\d+\.parquet|result\.(csv|json|parquet|safe\.csv))$/.test(name)
}

function numbered(part: number): string {
  return String(part).padStart(5, '0')
}
