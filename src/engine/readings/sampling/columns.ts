import type { NumberAttribute } from '../../values/attribute.ts'
import type { Range } from '../../values/range.ts'
import { drawInput, type Sampling, type Stream } from './input-distribution.ts'

/** What a column is drawn from. */
interface Drawing {
  readonly id: string
  readonly quantity: NumberAttribute
  /** The published spread (GSD2) of the input. */
  readonly gsd2: number | undefined
  readonly sampling: Sampling
  readonly stream: Stream
}

/**
 * The values of an input in all samples; undefined if it has only one value. Also the numbers that it was drawn from,
 * without the input, which may hold on to its whole asset.
 */
export interface Column extends Range {
  readonly rows: readonly number[] | undefined
  readonly gsd2: number | undefined
  readonly values: Float64Array | undefined
}

/** Capacity of the cache in numbers: 32 MB. */
export const MOST_REMEMBERED = 4_000_000

/** Columns by key, the last used at the end. */
const remembered = new Map<string, Column>()
let numbers = 0

/**
 * The column of an input, drawn unless cached. Inputs from tables are the same in every figure and request, and drawing
 * takes ten times as long as computing. `key` is what it depends on besides its numbers; `known` is the one to try
 * first.
 */
export function columnOf(key: string, drawing: Drawing, known?: Column): Column {
  if (known !== undefined && isOf(known, drawing)) return known
  const kept = remembered.get(key)
  if (kept !== undefined) {
    remembered.delete(key)
    if (isOf(kept, drawing)) {
      remembered.set(key, kept)
      return kept
    }
    numbers -= sizeOf(kept)
  }
  const { id, quantity, gsd2, sampling, stream } = drawing
  const values = drawInput(id, quantity, gsd2, sampling, stream)
  const { value, min, max, leaf } = quantity
  const drawn: Column = { value, min, max, rows: leaf?.rows?.values, gsd2, values }
  // A single value needs no cache.
  if (values === undefined) return drawn
  remembered.set(key, drawn)
  numbers += sizeOf(drawn)
  for (const [oldest, column] of remembered) {
    if (numbers <= MOST_REMEMBERED) break
    remembered.delete(oldest)
    numbers -= sizeOf(column)
  }
  return drawn
}

function sizeOf({ values }: Column): number {
  return values?.length ?? 0
}

/** One id may have other numbers in another release, or in another part of a request. */
function isOf(column: Column, { quantity: { value, min, max, leaf }, gsd2 }: Drawing): boolean {
  return (
    column.gsd2 === gsd2 &&
    column.value === value &&
    column.min === min &&
    column.max === max &&
    column.rows === leaf?.rows?.values
  )
}
