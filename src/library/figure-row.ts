import type { Asset } from '../engine/assessment/asset.ts'
import type { Boundary, Span } from '../engine/assessment/impact.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { warningsShown } from '../engine/values/round-figure.ts'
import { NO_WARNINGS, union, type Warning } from '../engine/values/warning.ts'

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

/**
 * Numbers of an asset with their warnings. `energy` is its consumption, if its power is known. Warnings of some of the
 * criteria name them, unless `ofAll` has the same text.
 */
export function figureRow(
  asset: Asset,
  { criteria, span, boundary }: Asked,
  energy: Range | undefined,
  ofAll: readonly Warning[],
): { readonly figures: FigureRow; readonly warnings: readonly Warning[] } {
  const phases = phasesWithin(boundary)
  const warnings = new Map<Criterion, readonly Warning[]>()
  const row = new Float64Array((criteria.length * phases.length + 1) * BOUNDS.length)
  let at = 0
  const put = ({ value, min, max }: Range = UNKNOWN) => {
    row[at++] = value
    row[at++] = min
    row[at++] = max
  }
  for (const criterion of criteria) {
    const impact = asset.impact(criterion, span)
    const ofPhases: (readonly Warning[])[] = []
    for (const phase of phases) {
      const figure = impact[phase]
      if (figure !== undefined) ofPhases.push(warningsShown(figure))
      put(phase === 'building' && !impact.countsBuilding ? NOTHING : figure)
    }
    if (ofPhases.length > 0) warnings.set(criterion, union(...ofPhases))
  }
  put(energy)
  return { figures: row, warnings: union(ofAll, withCriteria(warnings, ofAll)) }
}

/** Lists of more criteria than this name the criteria that they leave out, if these are fewer. */
const MOST_NAMED = 3

/**
 * Warnings of criteria with figures in one list: `adp, pe: End of life is not included` if others of them include it.
 */
function withCriteria(
  lists: ReadonlyMap<Criterion, readonly Warning[]>,
  ofAll: readonly Warning[],
): readonly Warning[] {
  const [first = NO_WARNINGS, ...more] = lists.values()
  if (more.every((list) => list === first)) return first
  const known = new Set(ofAll.map(({ message }) => message))
  const found = new Map<string, { readonly warning: Warning; readonly of: Set<Criterion> }>()
  for (const [criterion, list] of lists) {
    for (const warning of list) {
      if (known.has(warning.message)) continue
      const of = found.get(warning.message)?.of ?? new Set()
      found.set(warning.message, { warning, of: of.add(criterion) })
    }
  }
  return [...found.values()].map(({ warning, of }) => {
    // A warning about years names its criterion itself.
    if (of.size === lists.size || warning.code === 'MIXED_YEARS') return warning
    const others = [...lists.keys()].filter((code) => !of.has(code))
    const named = of.size > MOST_NAMED && others.length < of.size ? `all but ${others.join(', ')}` : [...of].join(', ')
    return { ...warning, message: `${named}: ${warning.message}` }
  })
}

/** The figures of what is not there. */
export const NOTHING: Range = { value: 0, min: 0, max: 0 }

/** A figure that is not known. */
export const UNKNOWN: Range = { value: Number.NaN, min: Number.NaN, max: Number.NaN }

/** A figure as plain numbers: `{ value: 900, min: 460, max: 2087 }`. */
export function boundsOf({ value, min, max }: Range): Range {
  return { value, min, max }
}
