import type { NumberAttribute } from '../values/attribute.ts'
import { type Column, columnOf, MOST_REMEMBERED } from './sampling/columns.ts'
import type { Sampling, SpreadOf, Stream } from './sampling/input-distribution.ts'

/** Steps, of about 5 ns, to draw a sample of an input. */
const DRAWING = 20
/** Steps per sample to sort samples. */
export const ORDERING = 6
/** Steps to compute a node again. */
export const REPLAYING = 50
/** Steps to record a node. */
export const NOTING = 300

/**
 * Work shared by the readings of one request. Each column is drawn once for all figures that use it. All work counts
 * together, in steps of about 5 ns. Beyond `most` steps it calls `refuse`, which must throw.
 */
export class ReadingWork {
  readonly #most: number
  readonly #refuse: () => never
  readonly #drawn = new Map<string, Column>()
  #remembered = 0
  #done = 0

  constructor(most = Number.POSITIVE_INFINITY, refuse: () => never = neverRefused) {
    this.#most = most
    this.#refuse = refuse
  }

  /** Counts steps before the work: `steps` for each sample. */
  spend(steps: number, samples = 1): void {
    this.#done += steps * samples
    if (this.#done > this.#most) this.#refuse()
  }

  /** The values of a leaf in all samples; undefined if it has only one value. */
  draw(
    id: string,
    quantity: NumberAttribute,
    spreadOf: SpreadOf,
    sampling: Sampling,
    stream: Stream,
  ): Float64Array | undefined {
    const { samples, seed, spread } = sampling
    const gsd2 = spread === 'ALL' && quantity.leaf !== undefined ? spreadOf(quantity.leaf) : undefined
    const key = `${seed}/${stream}/${samples}/${id}`
    const known = this.#drawn.get(key)
    const drawn = columnOf(key, { id, quantity, gsd2, sampling, stream }, known)
    const { values } = drawn
    if (drawn === known || values === undefined) return values
    // The cost of a request must not depend on what other requests have drawn.
    this.spend(gsd2 === undefined ? DRAWING : 2 * DRAWING, samples)
    if (known === undefined && this.#remembered + samples <= MOST_REMEMBERED) {
      this.#remembered += samples
      this.#drawn.set(key, drawn)
    }
    return values
  }
}

function neverRefused(): never {
  throw new Error('The computation has too many values')
}
