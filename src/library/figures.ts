import type { Asset } from '../engine/devices/assessable.ts'
import type { Span } from '../engine/devices/impact.ts'
import { type Criterion, MJ_PER_KWH } from '../engine/figures/criteria.ts'
import type { Range } from '../engine/figures/range.ts'

/** The phases of a figure of an impact, in the order of their columns. */
export const PHASES = ['embedded', 'use', 'total'] as const

export type Phase = (typeof PHASES)[number]

const BOUNDS = ['', '_min', '_max'] as const

/** Numbers of one asset: for each criterion and phase its value, min and max, then the energy in kWh; NaN where there is none. */
export type FigureRow = Float64Array

/** The names of the numbers of a row: `gwp_embedded`, `gwp_embedded_min`, ..., `energy_kwh`. */
export function figureColumns(criteria: readonly Criterion[]): readonly string[] {
  const columns = criteria.flatMap((code) =>
    PHASES.flatMap((phase) => BOUNDS.map((bound) => `${code}_${phase}${bound}`)),
  )
  return [...columns, 'energy_kwh']
}

/** The numbers of an asset over a span, `times` as many. */
export function figureRow(asset: Asset, criteria: readonly Criterion[], span: Span, times = 1): FigureRow {
  const row = new Float64Array(criteria.length * 9 + 1)
  let at = 0
  const put = (figure: Range | undefined) => {
    row[at++] = figure === undefined ? Number.NaN : figure.value * times
    row[at++] = figure === undefined ? Number.NaN : figure.min * times
    row[at++] = figure === undefined ? Number.NaN : figure.max * times
  }
  for (const criterion of criteria) {
    const impact = asset.impact(criterion, span)
    put(impact.embedded)
    put(impact.use)
    put(impact.total)
  }
  row[at] = energyKwh(asset, span) * times
  return row
}

/** Energy over a span in kWh, from final energy; NaN where no power is known. */
export function energyKwh(asset: Asset, span: Span): number {
  return (asset.impact('fe', span).use?.value ?? Number.NaN) / MJ_PER_KWH
}
