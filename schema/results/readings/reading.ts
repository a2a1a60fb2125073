import { spreadsOf } from '../../../src/catalogue/spreads.ts'
import type { Tables } from '../../../src/catalogue/tables.ts'
import type { Quantity } from '../../../src/engine/assessment/asset.ts'
import { ImpactFigure } from '../../../src/engine/assessment/impact.ts'
import { IntervalSeries } from '../../../src/engine/assessment/timeline.ts'
import { Component } from '../../../src/engine/components/component.ts'
import { Fleet } from '../../../src/engine/devices/fleet.ts'
import { type Graph, graphOfFigure } from '../../../src/engine/readings/graph.ts'
import { NOTING, ORDERING } from '../../../src/engine/readings/reading-work.ts'
import { samplesOfFigure as sample } from '../../../src/engine/readings/sampling/figure-samples.ts'
import {
  type Sampling,
  type Spread,
  type SpreadOf,
  USUAL_SAMPLING,
} from '../../../src/engine/readings/sampling/input-distribution.ts'
import { SamplingInput } from '../../../src/input/reading-input.ts'
import type { Context, Scope } from '../../context.ts'
import { scopeOfAsset } from '../assess.ts'

/** A figure that can be recomputed with all steps recorded. */
export type Readable = ImpactFigure | Quantity

const graphs = new WeakMap<Readable, Graph>()

/** The figure as a graph, created once. */
export function notedGraph(figure: Readable, { work }: Pick<Context, 'work'>): Graph {
  const known = graphs.get(figure)
  if (known !== undefined) return known
  const graph = graphOfFigure(figure)
  graphs.set(figure, graph)
  work.spend(NOTING, graph.nodes.length)
  return graph
}

/** The tables of the release that a figure was computed from. */
export function tablesOfFigure(figure: Readable, context: Context): Tables {
  const subject = figure instanceof ImpactFigure ? figure.impact.of : figure.of
  return scopeOfSubject(subject, context).release.tables
}

/** The uncertainty of its factors. */
export function spreadsOfFigure(figure: Readable, context: Context): SpreadOf {
  return spreadsOf(tablesOfFigure(figure, context))
}

export function scopeOfSubject(subject: object, context: Context): Scope {
  if (subject instanceof Fleet) {
    const [first] = subject.members
    return first === undefined ? context : scopeOfSubject(first.asset, context)
  }
  if (subject instanceof IntervalSeries) return scopeOfSubject(subject.of, context)
  if (subject instanceof Component && subject.position.whole !== undefined) {
    return scopeOfAsset(subject.position.whole, context)
  }
  return scopeOfAsset(subject, context)
}

interface AskedSampling {
  readonly samples?: number | null | undefined
  readonly seed?: number | null | undefined
  readonly spread?: Spread | null | undefined
}

/** Reads the number, seed and spread of samples. Throws a FaultError if they are too much work. */
export function samplingOf({ samples, seed, spread }: AskedSampling, { check }: Context): Sampling {
  const checked = check(SamplingInput, {
    samples: samples ?? USUAL_SAMPLING.samples,
    seed: seed ?? USUAL_SAMPLING.seed,
  })
  return { ...checked, spread: spread ?? USUAL_SAMPLING.spread }
}

/** The samples of a figure. */
export function samplesOfFigure(figure: Readable, sampling: Sampling, context: Context): Float64Array {
  const { work } = context
  work.spend(ORDERING, sampling.samples)
  return sample(figure, { spreadOf: spreadsOfFigure(figure, context), sampling, work })
}
