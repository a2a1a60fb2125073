import type { SourceCounts } from '../distinct-assets.ts'
import type { AssetPartition } from '../evaluate-partitions.ts'
import type { Source } from '../source.ts'
import type { ResultFile } from './job.ts'

/** The file of a job as it is read. */
export interface PlainFile {
  /** Its name in the folder of the job. */
  readonly name: string
  readonly bytes: number
}

/** How the file of a job was read, and how its work is divided. Stored as JSON; the same file gives the same plan. */
export interface JobPlan {
  readonly source: Source
  readonly counts: SourceCounts
  readonly parts: readonly AssetPartition[]
  /** The file as it was read. */
  readonly file: PlainFile
  /** Bytes of the files written by the reading step. */
  readonly files: { readonly assets: number; readonly rows: number }
}

/** A finished file of a job: the figures of a part, some rows with their figures, or the result in a further format. */
export interface Piece {
  readonly kind: 'figures' | 'rows' | ResultFile
  readonly number: number
  readonly bytes: number
  /** The sums of a part: see `tallyText`. */
  readonly outcome: string
}

/** Names of the files in a job's folder. */
export const FILES = {
  /** The uploaded file, as it was sent. */
  input: 'input',
  /** The same, decompressed, if it is compressed. */
  plain: 'input.plain',
  /** A copy of the job's record in the database. */
  record: 'job.json',
  /** The distinct assets; a part is a range of them. */
  assets: 'assets.parquet',
  /** A DuckDB database with the rows. */
  rows: 'rows.duckdb',
  allFigures: 'figures-*.parquet',
  /** A recorded file. All files with rows are the result. */
  piece: ({ kind, number }: Pick<Piece, 'kind' | 'number'>) =>
    kind === 'figures' || kind === 'rows' ? `${kind}-${String(number).padStart(5, '0')}.parquet` : `result.${kind}`,
} as const

/** Files kept after the job is done. */
export function isResult(name: string): boolean {
  return name === FILES.record || /^(rows-\d+\.parquet|result\.([a-z]+\.)*(csv|json|parquet))$/.test(name)
}
