import type { Origin } from '../catalogue/origins.ts'
import type { Source } from '../catalogue/tables.ts'
import { unknownInput } from '../catalogue/unknown-input.ts'
import { type Conditions, conditionsOf } from '../engine/assessment/computed-for.ts'
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
import { faultOfOverride } from '../engine/readings/override-limits.ts'
import { warnIfPhasesDiffer } from '../engine/readings/phases-held.ts'
import { ReadingWork } from '../engine/readings/reading-work.ts'
import { samplesOfFigure } from '../engine/readings/sampling/figure-samples.ts'
import {
  type Sampling,
  type Spread,
  type SpreadOf,
  USUAL_SAMPLING,
} from '../engine/readings/sampling/input-distribution.ts'
import type { Leaf } from '../engine/values/leaf.ts'
import { Estimate, type Range } from '../engine/values/range.ts'
import { warningsShown } from '../engine/values/round-figure.ts'
import type { Warning } from '../engine/values/warning.ts'
import { adviceOn } from '../input/advice.ts'
import { checkInput } from '../input/check-input.ts'
import { FaultError } from '../input/fault.ts'
import { SamplingInput } from '../input/reading-input.ts'

/** Options of sampling: number of samples (2 to 16,384, default 1,024), seed (default 1) and spread (default ALL). */
export interface SamplingOptions {
  readonly samples?: number
  /** Seed of the samples. The same seed gives the same samples. */
  readonly seed?: number
  /** ALL samples bounds and the GSD2 of factors and of the model, and BOUNDS only bounds. */
  readonly spread?: Spread
}

/** A group of inputs that causes part of the spread of a figure, with advice on how to reduce it. */
export type Driver = EngineDriver & ReturnType<typeof adviceOn>

/** A node of an explanation with the documents, the method and the reason for the spread of an input. */
export type ExplainedNode = ExplanationNode & Origin

type OriginOf = (of: Leaf | undefined, node: ExplanationNode) => Origin

/** New values of inputs by their ids: a number, or a number with bounds. */
export type Overrides = Readonly<Record<string, number | Range>>

/**
 * A figure with its distribution, drivers, contributions, explanation and what-if. Each method computes on call.
 *
 * @example
 * const figure = await assessor.figure({ cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }, { duration:
 * 8760 }) figure.distribution().quantile(0.95)
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
  readonly #originOf: OriginOf
  #graph: Graph | undefined

  constructor(figure: ImpactFigure, spreadOf: SpreadOf, originOf: OriginOf = () => ({ sources: [] })) {
    this.value = figure.value
    this.min = figure.min
    this.max = figure.max
    this.unit = figure.unit
    this.warnings = warningsShown(figure)
    this.#figure = figure
    this.#spreadOf = spreadOf
    this.#originOf = originOf
  }

  /** Conditions of the figure: one for each usage of the asset or the fleet. */
  get conditions(): readonly Conditions[] {
    const { of, span } = this.#figure.impact
    return of.usagesOver(span).map(([own, usage]) => conditionsOf(own, usage))
  }

  /** Returns the figure in every sample. Figures with the same sampling options share the values of common inputs. */
  samples(options: SamplingOptions = {}): Float64Array {
    return samplesOfFigure(this.#figure, {
      spreadOf: this.#spreadOf,
      sampling: samplingOf(options),
      work: new ReadingWork(),
    })
  }

  /**
   * Returns the probability distribution of the figure: mean, standard deviation, quantiles, histogram. Throws a
   * FaultError if the request takes too much work.
   */
  distribution(options: SamplingOptions = {}): Distribution {
    return new Distribution(this.samples(options))
  }

  /**
   * Returns the likely range: the 5th, 50th and 95th percentile of 1,024 samples. It can exceed the bounds, and the
   * value can be outside.
   */
  likely(): Likely {
    return likelyOf(this.samples())
  }

  /** Returns the causes of the spread, the largest first. Empty if nothing varies. Throws like `distribution`. */
  drivers(options: SamplingOptions = {}): readonly Driver[] {
    const drivers = driversOf(this.#graphOf(), this.#spreadOf, samplingOf(options), undefined, this.#figure.phase)
    return drivers.map((driver) => ({ ...driver, ...adviceOn(driver.property) }))
  }

  /** Returns the contributions by component and stage. They add up to the figure. */
  contributions(): readonly Contribution[] {
    return contributionsOf(this.#graphOf(), this.#figure.phase)
  }

  /** Returns the contributions by stage of life, in order: making, transport, use, end of life, building. */
  stages(): readonly StageContribution[] {
    return stagesOf(this.contributions())
  }

  /**
   * Returns inputs and formulas, with operands before the nodes that use them. The last node is the figure. An input
   * has its documents, the method by which it was determined, and the reason for its spread, if these are known.
   */
  explanation(): readonly ExplainedNode[] {
    const graph = this.#graphOf()
    return explain(graph, { unit: this.unit, phase: this.#figure.phase }, this.#spreadOf).map((node, at) => {
      const noted = graph.nodes[at]
      return { ...node, ...this.#originOf(noted !== undefined && 'id' in noted ? noted.leaf : undefined, node) }
    })
  }

  /** Returns the documents that the inputs come from, each once, with publisher, year, licence and address. */
  sources(): readonly Source[] {
    return [...new Set(this.explanation().flatMap(({ sources }) => sources))]
  }

  /** Returns the explanation as text: a line for each quantity, with numbers and units. */
  explanationText(): string {
    return explanationText(this.explanation())
  }

  /**
   * Returns the figure with some inputs replaced, by the ids that `explanation` has. All other attributes stay as they
   * are. Throws a FaultError for an unknown input, or if no figure results.
   *
   * To replace a field of the asset by its path (`usage.usageLocation`), which completes the asset anew, change the
   * asset and call `Assessor.figure` again.
   *
   * @example
   * figure.whatIf({ 'electricity.FRA.gwp': 0.02 }).value // the same asset, with another factor of electricity
   * await assessor.figure({ server: { ...server, usage: { ...server.usage, usageLocation: 'SWE' } } }) // by path
   */
  whatIf(overrides: Overrides): Range {
    const graph = this.#graphOf()
    const leaves = new Map(graph.nodes.flatMap((node) => ('id' in node ? [[node.id, node] as const] : [])))
    const given = new Map(
      Object.entries(overrides).map(([leaf, instead]) => {
        const node = leaves.get(leaf)
        if (node === undefined) throw unknownInput(leaf, [...leaves.keys()], ['overrides', leaf])
        const estimate = estimateOf(leaf, instead)
        const message = faultOfOverride(node, estimate)
        if (message !== undefined)
          throw new FaultError([{ path: ['overrides', leaf], message, code: 'INVALID_VALUE', value: estimate.value }])
        return [leaf, estimate]
      }),
    )
    const { value, min, max } = whatIf(graph, given)
    if (![value, min, max].every(Number.isFinite))
      throw new FaultError([
        {
          path: ['overrides'],
          message: 'expected other numbers: these give no finite result',
          code: 'INVALID_VALUE',
        },
      ])
    return { value, min, max }
  }

  /** Returns a warning if this total and the one before a change cover different phases: they cannot be compared. */
  warningsSince(before: FigureReading): readonly Warning[] {
    return warnIfPhasesDiffer(before.#figure, this.#figure)
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
