import type { Coverage } from '../engine/assessment/coverage.ts'
import type { Impact } from '../engine/assessment/impact.ts'
import { type ComparedPair, type ComparedSide, compareImpacts } from '../engine/readings/comparison.ts'
import type { Likely } from '../engine/readings/likely.ts'
import { type SpreadOf, USUAL_SAMPLING } from '../engine/readings/sampling/input-distribution.ts'
import type { Range } from '../engine/values/range.ts'
import type { Warning } from '../engine/values/warning.ts'
import { FigureReading, type SamplingOptions } from './figure-reading.ts'
import { boundsOf, type Phase } from './figure-row.ts'

/** One side of a comparison. */
export interface ComparedItem extends ComparedSide, Coverage {
  readonly label: string
  readonly unit: string
  /** Null without a figure. */
  readonly total: Range | null
  /** Likely range of the total. Null without a figure. */
  readonly likely: Likely | null
  /** Warnings about the item. */
  readonly warnings: readonly Warning[]
}

/** Result of a comparison. */
export interface Comparison {
  /** Items in the order of the input. */
  readonly items: readonly ComparedItem[]
  /** All pairs, by the positions of their items. */
  readonly pairs: readonly ComparedPair[]
  /** Scope of the figures in one sentence: duration, place, boundary, load and data release. */
  readonly computedFor: string
  /** Warnings, such as about a year if you gave no duration, or about items with the same data. */
  readonly warnings: readonly Warning[]
}

/**
 * Compares impacts over one span, by samples in which shared inputs have the same value. `data` has a number for the
 * data of each thing.
 */
export function compareFigures(
  things: readonly { readonly label: string; readonly impact: Impact; readonly warnings: readonly Warning[] }[],
  data: readonly number[],
  sampling: SamplingOptions,
  spreadOf: SpreadOf,
  phase: Phase,
): Pick<Comparison, 'items' | 'pairs'> {
  const impacts = things.map(({ impact }) => impact)
  const only = phase === 'total' ? undefined : (phase.toUpperCase() as Exclude<Uppercase<Phase>, 'TOTAL'>)
  const { items, pairs, likely } = compareImpacts({
    impacts,
    labels: things.map(({ label }) => label),
    data,
    samplesOf: (figure) => new FigureReading(figure, spreadOf).samples(sampling),
    size: sampling.samples ?? USUAL_SAMPLING.samples,
    only,
  })
  return {
    items: items.map((side, index) => {
      const { label, impact, warnings } = things[index] as (typeof things)[number]
      const figure = impact[phase]
      const known = { total: figure ? boundsOf(figure) : null, likely: figure ? likely(index) : null }
      return { ...side, label, unit: impact.unit, ...known, ...impact.covered, warnings }
    }),
    pairs,
  }
}
