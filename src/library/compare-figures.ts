import type { Range } from '../engine/figures/range.ts'
import { type ComparedPair, pairsOf, probabilitiesLowest } from '../engine/readings/comparison.ts'
import { boundsOf } from './bounds-of.ts'
import type { FigureReading, SamplingOptions } from './figure-reading.ts'

/** One of what is compared. */
export interface ComparedItem {
  readonly label: string
  readonly unit: string
  /** Null where it has no figure. */
  readonly total: Range | null
  /** Share of the samples in which it is the lowest, 0 to 1. */
  readonly probabilityLowest: number
}

/** Things beside each other. */
export interface Comparison {
  /** In the order given. */
  readonly items: readonly ComparedItem[]
  /** Each with each, by their places among the items; those without a figure left out. */
  readonly pairs: readonly ComparedPair[]
}

/** Compares figures by samples in which all have the same inputs where they share some. */
export function compareFigures(
  figures: readonly { readonly label: string; readonly figure: FigureReading | null; readonly unit: string }[],
  sampling: SamplingOptions = {},
): Comparison {
  const samples = figures.map(({ figure }) => figure?.samples(sampling) ?? undefined)
  const lowest = probabilitiesLowest(samples)
  return {
    items: figures.map(({ label, figure, unit }, index) => ({
      label,
      unit,
      total: figure ? boundsOf(figure) : null,
      probabilityLowest: lowest[index] ?? 0,
    })),
    pairs: pairsOf(samples),
  }
}
