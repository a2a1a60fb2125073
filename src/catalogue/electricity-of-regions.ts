import type { FactorBounds } from '../engine/use/electricity-factors.ts'
import { CRITERION_CODES, type Criterion } from '../engine/values/criteria.ts'
import { mean } from '../engine/values/range.ts'
import type { ElectricityMix, PublishedFigure } from '../engine/values/table-rows.ts'

/** Impact per kWh in an unknown region of a provider: unweighted means of its regions, with bounds. */
export interface ElectricityOfRegions {
  readonly mix: ElectricityMix
  readonly bounds: Readonly<Partial<Record<Criterion, FactorBounds>>>
}

/**
 * Averages the electricity of regions: for each criterion the mean of the regions that have it, between the smallest
 * and the largest. `mixes` has one entry per region. `location` is the name of the mean.
 */
export function electricityOfRegions(mixes: readonly ElectricityMix[], location: string): ElectricityOfRegions {
  const factors: Partial<Record<Criterion, PublishedFigure>> = {}
  const bounds: Partial<Record<Criterion, FactorBounds>> = {}
  for (const criterion of CRITERION_CODES) {
    const figures = mixes.flatMap((mix) => mix.factors[criterion] ?? [])
    if (figures.length === 0) continue
    const rows = figures.map(({ value }) => value)
    const doubts = [...new Set(figures.flatMap(({ doubt }) => doubt ?? []))]
    factors[criterion] = meanFigure(figures)
    bounds[criterion] = {
      min: Math.min(...rows),
      max: Math.max(...rows),
      doubts,
      ...(rows.length === mixes.length && { rows }),
    }
  }
  const waters = mixes.flatMap(({ water }) => water ?? [])
  return { mix: { location, factors, ...(waters.length > 0 && { water: meanFigure(waters) }) }, bounds }
}

function meanFigure(figures: readonly PublishedFigure[]): PublishedFigure {
  return { value: mean(figures.map(({ value }) => value)), source: `Mean of ${figures.length} regions` }
}
