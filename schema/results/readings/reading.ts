import { ImpactFigure } from '../../../src/engine/assessment/impact.ts'
import type { Quantity } from '../../../src/engine/assessment/quantity.ts'
import { IntervalSeries } from '../../../src/engine/assessment/timeline.ts'
import { Fleet } from '../../../src/engine/devices/fleet.ts'
import { Component } from '../../../src/engine/parts/component.ts'
import { type Graph, graphOfFigure } from '../../../src/engine/readings/graph.ts'
import { NOTING, ORDERING } from '../../../src/engine/readings/reading-work.ts'
import {
  type Sampling,
  type Spread,
  type SpreadOf,
  USUAL_SAMPLING,
} from '../../../src/engine/readings/sampling/input-distribution.ts'
import { samplesOf } from '../../../src/engine/readings/sampling/samples.ts'
import { SamplingInput } from '../../../src/input/sampling-input.ts'
import { spreadsOf } from '../../../src/reference/spreads.ts'
import type { Context, Scope } from '../../context.ts'
import { scopeOfAsset } from '../assess.ts'

/** A figure that can be computed again, with all that it reads noted. */
export type Readable = ImpactFigure | Quantity

const graphs = new WeakMap<Readable, Graph>()

/** The figure as a graph; made once. */
export function notedGraph(figure: Readable, { work }: Pick<Context, 'work'>): Graph {
  const known = graphs.get(figure)
  if (known !== undefined) return known
  const graph = graphOfFigure(figure)
  graphs.set(figure, graph)
  work.spend(NOTING, graph.nodes.length)
  return graph
}

/** How uncertain the factors are of the release that a figure was computed from. */
export function spreadsOfFigure(figure: Readable, context: Context): SpreadOf {
  const subject = figure instanceof ImpactFigure ? figure.impact.of : figure.of
  return spreadsOf(scopeOfSubject(subject, context).release.tables)
}

function scopeOfSubject(subject: object, context: Context): Scope {
  if (subject instanceof Fleet) {
    const [first] = subject.members
    return first === undefined ? context : scopeOfSubject(first.asset, context)
  }
  if (subject instanceof IntervalSeries) return scopeOfSubject(subject.of, context)
  if (subject instanceof Component && subject.place.whole !== undefined) {
    return scopeOfAsset(subject.place.whole, context)
  }
  return scopeOfAsset(subject, context)
}

interface AskedSampling {
  readonly samples?: number | null | undefined
  readonly seed?: number | null | undefined
  readonly spread?: Spread | null | undefined
}

/** From how many samples, by which seed, of what. Throws a FaultError where it is too much. */
export function samplingOf({ samples, seed, spread }: AskedSampling, { check }: Context): Sampling {
  const checked = check(SamplingInput, {
    samples: samples ?? USUAL_SAMPLING.samples,
    seed: seed ?? USUAL_SAMPLING.seed,
  })
  return { ...checked, spread: spread ?? USUAL_SAMPLING.spread }
}

/** The samples of a figure. */
export function samplesOfFigure(figure: Readable, sampling: Sampling, context: Context): Float64Array {
  context.work.spend(ORDERING, sampling.samples)
  return samplesOf(notedGraph(figure, context), spreadsOfFigure(figure, context), sampling, context.work)
}
