/**
 * An uncertain quantity: its value and the bounds it lies in. `min <= value <= max` holds for every range of the
 * engine.
 */
export interface Range {
  readonly value: number
  readonly min: number
  readonly max: number
}

/** The range that formulas take and return. One class for all keeps member access fast. */
export class Estimate implements Range {
  readonly value: number
  readonly min: number
  readonly max: number

  constructor(value: number, min: number, max: number) {
    this.value = value
    this.min = min
    this.max = max
  }
}

/** A quantity without uncertainty: `exact(3)` is 3 with the bounds 3 and 3. */
export function exact(value: number): Estimate {
  return new Estimate(value, value, value)
}

/** A quantity with its bounds. Bounds on the wrong side of the value move to it. */
export function range(value: number, min: number, max: number): Estimate {
  return new Estimate(value, min < value ? min : value, max > value ? max : value)
}

/** The mean of at least one number. Example: the mean of 10, 20 and 60 is 30. */
export function mean(values: ArrayLike<number>): number {
  let total = 0
  for (let at = 0; at < values.length; at++) total += values[at] as number
  return total / values.length
}

/**
 * The mean of at least one quantity, between the smallest and the largest bound. Example: 10, 20 and 60 give 30 (10 to
 * 60).
 */
export function meanOfRanges(ranges: readonly Range[]): Estimate {
  const least = Math.min(...ranges.map(({ min }) => min))
  const most = Math.max(...ranges.map(({ max }) => max))
  return range(mean(ranges.map(({ value }) => value)), least, most)
}

/**
 * The number that a share of at least one sorted number, 0 to 1, lies below: linear between neighbours (type 7 of
 * Hyndman and Fan 1996). Example: the quantile 0.5 of 1, 2, 3, 4 is 2.5.
 */
export function quantile(sorted: ArrayLike<number>, probability: number): number {
  const rank = (sorted.length - 1) * probability
  const below = Math.floor(rank)
  const lower = sorted[below] as number
  return lower + (rank - below) * ((sorted[below + 1] ?? lower) - lower)
}
