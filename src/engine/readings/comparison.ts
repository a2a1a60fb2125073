import { type Impact, type ImpactFigure, PHASES, type Phase, type Span, USUAL_DURATION } from '../assessment/impact.ts'
import type { Range } from '../values/range.ts'
import { type Warning, warning } from '../values/warning.ts'
import { Distribution } from './distribution.ts'
import { type Likely, likelyOf } from './likely.ts'
import { heldAgainst, type PhasesCompared, phasesHeld } from './phases-held.ts'
import { sumOfSamples } from './sampling/figure-samples.ts'

/** Two sides of a comparison, by index. */
export interface ComparedPair extends PhasesCompared {
  readonly a: number
  readonly b: number
  /** Whether both figures come from the same data, for the same use in the same place. Nothing then ranks the two. */
  readonly sameData: boolean
  /**
   * Share of the samples in which a is lower than b. Samples in which both are equal count half: 0.5 for the same data.
   * Shared inputs have the same value in both. 0 if nothing is compared.
   */
  readonly probabilityALower: number
  /** b - a */
  readonly difference: Distribution
  /** b / a */
  readonly ratio: Distribution
}

/** One side of a comparison. */
export interface ComparedSide {
  /**
   * Share of the samples in which it is the lowest, by the phases that all have, 0 to 1; 0 if there are none. Equal
   * sides split a sample.
   */
  readonly probabilityLowest: number
  /** Whether it is comparable with each other side. */
  readonly comparable: boolean
  readonly reason: string | undefined
}

/**
 * The warnings about the spans of what each side assesses: assets of a fleet may have their own. `duration` is that of
 * the request.
 */
export function warningsAboutSpans(sides: readonly (readonly Span[])[], duration: number | undefined) {
  const durations = new Set(sides.flat().map((span) => span.duration))
  const kinds = sides.map((spans) => [...new Set(spans.map(wordsOf))].sort().join('; '))
  return [
    ...(duration === undefined && durations.has(USUAL_DURATION) ? [durationAssumed(durations.size > 1)] : []),
    ...(new Set(kinds).size > 1 ? [SPANS_DIFFER] : []),
  ]
}

const SPANS_DIFFER = warning(
  'SPANS_DIFFER',
  'The items cover different durations, allocations or boundaries. Part of the difference comes from that.',
)

function durationAssumed(hasOthers: boolean): Warning {
  const what = hasOthers ? 'Items without a duration of their own cover' : 'The comparison covers'
  const message = `You gave no duration. ${what} one year (8,760 hours), because lifetimes differ.`
  return warning('DURATION_ASSUMED', message)
}

function wordsOf({ duration, allocation, boundary = 'EQUIPMENT' }: Span): string {
  return `${duration} ${allocation} ${boundary}`
}

/** The sides of a comparison, and how to compare them. */
interface ComparedImpacts {
  readonly impacts: readonly Impact[]
  readonly labels: readonly string[]
  /** A number for the data of each side: the same number if two differ in place and use at most. */
  readonly data: readonly number[]
  /** The figure in every sample. All figures share one draw, so that shared inputs are equal. */
  readonly samplesOf: (figure: ImpactFigure) => Float64Array
  /** Number of samples. */
  readonly size: number
  /** The phase to compare, if not the total. */
  readonly only?: Phase | undefined
}

/**
 * Compares impacts of one criterion and span, on the phases that both sides of a pair have for all their units. A pair
 * is not comparable if one side lacks a phase that the other has.
 */
