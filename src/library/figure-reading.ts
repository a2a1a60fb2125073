import type { ImpactFigure } from '../engine/assessment/impact.ts'
import { Estimate, type Range } from '../engine/figures/range.ts'
import type { Warning } from '../engine/figures/warning.ts'
import { type Contribution, contributionsOf } from '../engine/readings/contributions.ts'
import { Distribution } from '../engine/readings/distribution.ts'
import { type Driver, driversOf } from '../engine/readings/drivers.ts'
import { type ExplanationNode, explain, explanationText } from '../engine/readings/explanation.ts'
import { type Graph, graphOfFigure } from '../engine/readings/graph.ts'
import {
  type Sampling,
  type Spread,
  type SpreadOf,
  USUAL_SAMPLING,
} from '../engine/readings/sampling/input-distribution.ts'
import { samplesOf } from '../engine/readings/sampling/samples.ts'
import { whatIf } from '../engine/readings/what-if.ts'
import { checkInput } from '../input/check-input.ts'
import { FaultError } from '../input/fault.ts'
import { SamplingInput } from '../input/sampling-input.ts'
import { nearestNames } from '../reference/matching/nearest-names.ts'

/** From how many samples (2 to 16,384; 1,024 by default), by which seed (1), of what (ALL). */
export interface SamplingOptions {
  readonly samples?: number
  /** The same gives the same samples. */
  readonly seed?: number
  /** ALL: bounds and the published spread of factors; BOUNDS: bounds alone. */
  readonly spread?: Spread
}

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
    return samplesOf(this.#graphOf(), this.#spreadOf, samplingOf(options))
  }

  /** How likely which values are: mean, standard deviation, quantiles, histogram. Throws a FaultError where too much is asked. */
  distribution(options: SamplingOptions = {}): Distribution {
    return new Distribution(this.samples(options))
  }

  /** What its spread comes from, the largest first; none where nothing varies. Throws as `distribution` does. */
  drivers(options: SamplingOptions = {}): readonly Driver[] {
    return driversOf(this.#graphOf(), this.#spreadOf, samplingOf(options))
  }

  /** Its additive parts, component by component and phase by phase. */
  contributions(): readonly Contribution[] {
    return contributionsOf(this.#graphOf(), this.#figure.phase)
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
  const hint = nearest.length > 0 ? `; did you mean ${nearest.join(', ')}?` : ''
  const message = `${leaf} is no input of this figure${hint}`
  return new FaultError([{ path: ['overrides', leaf], message, code: 'NOT_FOUND', value: leaf, nearest }])
}
