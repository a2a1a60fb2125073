import type { Driver, FigureReading } from '../index.ts'

/** What is shown of how sure a figure is. */
export interface Spread {
  readonly mean: number
  readonly standardDeviation: number
  /** By the share of the samples that lies below, from 1,024 samples. */
  readonly quantiles: Readonly<Record<string, number>>
  /** What the spread comes from, the largest first. */
  readonly drivers: readonly Pick<Driver, 'id' | 'label' | 'share'>[]
}

const SHOWN = [0.05, 0.25, 0.5, 0.75, 0.95]

/** How likely which values of a figure are, and why. */
export function spreadOf(figure: FigureReading): Spread {
  const distribution = figure.distribution()
  return {
    mean: distribution.mean,
    standardDeviation: distribution.standardDeviation,
    quantiles: Object.fromEntries(SHOWN.map((share) => [share, distribution.quantile(share)])),
    drivers: figure.drivers().map(({ id, label, share }) => ({ id, label, share })),
  }
}
