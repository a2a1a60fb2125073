import type { Range } from '../engine/figures/range.ts'

/** A figure as plain numbers: `{ value: 900, min: 460, max: 2087 }`. */
export function boundsOf({ value, min, max }: Range): Range {
  return { value, min, max }
}
