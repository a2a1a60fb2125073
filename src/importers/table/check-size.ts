import { ImportError } from '../import-error.ts'

/** Each column of a large table takes a third of a megabyte of memory; bill exports have up to a thousand. */
const MOST_COLUMNS = 2000
/** Below this number of cells, rows may be short. */
const MANY_CELLS = 2_000_000

/** Throws an ImportError if a table has more than 2,000 columns. */
export function checkColumns(columns: number): void {
  if (columns > MOST_COLUMNS)
    throw new ImportError(`The table has ${columns} columns, and at most ${MOST_COLUMNS} are allowed`)
}

/**
 * Throws an ImportError if most cells of a large table are missing. Each cell takes at least one character, its
 * separator, so short rows with many columns would multiply the file by a hundred in memory. `length` is the file's in
 * characters or bytes.
 *
 * Example: 290,000 rows `laptop` in a table of 300 columns, 2 MB, would become 87 million cells.
 */
export function checkCells(rows: number, columns: number, length: number): void {
  const cells = rows * columns
  if (cells > MANY_CELLS && cells > 2 * length)
    throw new ImportError(
      `Most of the first ${rows} rows have far fewer cells than the ${columns} columns of the table`,
    )
}
