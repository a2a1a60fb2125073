import type { Asset } from '../engine/assessment/asset.ts'
import type { Boundary, Span } from '../engine/assessment/impact.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { warningsShown } from '../engine/values/round-figure.ts'
import { union, type Warning } from '../engine/values/warning.ts'

/** Phases of an impact, as in the names of columns. */
export type Phase = 'embedded' | 'use' | 'building' | 'total'

/** Suffixes of columns: the value itself, min and max. */
export const BOUNDS = ['', '_min', '_max'] as const

/**
 * Numbers of one asset: value, min and max for each criterion and phase, then for the energy in kWh. NaN without a
 * figure. Assets outside data centres have 0 for the building.
 */
export type FigureRow = Float64Array

/** Phases that count within a boundary, in the order of their columns. */
export function phasesWithin(boundary: Boundary = 'EQUIPMENT'): readonly Phase[] {
  return boundary === 'DATA_CENTRE' ? ['embedded', 'use', 'building', 'total'] : ['embedded', 'use', 'total']
}

/** Names of the numbers of a row: `gwp_embedded`, `gwp_embedded_min`, ..., `energy_kwh_max`. */
export function figureColumns(criteria: readonly Criterion[], boundary?: Boundary): readonly string[] {
  const columns = criteria.flatMap((code) =>
    phasesWithin(boundary).flatMap((phase) => BOUNDS.map((bound) => `${code}_${phase}${bound}`)),
  )
  return [...columns, ...BOUNDS.map((bound) => `energy_kwh${bound}`)]
}

/** Options of a row: span, criteria, and boundary of its columns. */
interface Asked {
  readonly criteria: readonly Criterion[]
  readonly span: Span
  readonly boundary: Boundary | undefined
}

/** Numbers of an asset with their warnings. `energy` is its consumption, if its power is known. */
export function figureRow(
  asset: Asset,
  { criteria, span, boundary }: Asked,
  energy: Range | undefined,
): { readonly figures: FigureRow; readonly warnings: readonly Warning[] } {
  const phases = phasesWithin(boundary)
  const warnings: (readonly Warning[] | undefined)[] = []
  const row = new Float64Array((criteria.length * phases.length + 1) * BOUNDS.length)
  let at = 0
  const put = ({ value, min, max }: Range = UNKNOWN) => {
    row[at++] = value
    row[at++] = min
    row[at++] = max
  }
  for (const criterion of criteria) {
    const impact = asset.impact(criterion, span)
    for (const phase of phases) {
      const figure = phase === 'building' && !impact.countsBuilding ? NOTHING : impact[phase]
      if (impact[phase] !== undefined) warnings.push(warningsShown(impact[phase]))
      put(figure)
    }
  }
  put(energy)
  return { figures: row, warnings: union(...warnings) }
}

/** The figures of what is not there. */
export const NOTHING: Range = { value: 0, min: 0, max: 0 }

/** A figure that is not known. */
export const UNKNOWN: Range = { value: Number.NaN, min: Number.NaN, max: Number.NaN }

/** A figure as plain numbers: `{ value: 900, min: 460, max: 2087 }`. */
export function boundsOf({ value, min, max }: Range): Range {
  return { value, min, max }
}
