import { deserialize, serialize } from 'node:v8'
import {
  type AssessOptions,
  type Counts,
  type RowFacts,
  SampleSums,
  Scope,
  Sums,
  spanOf,
  type Totals,
  type WrittenScope,
} from '../library/index.ts'

/** How the rows of a file are assessed. */
export type EvaluationOptions = AssessOptions & { readonly criteria: NonNullable<AssessOptions['criteria']> }

/** A tally in a form that can be sent to another thread. */
export interface WrittenTally extends Counts {
  readonly sums: Float64Array
  /** Sums of the samples (see `SampleSums`), if likely ranges are requested. */
  readonly samples: Float64Array | undefined
  readonly scope: WrittenScope
}

/** Running totals of assessed rows, in their order. Tallies of parts add up to that of the whole. */
export class Tally {
  readonly sums: Sums
  /** Undefined unless likely ranges are requested. */
  readonly samples: SampleSums | undefined
  readonly #scope: Scope

  constructor(options: EvaluationOptions, release: string) {
    const { criteria, boundary, likely } = options
    this.sums = new Sums(criteria, boundary)
    this.samples = likely ? new SampleSums(criteria, boundary) : undefined
    this.#scope = new Scope(spanOf(options), release)
  }

  /** Adds the figures of an asset: see `Sums.add`. */
  add(row: ArrayLike<number>, quantity: number, facts: RowFacts, units: number, rows: number): void {
    this.sums.add(row, quantity, facts, units, rows)
    this.#scope.add(facts.conditions)
  }

  /** Adds the tally of later rows. */
  addWritten({ sums, samples, scope, ...counts }: WrittenTally): void {
    this.sums.addSums(sums, counts)
    if (samples !== undefined) this.samples?.addSums(samples)
    this.#scope.addWritten(scope)
  }

  /** Adds the tallies of later parts, in their order: see `tallyText`. */
  addTexts(texts: readonly string[]): this {
    for (const text of texts) this.addWritten(deserialize(Buffer.from(text, 'base64')) as WrittenTally)
    return this
  }

  get written(): WrittenTally {
    return { ...this.sums.counts, sums: this.sums.sums, samples: this.samples?.numbers, scope: this.#scope.written }
  }

  get totals(): Totals {
    return this.sums.totals(this.#scope, this.samples)
  }
}

/** A tally as text, which the same version reads. */
export function tallyText(tally: WrittenTally): string {
  return serialize(tally).toString('base64')
}
