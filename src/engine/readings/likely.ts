import { Distribution } from './distribution.ts'

/** The likely range of a figure: nine in ten of its samples lie between low and high. */
export interface Likely {
  /** The 5th percentile. */
  readonly low: number
  readonly median: number
  /** The 95th percentile. */
  readonly high: number
}

/**
 * The likely range of samples: their quantiles 0.05, 0.5 and 0.95 (type 7). For a constant all three are equal.
 * Example: for 0, 1, ..., 100 they are 5, 50 and 95.
 */
export function likelyOf(samples: Float64Array): Likely {
  const distribution = new Distribution(samples)
  return { low: distribution.quantile(0.05), median: distribution.quantile(0.5), high: distribution.quantile(0.95) }
}
