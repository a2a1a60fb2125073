import { Distribution } from './distribution.ts'

/** Ours of what was published: its value, and the 5th, 50th and 95th percentile of its samples. */
export interface OurFigure {
  readonly value: number
  readonly low: number
  readonly median: number
  readonly high: number
}

/** A published figure and ours of the same thing, in one unit. */
interface HeldFigure {
  readonly maker: string
  /** Above 0. */
  readonly published: number
  readonly ours: OurFigure
}

/** How far ours are from published figures, and whether our intervals hold as many as they say: nine in ten. */
export interface Calibration {
  readonly figures: number
  readonly makers: number
  /** Ours over published: 10th, 50th and 90th percentile. */
  readonly ratioLow: number
  readonly ratioMedian: number
  readonly ratioHigh: number
  /** Share of the published figures that lie within our 5th to 95th percentile, 0 to 1. */
  readonly inside: number
  /** Median of (high - low) / median. */
  readonly width: number
  /** Mean interval score over the published figure: lower is better, see `intervalScore`. */
  readonly score: number
}

/** The share of figures that lie outside of an interval from the 5th to the 95th percentile. */
const OUTSIDE = 0.1

/**
 * Interval score of Gneiting and Raftery 2007 (doi 10.1198/016214506000001437), eq. 43: the width, and for a figure outside
 * 2 / 0.1 times how far. Example: (10, 20) scores 10 of 15 and 10 + 20 * 5 = 110 of 25.
 */
export function intervalScore(low: number, high: number, figure: number): number {
  const missed = Math.max(0, low - figure, figure - high)
  return high - low + (2 / OUTSIDE) * missed
}

/** What figures of one kind come to; undefined of none. Quantiles are of type 7, as those of samples. */
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

/**
 * The half of the makers that anything may be fitted to: of the makers in the order of code points every other one, the
 * first among them. What is fitted is shown on the others.
 */
export function fittedMakers(held: readonly Pick<HeldFigure, 'maker'>[]): ReadonlySet<string> {
  const makers = [...new Set(held.map(({ maker }) => maker))].sort()
  return new Set(makers.filter((_, index) => index % 2 === 0))
}
