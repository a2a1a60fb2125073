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
  const { low, high } = endsOf(distribution)
  return { low, median: distribution.quantile(0.5), high }
}

/** The ends of the likely range alone, in half the time. */
export function likelyEnds(samples: Float64Array): Pick<Likely, 'low' | 'high'> {
  return endsOf(new Distribution(samples))
}

function endsOf(distribution: Distribution) {
  return { low: distribution.quantile(0.05), high: distribution.quantile(0.95) }
}
