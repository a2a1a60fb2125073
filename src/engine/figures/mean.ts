import { type Estimate, type Range, range } from './range.ts'

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
