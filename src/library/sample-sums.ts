import type { Asset } from '../engine/assessment/asset.ts'
import type { Boundary, Span } from '../engine/assessment/impact.ts'
import { commonGraphOf } from '../engine/readings/graph.ts'
import { type Likely, likelyEnds, likelyOf } from '../engine/readings/likely.ts'
import { ReadingWork } from '../engine/readings/reading-work.ts'
import { sumOfSamples } from '../engine/readings/sampling/figure-samples.ts'
import { type SpreadOf, USUAL_SAMPLING } from '../engine/readings/sampling/input-distribution.ts'
import { NodeColumns } from '../engine/readings/sampling/node-columns.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Estimate } from '../engine/values/range.ts'
import { type FigureRow, type Phase, phasesWithin } from './figure-row.ts'

const { samples: SAMPLES } = USUAL_SAMPLING

/**
 * Figures of an asset in every sample: the energy, then by criterion and phase without the total. Undefined without a
 * figure.
 */
export type AssetSamples = readonly (Float64Array | undefined)[]

/** Phases that sum to the total. */
export function partsWithin(boundary: Boundary | undefined): readonly Phase[] {
  return phasesWithin(boundary).filter((phase) => phase !== 'total')
}

/** Draws the figures of assets one by one. Common parts are computed once. */
export class AssetSampler {
  readonly #columns: NodeColumns
  readonly #criteria: readonly Criterion[]
  readonly #phases: readonly Phase[]

  /** `boundary` is that of the whole answer. An asset can have a narrower one. */
  constructor(criteria: readonly Criterion[], boundary: Boundary | undefined, spreadOf: SpreadOf) {
    this.#criteria = criteria
    this.#phases = partsWithin(boundary)
    this.#columns = new NodeColumns({ spreadOf, sampling: USUAL_SAMPLING, work: new ReadingWork() })
  }

  draw(asset: Asset, span: Span): AssetSamples {
    const energyOf = (fresh: Asset) => fresh.energy(span.duration, span.boundary)?.result
    if (this.#criteria.length === 0) return this.#drawn(() => [energyOf(asset.again())])
    // Each criterion has its own graph, because an input may have bounds in only one. The energy costs least in the
    // first. Creating the asset anew records its computed inputs too, such as an instance's shares of its host.
    return this.#criteria.flatMap((criterion, index) =>
      this.#drawn(() => {
        const fresh = asset.again()
        const impact = fresh.impact(criterion, span)
        const phases = this.#phases.map((phase) => impact[phase]?.result)
        return index === 0 ? [energyOf(fresh), ...phases] : phases
      }),
    )
  }

  #drawn(compute: () => readonly (Estimate | undefined)[]): AssetSamples {
    const graph = commonGraphOf(compute)
    const samples = graph.results.map((place) => (place === undefined ? undefined : new Float64Array(SAMPLES)))
    this.#columns.add(graph, 1, samples as readonly Float64Array[])
    return samples
  }
}

/**
 * The likely ranges of an asset: low and high for each criterion and phase, including the total; NaN without a figure.
 * `figures` are its own: one without samples is a constant, both of whose ends are its value. See `likelyColumns`.
 */
export function likelyRow(samples: AssetSamples, figures: FigureRow, boundary: Boundary | undefined): Float64Array {
  const { length } = partsWithin(boundary)
  const row: number[] = []
  for (let from = 1; from < samples.length; from += length) {
    const parts = samples.slice(from, from + length)
    for (const each of [...parts, sumOfKnown(parts)]) {
      // A phase has two ends here, and three numbers there.
      const value = figures[(row.length / 2) * 3] as number
      const { low, high } = each === undefined ? { low: value, high: value } : likelyEnds(each)
      row.push(low, high)
    }
  }
  return Float64Array.from(row)
}

/** The names of these numbers: `gwp_embedded_low`, `gwp_embedded_high`, ... */
export function likelyColumns(criteria: readonly Criterion[], boundary: Boundary | undefined): readonly string[] {
  return criteria.flatMap((code) =>
    phasesWithin(boundary).flatMap((phase) => [`${code}_${phase}_low`, `${code}_${phase}_high`]),
  )
}

