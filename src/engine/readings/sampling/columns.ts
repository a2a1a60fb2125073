import type { NumberAttribute } from '../../values/attribute.ts'
import { drawInput, type Sampling, type Stream } from './input-distribution.ts'

/** What a column is drawn of. */
interface Drawing {
  readonly id: string
  readonly quantity: NumberAttribute
  /** The published spread of the input. */
  readonly gsd2: number | undefined
  readonly sampling: Sampling
  readonly stream: Stream
}

/** The values of an input in all samples; undefined where it has one value only. */
export interface Column {
  readonly quantity: NumberAttribute
  readonly gsd2: number | undefined
  readonly values: Float64Array | undefined
}

/** Numbers that are remembered: 32 MB. */
export const MOST_REMEMBERED = 4_000_000

/** Columns by their keys, those used last at the end. */
const remembered = new Map<string, Column>()
let numbers = 0

/**
 * The column of an input, drawn where it is not remembered: inputs of tables are the same in every figure and every request,
 * and drawing takes ten times as long as computing with what was drawn. `key`: what it depends on besides its numbers;
 * `known`: the one to try first.
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
  const drawn: Column = { quantity, gsd2, values: drawInput(id, quantity, gsd2, sampling, stream) }
  // What has one value is known at once.
  if (drawn.values === undefined) return drawn
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

/** One id may stand for other numbers in another release, or in another part of a request. */
function isOf({ quantity: one, gsd2 }: Column, { quantity: other, gsd2: spread }: Drawing): boolean {
  return (
    gsd2 === spread &&
    (one === other ||
      (one.value === other.value &&
        one.min === other.min &&
        one.max === other.max &&
        one.leaf?.rows?.values === other.leaf?.rows?.values))
  )
}
