import type { Impact } from '../engine/assessment/impact.ts'
import { type ComparedPair, type ComparedSide, compareImpacts } from '../engine/readings/comparison.ts'
import type { Likely } from '../engine/readings/likely.ts'
import { type SpreadOf, USUAL_SAMPLING } from '../engine/readings/sampling/input-distribution.ts'
import type { Range } from '../engine/values/range.ts'
import type { Warning } from '../engine/values/warning.ts'
import { FigureReading, type SamplingOptions } from './figure-reading.ts'
import { boundsOf, type Phase } from './figure-row.ts'

/** One of what is compared. */
export interface ComparedItem extends ComparedSide {
  readonly label: string
  readonly unit: string
  /** Null where it has no figure. */
  readonly total: Range | null
  /** The likely range of the total; null where it has no figure. */
  readonly likely: Likely | null
}

/** Things beside each other. */
export interface Comparison {
  /** In the order given. */
  readonly items: readonly ComparedItem[]
  /** Each with each, by their places among the items. */
  readonly pairs: readonly ComparedPair[]
  /** One sentence: duration, place, boundary, load and data release. */
  readonly computedFor: string
  /** What to keep in mind: of a year where no duration was given. */
  readonly warnings: readonly Warning[]
}

/** Compares impacts over one span by samples in which all have the same inputs where they share some. */
export function compareFigures(
  things: readonly { readonly label: string; readonly impact: Impact }[],
  sampling: SamplingOptions,
  spreadOf: SpreadOf,
  phase: Phase,
): Pick<Comparison, 'items' | 'pairs'> {
  const impacts = things.map(({ impact }) => impact)
  const only = phase === 'total' ? undefined : (phase.toUpperCase() as Exclude<Uppercase<Phase>, 'TOTAL'>)
  const { items, pairs, likely } = compareImpacts({
    impacts,
    labels: things.map(({ label }) => label),
    samplesOf: (figure) => new FigureReading(figure, spreadOf).samples(sampling),
    size: sampling.samples ?? USUAL_SAMPLING.samples,
    only,
  })
  return {
    items: items.map((side, index) => {
      const { label, impact } = things[index] as (typeof things)[number]
      const figure = impact[phase]
      const known = { total: figure ? boundsOf(figure) : null, likely: figure ? likely(index) : null }
      return { ...side, label, unit: impact.unit, ...known }
    }),
    pairs,
  }
}
