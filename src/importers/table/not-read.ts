import { shorten } from '../check-asset.ts'
import { ImportError } from '../import-error.ts'
import { NOT_READ } from './columns.ts'
import { kindOf } from './kinds.ts'
import { placeColumnOf } from './place-names.ts'
import type { TableReader } from './table-reader.ts'

/** Number of rows examined. */
export const ROWS_LOOKED_AT = 10_000

const WHOLE = /^\d{1,6}([.,]0+)?$/

/**
 * Stops if an unread column seems to hold what the table lacks: the quantity, or the place. Without it, figures would
 * be wrong. `cellsOf` gives the cells of a column in the first rows. Throws an ImportError with a proposal.
 */
export function checkNotRead(
  {
    lacks,
    open,
    names,
    kinds = [],
    label,
  }: Pick<TableReader, 'lacks' | 'open' | 'names' | 'kinds'> & Partial<Pick<TableReader, 'label'>>,
  cellsOf: (at: number) => readonly string[],
): void {
  if (lacks.kind) checkKinds(names, kinds, [...open, ...(label === undefined ? [] : [label])], cellsOf)
  if (!lacks.quantity && !lacks.place) return
  for (const at of open) {
    const name = names[at] ?? ''
    const cells = cellsOf(at)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
    if (lacks.quantity && areCounts(cells)) throw question(name, 'whole numbers', 'quantity', cells)
    const place = lacks.place ? placeColumnOf([...new Set(cells)]) : undefined
    if (place !== undefined) throw question(name, 'names of places', place, cells)
  }
}

/**
 * Stops if the table states the kinds of its rows in another way: in a column of another name, or in one column per
 * kind.
 */
function checkKinds(
  names: readonly string[],
  kinds: readonly number[],
  columns: readonly number[],
  cellsOf: (at: number) => readonly string[],
): void {
  if (kinds.length > 1) {
    const called = kinds.map((at) => names[at]).join(', ')
    throw new ImportError(
      `The table has a column for each kind: ${shorten(called)}. Write a row for each, with the columns kind and quantity`,
    )
  }
  for (const at of columns) {
    const cells = cellsOf(at).filter((cell) => cell.trim() !== '')
    if (cells.length === 0 || !cells.every((cell) => kindOf(cell) !== undefined)) continue
    throw question(names[at] ?? '', 'kinds', 'kind', cells)
  }
}

/** Whether cells are whole numbers that count something: not years, and not all 1, which would change nothing. */
function areCounts(cells: readonly string[]): boolean {
  if (cells.length === 0 || !cells.every((cell) => WHOLE.test(cell) && !/^0\d/.test(cell))) return false
  const numbers = cells.map((cell) => Number.parseInt(cell, 10))
  return numbers.some((each) => each > 1) && !numbers.every((each) => each >= 1980 && each <= 2100)
}

function question(name: string, what: string, readAs: string, cells: readonly string[]): ImportError {
  const shown = [...new Set(cells)].slice(0, 3).join(', ')
  const lacking = readAs === 'quantity' || readAs === 'kind' ? `no ${readAs}` : 'no place'
  return new ImportError(
    `Column ${shorten(name)} ${readAs === 'kind' ? 'holds' : 'is not read but holds'} ${what} (${shorten(shown)}), and the table has ${lacking}. Map it: ${name}=${readAs}, or leave it out: ${name}=${NOT_READ}`,
    { code: 'COLUMN_NOT_READ', proposal: { column: name, readAs } },
  )
}
