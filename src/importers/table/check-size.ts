import { ImportError } from '../import-error.ts'

/** DuckDB keeps 256 KB of each column in memory. */
const MOST_COLUMNS = 300
/** A table with fewer cells may have any number of short rows. */
const MANY_CELLS = 2_000_000

/** Throws an ImportError where a table has more than 300 columns. */
export function checkColumns(columns: number): void {
  if (columns > MOST_COLUMNS) throw new ImportError(`The table has more than ${MOST_COLUMNS} columns`)
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
    throw new ImportError(`Most rows have far fewer cells than there are columns (${rows} rows, ${columns} columns)`)
}
