/**
 * An uncertain quantity: its value and the bounds it lies in. `min <= value <= max` holds for every range that the
 * engine makes. Arithmetic carries the three members along; where a member is negative (land use) the bounds are those
 * of the interval product, so that the order of the members survives.
 */
export interface Range {
  readonly value: number
  readonly min: number
  readonly max: number
}

export const ZERO: Range = Object.freeze({ value: 0, min: 0, max: 0 })
export const ONE: Range = Object.freeze({ value: 1, min: 1, max: 1 })

/** A quantity without uncertainty: `exact(3)` is 3 with the bounds 3 and 3. */
export function exact(value: number): Range {
  return { value, min: value, max: value }
}

/** A quantity with its bounds; bounds on the wrong side of the value are moved to it. */
export function range(value: number, min: number, max: number): Range {
  return { value, min: Math.min(min, value), max: Math.max(max, value) }
}

export function plus(a: Range, b: Range): Range {
  return { value: a.value + b.value, min: a.min + b.min, max: a.max + b.max }
}

export function sum(ranges: Iterable<Range>): Range {
  let value = 0
  let min = 0
  let max = 0
  for (const each of ranges) {
    value += each.value
    min += each.min
    max += each.max
  }
  return { value, min, max }
}

export function times(a: Range, b: Range): Range {
  if (a.min >= 0 && b.min >= 0) return { value: a.value * b.value, min: a.min * b.min, max: a.max * b.max }
  const corners = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max]
  return range(a.value * b.value, Math.min(...corners), Math.max(...corners))
}

/** A quantity times a number without uncertainty; a negative factor swaps the bounds. */
export function scale(a: Range, factor: number): Range {
  return factor >= 0
    ? { value: a.value * factor, min: a.min * factor, max: a.max * factor }
    : { value: a.value * factor, min: a.max * factor, max: a.min * factor }
}

/** `a / b` for a positive `b`: smallest over largest, largest over smallest. */
export function divide(a: Range, b: Range): Range {
  return {
    value: a.value / b.value,
    min: a.min / (a.min >= 0 ? b.max : b.min),
    max: a.max / (a.max >= 0 ? b.min : b.max),
  }
}

/** A rising function applied to the value and to both bounds. */
export function mapRising(a: Range, rising: (x: number) => number): Range {
  const value = rising(a.value)
  return a.min === a.max ? exact(value) : range(value, rising(a.min), rising(a.max))
}