export function compareImpacts({ impacts, labels, data, samplesOf, size, only }: ComparedImpacts) {
  const counted = impacts.map(({ covered }) => {
    return covered.coverage.filter(({ phase }) => only === undefined || phase === only)
  })
  const held = counted.map(phasesHeld)
  const drawn = new Map<ImpactFigure, Float64Array>()
  const draw = (figure: ImpactFigure): Float64Array => {
    const samples = drawn.get(figure) ?? samplesOf(figure)
    drawn.set(figure, samples)
    return samples
  }
  /** A phase of a side, or the equal one of the first side with the same data: both then have one set of samples. */
  const figureOf = (index: number, phase: Phase): ImpactFigure | undefined => {
    const figure = impacts[index]?.phase(phase)
    const first = impacts.find((impact, at) => data[at] === data[index] && haveSameBounds(impact.phase(phase), figure))
    return first?.phase(phase)
  }
  /** The sum of some phases in every sample. */
  const sampled = (index: number, phases: readonly Phase[]): Float64Array => {
    const figures = phases.flatMap((phase) => figureOf(index, phase) ?? [])
    return figures.length === 0 ? new Float64Array(size) : sumOfSamples(figures.map(draw))
  }
  const pairs = impacts.flatMap((_, a) =>
    impacts.slice(a + 1).map((_, further): ComparedPair => {
      const b = a + 1 + further
      const [ofA, ofB] = [held[a] ?? [], held[b] ?? []]
      const all = counted[a]?.map(({ phase }) => phase) ?? []
      const against = heldAgainst(all, [labels[a] ?? '', ofA], [labels[b] ?? '', ofB])
      const sameData =
        against.comparable && data[a] === data[b] && all.every((phase) => figureOf(a, phase) === figureOf(b, phase))
      const hasVerdict = against.hasVerdict && !sameData
      return new Pair(
        { a, b, ...against, sameData, hasVerdict },
        sampled(a, against.phases),
        sampled(b, against.phases),
      )
    }),
  )
  // Outside a data centre the building is 0 for all, which does not rank them.
  const common = (held[0] ?? []).filter(
    (phase) => held.every((phases) => phases.includes(phase)) && impacts.some((impact) => impact.phase(phase)),
  )
  const lowest = common.length === 0 ? [] : probabilitiesLowest(impacts.map((_, index) => sampled(index, common)))
  const items = impacts.map((_, index): ComparedSide => {
    const odd = pairs.find(({ a, b, comparable }) => !comparable && (a === index || b === index))
    return { probabilityLowest: lowest[index] ?? 0, comparable: odd === undefined, reason: odd?.reason }
  })
  /** The likely range of an item, over its known phases. */
  const likely = (index: number): Likely => likelyOf(sampled(index, only === undefined ? PHASES : [only]))
  return { items, pairs, likely }
}

/** Compares two figures by their samples. Both must come from one draw of the same size. */
export function pairOf(
  a: Float64Array,
  b: Float64Array,
): Pick<ComparedPair, 'probabilityALower' | 'difference' | 'ratio'> {
  const whole = { comparable: true, hasVerdict: true, phases: PHASES, reason: undefined }
  return new Pair({ a: 0, b: 1, sameData: false, ...whole }, a, b)
}

/** Sums in another order differ in their last digits. */
const SAME_FIGURE = 1e-9

function haveSameBounds(one: Range | undefined, other: Range | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return isSame(one.value, other.value) && isSame(one.min, other.min) && isSame(one.max, other.max)
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME_FIGURE * Math.max(Math.abs(one), Math.abs(other))
}

/** For each thing, the share of the samples in which it is the lowest. Equally low things split a sample. */
function probabilitiesLowest(samples: readonly Float64Array[]): readonly number[] {
  const counts = samples.map(() => 0)
  const size = samples[0]?.length ?? 0
  for (let k = 0; k < size; k++) {
    const least = Math.min(...samples.map((values) => values[k] as number))
    const lowest = samples.flatMap((values, index) => (values[k] === least ? [index] : []))
    for (const index of lowest) counts[index] = (counts[index] ?? 0) + 1 / lowest.length
  }
  return counts.map((count) => count / size)
}

class Pair implements ComparedPair {
  readonly a: number
  readonly b: number
  readonly sameData: boolean
  readonly comparable: boolean
  readonly hasVerdict: boolean
  readonly phases: readonly Phase[]
  readonly reason: string | undefined
  readonly #ofA: Float64Array
  readonly #ofB: Float64Array

  constructor(
    {
      a,
      b,
      sameData,
      comparable,
      hasVerdict,
      phases,
      reason,
    }: Omit<ComparedPair, 'probabilityALower' | 'difference' | 'ratio'>,
    ofA: Float64Array,
    ofB: Float64Array,
  ) {
    this.a = a
    this.b = b
    this.sameData = sameData
    this.comparable = comparable
    this.hasVerdict = hasVerdict
    this.phases = phases
    this.reason = reason
    this.#ofA = ofA
    this.#ofB = ofB
  }

  get probabilityALower(): number {
    if (this.phases.length === 0) return 0
    let lower = 0
    for (let k = 0; k < this.#ofA.length; k++) {
      const [ofA, ofB] = [this.#ofA[k] as number, this.#ofB[k] as number]
      lower += ofA < ofB ? 1 : ofA === ofB ? 0.5 : 0
    }
    return lower / this.#ofA.length
  }

  get difference(): Distribution {
    const differences = new Float64Array(this.#ofA.length)
    for (let k = 0; k < differences.length; k++) differences[k] = (this.#ofB[k] as number) - (this.#ofA[k] as number)
    return new Distribution(differences)
  }

  /** Samples with a at 0 have no ratio; if all are so, both count as equal. 0 if nothing is compared. */
  get ratio(): Distribution {
    const ratios = new Float64Array(this.#ofA.length)
    let count = 0
    for (let k = 0; k < ratios.length; k++) {
      const ratio = (this.#ofB[k] as number) / (this.#ofA[k] as number)
      if (Number.isFinite(ratio)) ratios[count++] = ratio
    }
    return new Distribution(count === 0 ? Float64Array.of(this.phases.length === 0 ? 0 : 1) : ratios.subarray(0, count))
  }
}
