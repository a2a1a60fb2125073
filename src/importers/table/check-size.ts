import { ImportError } from '../import-error.ts'

/** Each column of a large table takes a third of a megabyte of memory; exports of bills have up to a thousand. */
const MOST_COLUMNS = 2000
/** A table with fewer cells may have any number of short rows. */
const MANY_CELLS = 2_000_000

/** Throws an ImportError where a table has more than 2,000 columns. */
export function checkColumns(columns: number): void {
  if (columns > MOST_COLUMNS)
    throw new ImportError(`The table has ${columns} columns, and at most ${MOST_COLUMNS} are allowed`)
}

/**
 * Throws an ImportError where most cells of a large table are not there. A cell takes a character at least, its separator;
 * short rows of many columns would make a hundred times the file of it. `length`: characters or bytes of the file.
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
