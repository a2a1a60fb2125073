import type { AssessedRow } from './fleet-result.ts'

/** The rows of a fleet. Some may not be in memory. */
export interface RowsSource {
  readonly count: number
  /** Those with figures: a job lists faulty rows, too. */
  readonly assessed: number
  /** All rows, or a job's largest, the largest first. */
  readonly largest: readonly AssessedRow[]
  /** A row in the order of the file; undefined while it is not in memory. */
  readonly at: (index: number) => AssessedRow | undefined
  /** Fetches the rows from one to before another. Throws an Error with the reason in words. */
  readonly fetch?: (from: number, to: number, signal: AbortSignal) => Promise<void>
}

/** Rows that are all in memory. */
export function rowsInMemory(rows: readonly AssessedRow[]): RowsSource {
  return {
    count: rows.length,
    assessed: rows.length,
    largest: rows.toSorted((one, other) => (other.total ?? -1) - (one.total ?? -1)),
    at: (index) => rows[index],
  }
}
