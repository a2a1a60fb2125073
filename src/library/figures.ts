import type { Asset } from '../engine/assessment/asset.ts'
import type { Boundary, Impact, Span } from '../engine/assessment/impact.ts'
import type { Criterion } from '../engine/figures/criteria.ts'
import type { Range } from '../engine/figures/range.ts'

/** The parts of a figure of an impact, as they are called in columns. */
export type Phase = 'embedded' | 'use' | 'building' | 'total'

/** Bounds of a figure, as columns are called after them: the value itself, min and max. */
const BOUNDS = ['', '_min', '_max'] as const

/**
 * Numbers of one asset: for each criterion and phase its value, min and max, then the energy in kWh; NaN where there is none.
 * What stands in no data centre has 0 for the building of one.
 */
export type FigureRow = Float64Array

/** The phases that are counted within a boundary, in the order of their columns. */
export function phasesWithin(boundary: Boundary = 'EQUIPMENT'): readonly Phase[] {
  return boundary === 'DATA_CENTRE' ? ['embedded', 'use', 'building', 'total'] : ['embedded', 'use', 'total']
}

/** The names of the numbers of a row: `gwp_embedded`, `gwp_embedded_min`, ..., `energy_kwh`. */
export function figureColumns(criteria: readonly Criterion[], boundary?: Boundary): readonly string[] {
  const columns = criteria.flatMap((code) =>
    phasesWithin(boundary).flatMap((phase) => BOUNDS.map((bound) => `${code}_${phase}${bound}`)),
  )
  return [...columns, 'energy_kwh']
}

/** The numbers of an asset over a span; `energy`: what it takes over that, where its power is known. */
export function figureRow(
  asset: Asset,
  criteria: readonly Criterion[],
  span: Span,
  energy: Range | undefined,
): FigureRow {
  const phases = phasesWithin(span.boundary)
  const row = new Float64Array(criteria.length * phases.length * BOUNDS.length + 1)
  let at = 0
  for (const criterion of criteria) {
    const impact = asset.impact(criterion, span)
    for (const phase of phases) {
      const figure = figureOf(impact, phase)
      row[at++] = figure === undefined ? Number.NaN : figure.value
      row[at++] = figure === undefined ? Number.NaN : figure.min
      row[at++] = figure === undefined ? Number.NaN : figure.max
    }
  }
  row[at] = energy?.value ?? Number.NaN
  return row
}

const NOTHING: Range = { value: 0, min: 0, max: 0 }

function figureOf(impact: Impact, phase: Phase): Range | undefined {
  return phase === 'building' && !impact.of.isInDataCentre ? NOTHING : impact[phase]
}
