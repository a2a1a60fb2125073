import { mean, quantile } from '../values/range.ts'

/** Samples between two numbers, in bins of equal width. */
export interface HistogramBin {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** For more quantiles than this, sorting the samples is faster. */
const FEW_QUANTILES = 6

/** Statistics of the samples of a figure; there are at least 2. */
export class Distribution {
  /** In the order of the draw; the result of a sum depends on it. */
  readonly #samples: Float64Array
  #sorted: Float64Array | undefined
  #buckets: Buckets | undefined
  #quantiles = 0

  constructor(samples: Float64Array) {
    this.#samples = samples
  }

  get mean(): number {
    return mean(this.#samples)
  }

  /** With the divisor N - 1. */
  get standardDeviation(): number {
    return Math.sqrt(varianceOf(this.#samples))
  }

  /**
   * The number that a share of the samples, 0 to 1, lies below: linear between order statistics (type 7 of Hyndman and
   * Fan 1996). Example: the quantile 0.5 of 1, 2, 3, 4 is 2.5.
   */
  quantile(probability: number): number {
    const rank = (this.#samples.length - 1) * probability
    const below = Math.floor(rank)
    return quantile(this.#from(below), rank - below)
  }

  /** The sorted numbers at an index and, unless it is the last, after it. */
  #from(index: number): ArrayLike<number> {
    if (this.#sorted !== undefined || ++this.#quantiles > FEW_QUANTILES) return this.#sort().subarray(index, index + 2)
    this.#buckets ??= new Buckets(this.#samples)
    return this.#buckets.from(index)
  }

  #sort(): Float64Array {
    this.#sorted ??= this.#samples.slice().sort()
    return this.#sorted
  }

  /** Bins of equal width from the smallest sample to the largest; one bin if all samples are equal. */
  histogram(bins: number): readonly HistogramBin[] {
    const sorted = this.#sort()
    const [least = 0, most = 0] = [sorted[0], sorted.at(-1)]
    if (least === most) return [{ from: least, to: most, count: sorted.length }]
    const edge = (bin: number) => (bin === bins ? most : least + ((most - least) * bin) / bins)
    const made: HistogramBin[] = []
    let at = 0
    for (let bin = 0; bin < bins; bin++) {
      const [from, to, first] = [edge(bin), edge(bin + 1), at]
      while (at < sorted.length && (bin === bins - 1 || (sorted[at] as number) < to)) at++
      made.push({ from, to, count: at - first })
    }
    return made
  }
}

/** With the divisor N - 1; 0 for one sample. */
export function varianceOf(samples: Float64Array): number {
  if (samples.length < 2) return 0
  const centre = mean(samples)
  let sum = 0
  for (const sample of samples) sum += (sample - centre) ** 2
  return sum / (samples.length - 1)
}

/** About 2 of the usual 1,024 samples each. */
const BUCKETS = 512

/** Finite numbers in buckets of equal width. Finding one by rank takes a fifth of the time of sorting all. */
class Buckets {
  readonly #numbers: Float64Array
  readonly #least: number
  readonly #perUnit: number
  readonly #counts = new Uint32Array(BUCKETS)

  constructor(numbers: Float64Array) {
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let at = 0; at < numbers.length; at++) {
      const each = numbers[at] as number
      if (each < least) least = each
      if (each > most) most = each
    }
    this.#numbers = numbers
    this.#least = least
    this.#perUnit = (BUCKETS - 1) / (most - least)
    for (let at = 0; at < numbers.length; at++) (this.#counts[this.#bucketOf(numbers[at] as number)] as number)++
  }

  /** The numbers at two indexes of the sorted numbers, from one on; only one at the end. */
  from(index: number): readonly number[] {
    const counts = this.#counts
    let first = 0
    let before = 0
    while (before + (counts[first] as number) <= index) before += counts[first++] as number
    let last = first
    let until = before + (counts[last] as number)
    while (until <= index + 1 && last < BUCKETS - 1) until += counts[++last] as number
    const within: number[] = []
    for (let at = 0; at < this.#numbers.length; at++) {
      const each = this.#numbers[at] as number
      const bucket = this.#bucketOf(each)
      if (bucket >= first && bucket <= last) within.push(each)
    }
    within.sort((one, other) => one - other)
    return within.slice(index - before, index - before + 2)
  }

  /** The first bucket has all numbers if they are equal. */
  #bucketOf(number: number): number {
    return ((number - this.#least) * this.#perUnit) | 0
  }
}
