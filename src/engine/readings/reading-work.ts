import type { NumberAttribute } from '../values/attribute.ts'
import { type Column, columnOf, MOST_REMEMBERED } from './sampling/columns.ts'
import type { Sampling, SpreadOf, Stream } from './sampling/input-distribution.ts'

/** Steps, of some 5 ns, that a sample of an input takes to be drawn. */
const DRAWING = 20
/** Steps that a sample takes to be compared with others, where they are put in order. */
export const ORDERING = 6
/** Steps that a node takes to be computed again. */
export const REPLAYING = 50
/** Steps that a node takes to be noted. */
export const NOTING = 300

/**
 * What the readings of one request share: columns are drawn once for all figures that an input enters, and what is computed
 * counts together, in steps of some 5 ns. `refuse` is called when that is more than `most` steps; it must throw.
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

  /** Counts steps before they are taken: so many for each sample. */
  spend(steps: number, samples = 1): void {
    this.#done += steps * samples
    if (this.#done > this.#most) this.#refuse()
  }

  /** The values of a leaf in all samples; undefined where it has one value only. */
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
    // What a request costs does not depend on what others have drawn.
    this.spend(gsd2 === undefined ? DRAWING : 2 * DRAWING, samples)
    if (known === undefined && this.#remembered + samples <= MOST_REMEMBERED) {
      this.#remembered += samples
      this.#drawn.set(key, drawn)
    }
    return values
  }
}

function neverRefused(): never {
  throw new Error('More values were computed than there are numbers')
}
