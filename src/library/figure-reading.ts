import { nearestNames } from '../catalogue/matching/nearest-names.ts'
import type { ImpactFigure } from '../engine/assessment/impact.ts'
import {
  type Contribution,
  contributionsOf,
  type StageContribution,
  stagesOf,
} from '../engine/readings/contributions.ts'
import { Distribution } from '../engine/readings/distribution.ts'
import { driversOf, type Driver as EngineDriver } from '../engine/readings/drivers.ts'
import { type ExplanationNode, explain, explanationText } from '../engine/readings/explanation.ts'
import { type Graph, graphOfFigure, whatIf } from '../engine/readings/graph.ts'
import { type Likely, likelyOf } from '../engine/readings/likely.ts'
import { ReadingWork } from '../engine/readings/reading-work.ts'
import { samplesOfFigure } from '../engine/readings/sampling/figure-samples.ts'
import {
  type Sampling,
  type Spread,
  type SpreadOf,
  USUAL_SAMPLING,
} from '../engine/readings/sampling/input-distribution.ts'
import { Estimate, type Range } from '../engine/values/range.ts'
import type { Warning } from '../engine/values/warning.ts'
import { adviceOn } from '../input/advice.ts'
import { checkInput } from '../input/check-input.ts'
import { FaultError } from '../input/fault.ts'
import { SamplingInput } from '../input/reading-input.ts'

/** From how many samples (2 to 16,384; 1,024 by default), by which seed (1), of what (ALL). */
export interface SamplingOptions {
  readonly samples?: number
  /** The same gives the same samples. */
  readonly seed?: number
  /** ALL: bounds and the published spread of factors; BOUNDS: bounds alone. */
  readonly spread?: Spread
}

/** What a group of inputs adds to the spread of a figure, and what the caller can do about it. */
export type Driver = EngineDriver & ReturnType<typeof adviceOn>

/** Inputs of a figure by their ids, as they would be instead: a number, or one with bounds. */
export type Overrides = Readonly<Record<string, number | Range>>

/**
 * A figure with all that can be asked of it. What is asked is computed when it is asked.
 *
 * @example
 * const figure = await assessor.figure({ cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }, { duration: 8760 })
 * figure.distribution().quantile(0.95)
 * figure.whatIf({ 'electricity.WOR.gwp': 0.05 }).value
 */
export class FigureReading implements Range {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly unit: string
  readonly warnings: readonly Warning[]
  readonly #figure: ImpactFigure
  readonly #spreadOf: SpreadOf
  #graph: Graph | undefined

  constructor(figure: ImpactFigure, spreadOf: SpreadOf) {
    this.value = figure.value
    this.min = figure.min
    this.max = figure.max
    this.unit = figure.unit
    this.warnings = figure.warnings
    this.#figure = figure
    this.#spreadOf = spreadOf
  }

  /** The figure in every sample. Two figures of one sampling have the same inputs where they share some. */
  samples(options: SamplingOptions = {}): Float64Array {
    return samplesOfFigure(this.#figure, {
      spreadOf: this.#spreadOf,
      sampling: samplingOf(options),
      work: new ReadingWork(),
    })
  }

  /** How likely which values are: mean, standard deviation, quantiles, histogram. Throws a FaultError where too much is asked. */
  distribution(options: SamplingOptions = {}): Distribution {
    return new Distribution(this.samples(options))
  }

  /** The likely range: 5th, 50th and 95th percentile of 1,024 samples. Bounds may lie inside of it, and the value outside. */
  likely(): Likely {
    return likelyOf(this.samples())
  }

  /** What its spread comes from, the largest first; none where nothing varies. Throws as `distribution` does. */
  drivers(options: SamplingOptions = {}): readonly Driver[] {
    const drivers = driversOf(this.#graphOf(), this.#spreadOf, samplingOf(options), undefined, this.#figure.phase)
    return drivers.map((driver) => ({ ...driver, ...adviceOn(driver.property) }))
  }

  /** Its additive parts, component by component and stage by stage. */
  contributions(): readonly Contribution[] {
    return contributionsOf(this.#graphOf(), this.#figure.phase)
  }

  /** What each stage of life adds to it, in the order of a life: making, transport, use, end of life, building. */
  stages(): readonly StageContribution[] {
    return stagesOf(this.contributions())
  }

  /** Inputs and formulas, operands before what uses them; the last is the figure. */
  explanation(): readonly ExplanationNode[] {
    return explain(this.#graphOf(), this.unit, this.#spreadOf)
  }

  /** The same for people: a line for each quantity, with numbers and units. */
  explanationText(): string {
    return explanationText(this.explanation())
  }

  /**
   * The figure with some inputs replaced, all else equal: attributes are not completed anew. Throws a FaultError where there
   * is no such input, or no figure can be computed.
   */
  whatIf(overrides: Overrides): Range {
    const graph = this.#graphOf()
    const leaves = graph.nodes.flatMap((node) => ('id' in node ? [node.id] : []))
    const given = new Map(
      Object.entries(overrides).map(([leaf, instead]) => {
        if (!leaves.includes(leaf)) throw unknownInput(leaf, leaves)
        return [leaf, estimateOf(leaf, instead)]
      }),
    )
    const { value, min, max } = whatIf(graph, given)
    if (![value, min, max].every(Number.isFinite))
      throw new FaultError([
        {
          path: ['overrides'],
          message: 'expected numbers that the figure can be computed from',
          code: 'INVALID_VALUE',
        },
      ])
    return { value, min, max }
  }

  #graphOf(): Graph {
    this.#graph ??= graphOfFigure(this.#figure)
    return this.#graph
  }
}

function samplingOf(options: SamplingOptions): Sampling {
  const { samples = USUAL_SAMPLING.samples, seed = USUAL_SAMPLING.seed, spread = USUAL_SAMPLING.spread } = options
  return { ...checkInput(SamplingInput, { samples, seed }), spread }
}

function estimateOf(leaf: string, instead: number | Range): Estimate {
  const { value, min, max } = typeof instead === 'number' ? { value: instead, min: instead, max: instead } : instead
  if (min <= value && value <= max) return new Estimate(value, min, max)
  throw new FaultError([
    { path: ['overrides', leaf], message: 'expected a number within its bounds', code: 'INVALID_VALUE', value },
  ])
}

function unknownInput(leaf: string, leaves: readonly string[]): FaultError {
  const nearest = nearestNames(leaf, leaves)
  const hint = nearest.length > 0 ? `. Did you mean ${nearest.join(', ')}?` : ''
  const message = `Unknown input ${leaf} of this figure${hint}`
  return new FaultError([{ path: ['overrides', leaf], message, code: 'NOT_FOUND', value: leaf, nearest }])
}
