import { mean } from '../values/range.ts'

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
  /** The samples, sorted as far as needed so far. */
  #ordered: Float64Array | undefined
  #isSorted = false
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
    const last = this.#samples.length - 1
    const rank = last * probability
    const below = Math.floor(rank)
    this.#quantiles++
    if (this.#quantiles > FEW_QUANTILES) this.#sort()
    this.#ordered ??= this.#samples.slice()
    const lower = this.#at(this.#ordered, below)
    const upper = this.#at(this.#ordered, Math.min(below + 1, last))
    return lower + (rank - below) * (upper - lower)
  }

  #at(ordered: Float64Array, rank: number): number {
    return this.#isSorted ? (ordered[rank] ?? Number.NaN) : orderStatistic(ordered, rank)
  }

  #sort(): Float64Array {
    this.#ordered ??= this.#samples.slice()
    if (!this.#isSorted) this.#ordered.sort()
    this.#isSorted = true
    return this.#ordered
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

/**
 * The number at an index, from 0, of the sorted numbers, which must be finite. Reorders the numbers so that smaller
 * ones precede the index and larger ones follow it (Hoare's selection, median of three). Takes a third of the time of
 * sorting.
 *
 * @example
 * orderStatistic(Float64Array.of(3, 1, 2), 1) // 2
 */
function orderStatistic(numbers: Float64Array, index: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const pivot = medianOf(numbers[low] as number, numbers[(low + high) >> 1] as number, numbers[high] as number)
    let left = low
    let right = high
    while (left <= right) {
      while ((numbers[left] as number) < pivot) left++
      while ((numbers[right] as number) > pivot) right--
      if (left > right) break
      const kept = numbers[left] as number
      numbers[left] = numbers[right] as number
      numbers[right] = kept
      left++
      right--
    }
    if (index <= right) high = right
    else if (index >= left) low = left
    else break
  }
  return numbers[index] as number
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
