import type { NumberAttribute } from '../figures/attribute.ts'
import { drawInput, type Sampling, type SpreadOf, type Stream } from './sampling/input-distribution.ts'

/** Steps, of some 5 ns, that a sample of an input takes to be drawn. */
const DRAWING = 20
/** Steps that a sample takes to be compared with others, where they are put in order. */
export const ORDERING = 6
/** Steps that a node takes to be noted. */
export const NOTING = 300

/** Numbers of columns that are remembered: 32 MB. */
const MOST_REMEMBERED = 4_000_000

/** A column, and what it was drawn of. */
interface Drawn {
  readonly quantity: NumberAttribute
  readonly gsd2: number | undefined
  readonly column: Float64Array | undefined
}

/**
 * What the readings of one request share: columns are drawn once for all figures that an input enters, and what is computed
 * counts together, in steps of some 5 ns. `refuse` is called when that is more than `most` steps; it must throw.
 */
export class ReadingWork {
  readonly #most: number
  readonly #refuse: () => never
  readonly #drawn = new Map<string, Drawn>()
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
    const gsd2 = spread === 'ALL' ? spreadOf(id) : undefined
    const key = `${seed}/${stream}/${samples}/${id}`
    const known = this.#drawn.get(key)
    if (known !== undefined && known.gsd2 === gsd2 && isSame(known.quantity, quantity)) return known.column
    const column = drawInput(id, quantity, gsd2, sampling, stream)
    if (column !== undefined) this.spend(gsd2 === undefined ? DRAWING : 2 * DRAWING, samples)
    const size = column?.length ?? 0
    if (known === undefined && this.#remembered + size <= MOST_REMEMBERED) {
      this.#remembered += size
      this.#drawn.set(key, { quantity, gsd2, column })
    }
    return column
  }
}

/** One id may stand for other numbers in another release, or in another part of a request. */
function isSame(one: NumberAttribute, other: NumberAttribute): boolean {
  return (
    one === other ||
    (one.value === other.value &&
      one.min === other.min &&
      one.max === other.max &&
      one.leaf?.rows?.values === other.leaf?.rows?.values)
  )
}

function neverRefused(): never {
  throw new Error('More values were computed than there are numbers')
}
