import type { Reading, RowFault } from '../imported.ts'

/** How the lines of a table become assets. Lines with equal key cells are the same asset. */
export interface TableReader {
  readonly format: 'csv' | 'focus'
  /** Columns that decide what is assessed, by their place in the header. */
  readonly keys: readonly number[]
  /** Where the label stands, if anywhere. */
  readonly label: number | undefined
  /** Where the quantity stands, if anywhere, and what it may be. */
  readonly quantity: number | undefined
  /** Whether a quantity is counted in wholes (machines) or measured (hours). */
  readonly isCounted: boolean
  /** The asset of the cells at `keys`. Its quantity is what one of the quantity column counts for, and is mostly 1. */
  read(cells: readonly string[]): Reading
}

/** The largest Int of GraphQL. */
const LARGEST_COUNT = 2_147_483_647
const LARGEST_AMOUNT = 1e12
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A cell of the quantity column: 1 where it is empty. */
export function readQuantity(text: string, reader: Pick<TableReader, 'isCounted'>): number | RowFault {
  const cell = text.trim()
  if (cell === '') return reader.isCounted ? 1 : fault('')
  const value = NUMBER.test(cell) ? Number(cell) : Number.NaN
  const most = reader.isCounted ? LARGEST_COUNT : LARGEST_AMOUNT
  if (value >= 0 && value <= most && (!reader.isCounted || Number.isInteger(value))) return value
  return fault(cell)

  function fault(found: string): RowFault {
    const what = reader.isCounted ? `a whole number, 0 to ${LARGEST_COUNT}` : `a number, 0 to ${LARGEST_AMOUNT}`
    return {
      code: 'BAD_USER_INPUT',
      message: `quantity: expected ${what} but found "${found.slice(0, 60)}"`,
      path: ['quantity'],
    }
  }
}

/** A cell as a number where it is one, else the text, for a schema to refuse. */
export function numberOrText(text: string): number | string {
  return NUMBER.test(text) ? Number(text) : text
}
