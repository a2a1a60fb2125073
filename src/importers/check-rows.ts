import { ImportError } from './import-error.ts'

/** Rows read into memory at once; each takes about a kilobyte. */
export const MOST_ROWS = 200_000

/** Throws an ImportError if a document has more than 200,000 rows. */
export function checkRows(rows: number): void {
  if (rows > MOST_ROWS)
    throw new ImportError(
      `The document has ${rows} rows, and at most ${MOST_ROWS} are allowed. Use JSON lines instead: one asset per line`,
    )
}
