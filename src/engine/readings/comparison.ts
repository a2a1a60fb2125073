import { Distribution } from './distribution.ts'

/** Two of what is compared, by their places. */
export interface ComparedPair {
  readonly a: number
  readonly b: number
  /** Share of the samples in which a is lower than b; both have the same inputs where they share some. */
  readonly probabilityALower: number
  /** b - a */
  readonly difference: Distribution
  /** b / a */
  readonly ratio: Distribution
}

/**
 * Each with each, of samples that were drawn together: one list for each thing, of equal length; those without a figure are
 * undefined, and in no pair.
 */
export function pairsOf(samples: readonly (Float64Array | undefined)[]): readonly ComparedPair[] {
  return samples.flatMap((a, place) =>
    samples.slice(place + 1).flatMap((b, further) => {
      if (a === undefined || b === undefined) return []
      return [new Pair(place, place + 1 + further, a, b)]
    }),
  )
}

/** For each thing the share of the samples in which it is the lowest; things that are equally low share a sample. */
export function probabilitiesLowest(samples: readonly (Float64Array | undefined)[]): readonly number[] {
  const counts = samples.map(() => 0)
  const known = samples.flatMap((values, place) => (values === undefined ? [] : [{ values, place }]))
  const size = known[0]?.values.length ?? 0
  for (let k = 0; k < size; k++) {
    const least = Math.min(...known.map(({ values }) => values[k] as number))
    const lowest = known.filter(({ values }) => values[k] === least)
    for (const { place } of lowest) counts[place] = (counts[place] ?? 0) + 1 / lowest.length
  }
  return counts.map((count) => (size === 0 ? 0 : count / size))
}

class Pair implements ComparedPair {
  readonly a: number
  readonly b: number
  readonly #ofA: Float64Array
  readonly #ofB: Float64Array

  constructor(a: number, b: number, ofA: Float64Array, ofB: Float64Array) {
    this.a = a
    this.b = b
    this.#ofA = ofA
    this.#ofB = ofB
  }

  get probabilityALower(): number {
    let lower = 0
    for (let k = 0; k < this.#ofA.length; k++) if ((this.#ofA[k] as number) < (this.#ofB[k] as number)) lower++
    return lower / this.#ofA.length
  }

  get difference(): Distribution {
    const differences = new Float64Array(this.#ofA.length)
    for (let k = 0; k < differences.length; k++) differences[k] = (this.#ofB[k] as number) - (this.#ofA[k] as number)
    return new Distribution(differences)
  }

  /** Samples in which a is 0 have no ratio; where all are so, both count as equal. */
  get ratio(): Distribution {
    const ratios = new Float64Array(this.#ofA.length)
    let count = 0
    for (let k = 0; k < ratios.length; k++) {
      const ratio = (this.#ofB[k] as number) / (this.#ofA[k] as number)
      if (Number.isFinite(ratio)) ratios[count++] = ratio
    }
    return new Distribution(count === 0 ? Float64Array.of(1) : ratios.subarray(0, count))
  }
}