/**
 * Sums of samples as files store them: of the energy, and by criterion and phase without the total, 1,024 numbers each.
 */
export type WrittenSamples = Readonly<
  Partial<Record<Criterion, Readonly<Partial<Record<Phase, readonly number[]>>>>>
> & {
  readonly energy?: readonly number[]
}

/** Sums of the samples of many assets, of their energy and by criterion and phase, sample by sample. */
export class SampleSums {
  /** All sums end to end. */
  readonly numbers: Float64Array
  readonly #criteria: readonly Criterion[]
  readonly #phases: readonly Phase[]

  constructor(criteria: readonly Criterion[], boundary?: Boundary, numbers?: Float64Array) {
    this.#criteria = criteria
    this.#phases = partsWithin(boundary)
    this.numbers = numbers ?? new Float64Array((1 + criteria.length * this.#phases.length) * SAMPLES)
  }

  /** Adds the samples of an asset, times its quantity. */
  add(samples: AssetSamples, times: number): void {
    for (const [place, each] of samples.entries()) {
      if (each === undefined) continue
      const from = place * SAMPLES
      for (let at = 0; at < SAMPLES; at++) (this.numbers[from + at] as number) += (each[at] as number) * times
    }
  }

  /** Adds sums that were drawn separately. */
  addSums(later: Float64Array): void {
    for (let at = 0; at < this.numbers.length; at++) (this.numbers[at] as number) += later[at] as number
  }

  /** The form that `addWritten` reads. */
  toJSON(): WrittenSamples {
    const phases = (criterion: Criterion) =>
      Object.fromEntries(this.#phases.map((phase) => [phase, [...this.#of(criterion, phase)]]))
    const impacts = Object.fromEntries(this.#criteria.map((criterion) => [criterion, phases(criterion)]))
    return { energy: [...this.#at(0)], ...impacts }
  }

  /** Adds written sums. Throws a RangeError if their criteria or boundary differ. */
  addWritten(written: WrittenSamples): void {
    const add = (own: Float64Array, later: readonly number[] = [], name: string) => {
      if (later.length !== SAMPLES || !later.every(Number.isFinite))
        throw new RangeError(`Expected ${SAMPLES} samples of ${name}`)
      for (let at = 0; at < SAMPLES; at++) (own[at] as number) += later[at] as number
    }
    for (const criterion of this.#criteria) {
      for (const phase of this.#phases)
        add(this.#of(criterion, phase), written[criterion]?.[phase], `${criterion}, ${phase}`)
    }
    add(this.#at(0), written.energy, 'energy')
  }

  /** The likely range of the sum of some phases of a criterion. */
  likely(criterion: Criterion, phases: readonly Phase[]): Likely {
    return likelyOf(sumOfSamples(phases.map((phase) => this.#of(criterion, phase))))
  }

  /** The likely range of the energy. */
  get energy(): Likely {
    return likelyOf(this.#at(0))
  }

  /** The ends of the likely ranges of impacts, in the order of `likelyColumns`. */
  get ends(): readonly number[] {
    const sums = [...this.#phases.map((phase) => [phase]), this.#phases]
    return this.#criteria.flatMap((criterion) =>
      sums.flatMap((phases) => {
        const { low, high } = this.likely(criterion, phases)
        return [low, high]
      }),
    )
  }

  #of(criterion: Criterion, phase: Phase): Float64Array {
    const row = this.#criteria.indexOf(criterion) * this.#phases.length
    return this.#at(1 + row + this.#phases.indexOf(phase))
  }

  #at(place: number): Float64Array {
    return this.numbers.subarray(place * SAMPLES, (place + 1) * SAMPLES)
  }
}

function sumOfKnown(parts: AssetSamples): Float64Array | undefined {
  const known = parts.filter((each) => each !== undefined)
  return known.length === 0 ? undefined : sumOfSamples(known)
}
