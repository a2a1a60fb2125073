/** An uncertain quantity: its value and the bounds it lies in. `min <= value <= max` holds for all that the engine makes. */
export interface Range {
  readonly value: number
  readonly min: number
  readonly max: number
}

/** The range that formulas take and give. One class, so that reading its members is quick wherever they come from. */
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

/** A quantity with its bounds; bounds on the wrong side of the value are moved to it. */
export function range(value: number, min: number, max: number): Estimate {
  return new Estimate(value, min < value ? min : value, max > value ? max : value)
}

/** The mean of numbers, at least one. Example: of 10, 20 and 60 it is 30. */
export function mean(values: ArrayLike<number>): number {
  let total = 0
  for (let at = 0; at < values.length; at++) total += values[at] as number
  return total / values.length
}

/**
 * What stands for any of some quantities, at least one: their mean, between the smallest and the largest that they may be.
 * Example: of 10, 20 and 60 it is 30 (10 to 60).
 */
export function meanOfRanges(ranges: readonly Range[]): Estimate {
  const least = Math.min(...ranges.map(({ min }) => min))
  const most = Math.max(...ranges.map(({ max }) => max))
  return range(mean(ranges.map(({ value }) => value)), least, most)
}
