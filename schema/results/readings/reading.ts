import type { Assessable } from '../../../src/engine/assessment/asset.ts'
import type { Figure } from '../../../src/engine/assessment/figure.ts'
import { ImpactFigure } from '../../../src/engine/assessment/impact.ts'
import { IntervalSeries } from '../../../src/engine/assessment/timeline.ts'
import { Fleet } from '../../../src/engine/devices/fleet.ts'
import { Component } from '../../../src/engine/parts/component.ts'
import { type Graph, graphOf } from '../../../src/engine/readings/graph.ts'
import { NOTING, ORDERING } from '../../../src/engine/readings/reading-work.ts'
import type { Sampling, Spread, SpreadOf } from '../../../src/engine/readings/sampling/input-distribution.ts'
import { samplesOf } from '../../../src/engine/readings/sampling/samples.ts'
import { SamplingInput } from '../../../src/input/sampling-input.ts'
import { spreadsOf } from '../../../src/reference/spreads.ts'
import type { Context, Scope } from '../../context.ts'
import { scopeOfAsset } from '../assess.ts'

/** A figure that is no impact (energy in kWh), which can be computed afresh. */
interface OtherFigure extends Figure {
  readonly unit: string
  readonly of: Assessable
  again(): Figure | undefined
}

export type Readable = ImpactFigure | OtherFigure

const graphs = new WeakMap<Readable, Graph>()

/** The figure as a graph; made once. */
export function graphOfFigure(figure: Readable, { work }: Pick<Context, 'work'>): Graph {
  const known = graphs.get(figure)
  if (known !== undefined) return known
  const graph = graphOf(() => afresh(figure)?.result)
  if (graph === undefined) throw new Error('A figure that was there is gone when it is computed again')
  graphs.set(figure, graph)
  work.spend(NOTING, graph.nodes.length)
  return graph
}

function afresh(figure: Readable): Figure | undefined {
  if (!(figure instanceof ImpactFigure)) return figure.again()
  const { impact, phase } = figure
  return impact.of.again().impact(impact.criterion, impact.span).phase(phase)
}

export function unitOfFigure(figure: Readable): string {
  return figure instanceof ImpactFigure ? figure.impact.unit : figure.unit
}

/** What a figure is of. */
export function subjectOf(figure: Readable): object {
  return figure instanceof ImpactFigure ? figure.impact.of : figure.of
}

/** How uncertain the factors are of the release that a figure was computed from. */
export function spreadsOfFigure(figure: Readable, context: Context): SpreadOf {
  return spreadsOf(scopeOfSubject(subjectOf(figure), context).release.tables)
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
  const checked = check(SamplingInput, { samples: samples ?? USUAL_SAMPLES, seed: seed ?? 1 })
  return { ...checked, spread: spread ?? 'ALL' }
}

export const USUAL_SAMPLES = 1024

/** The samples of a figure. */
export function samplesOfFigure(figure: Readable, sampling: Sampling, context: Context): Float64Array {
  context.work.spend(ORDERING, sampling.samples)
  return samplesOf(graphOfFigure(figure, context), spreadsOfFigure(figure, context), sampling, context.work)
}
