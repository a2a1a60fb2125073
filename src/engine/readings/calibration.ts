import { Distribution } from './distribution.ts'

/** Our value for a published figure, and the 5th, 50th and 95th percentile of its samples. */
export interface OurFigure {
  readonly value: number
  readonly low: number
  readonly median: number
  readonly high: number
}

/** A published figure and ours for the same thing, in one unit. */
export interface HeldFigure {
  readonly maker: string
  /** Above 0. */
  readonly published: number
  readonly ours: OurFigure
}

/** How far ours are from published figures, and whether our intervals hold the nine in ten that they claim. */
export interface Calibration {
  readonly figures: number
  readonly makers: number
  /** Our value divided by the published one: 10th, 50th and 90th percentile. */
  readonly ratioLow: number
  readonly ratioMedian: number
  readonly ratioHigh: number
  /** Share of the published figures within our 5th to 95th percentile, 0 to 1. */
  readonly inside: number
  /** Median of (high - low) / median. */
  readonly width: number
  /** Mean interval score divided by the published figure; lower is better. See `intervalScore`. */
  readonly score: number
}

/** Share of figures outside an interval from the 5th to the 95th percentile. */
const OUTSIDE = 0.1

/**
 * Interval score of Gneiting and Raftery 2007 (doi 10.1198/016214506000001437), eq. 43: the width, plus 2 / 0.1 times
 * the distance of a figure outside. Example: (10, 20) scores 10 for 15, and 10 + 20 * 5 = 110 for 25.
 */
export function intervalScore(low: number, high: number, figure: number): number {
  const missed = Math.max(0, low - figure, figure - high)
  return high - low + (2 / OUTSIDE) * missed
}

/** The calibration of figures of one kind; undefined if there are none. Quantiles are of type 7, as for samples. */
export function calibrationOf(held: readonly HeldFigure[]): Calibration | undefined {
  if (held.length === 0) return undefined
  const of = (read: (each: HeldFigure) => number) => new Distribution(Float64Array.from(held, read))
  const ratios = of(({ ours, published }) => ours.value / published)
  return {
    figures: held.length,
    makers: new Set(held.map(({ maker }) => maker)).size,
    ratioLow: ratios.quantile(0.1),
    ratioMedian: ratios.quantile(0.5),
    ratioHigh: ratios.quantile(0.9),
    inside: of(({ ours: { low, high }, published }) => (low <= published && published <= high ? 1 : 0)).mean,
    width: of(({ ours: { low, median, high } }) => (high - low) / median).quantile(0.5),
    score: of(({ ours: { low, high }, published }) => intervalScore(low, high, published) / published).mean,
  }
}
