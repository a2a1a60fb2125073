import type { Criterion } from '../values/criteria.ts'
import { type Boundary, PHASES, type Phase } from './phases.ts'

/** How many units a phase of a sum covers. */
export interface PhaseCoverage {
  readonly phase: Phase
  /** Units with a figure in the phase; quantities count. */
  readonly units: number
  /** Units assessed. */
  readonly of: number
  /** `units / of`, 0 to 1. Of 0 units: 1 if an item has a figure, else 0. */
  readonly share: number
}

/** How many units a phase of a sum lacks. */
export interface LackingPhase {
  readonly phase: Phase
  readonly units: number
}

/** What a sum covers. */
export interface Coverage {
  /** By phase, in the order of PHASES. */
  readonly coverage: readonly PhaseCoverage[]
  /** Whether its phases hold different units, so that its total is less than the whole of some of them. */
  readonly isPartial: boolean
  /** The phases that lack units. */
  readonly lacking: readonly LackingPhase[]
}

/** Why units have no figure: each reason with its meaning. */
export const UNCOUNTED_REASONS = {
  NO_FIGURE: 'No figure of such a thing is known, in any of the criteria.',
  UNKNOWN_KIND: 'The word in the column of kinds means no known kind.',
  FAULTY: 'The row has a fault in other columns, or cannot be read.',
  OTHERS: 'The rest of the units, in groups too small to list.',
} as const

export type UncountedReason = keyof typeof UNCOUNTED_REASONS

/** Selects what is counted of an impact. */
interface Counted {
  phase(phase: Phase): unknown
  /** Whether the building of a data centre counts. */
  readonly countsBuilding: boolean
}

/** Units counted. */
export interface UnitCounts {
  /** Units assessed. */
  readonly of: number
  /** Units with a figure in each phase; undefined if no item has one. A quantity of 0 is an item without units. */
  readonly having: readonly (readonly [Phase, number | undefined])[]
  /** Units with a figure in some phases but not in all. */
  readonly uneven: number
}

/**
 * The phases counted for a criterion within a boundary. Final energy has no embedded phase, and the building counts
 * only within the data centre boundary.
 */
export function phasesCounted(criterion: Criterion, boundary: Boundary = 'EQUIPMENT'): readonly Phase[] {
  return PHASES.filter(
    (phase) => (phase !== 'EMBEDDED' || criterion !== 'fe') && (phase !== 'BUILDING' || boundary === 'DATA_CENTRE'),
  )
}

/**
 * Counts units by the phases in which they have a figure. Equipment outside a data centre lacks no building, unless it
 * has no figure at all. Example: of 3 units with both phases and 1 without use, making covers 4, use covers 3, and 1 is
 * uneven.
 */
export function countUnits(
  impacts: Iterable<{ readonly impact: Counted; readonly units: number }>,
  phases: readonly Phase[],
): UnitCounts {
  const having = phases.map((phase): [Phase, number | undefined] => [phase, undefined])
  let of = 0
  let uneven = 0
  for (const { impact, units } of impacts) {
    of += units
    if (phases.every((phase) => impact.phase(phase) === undefined)) continue
    let known = 0
    for (const each of having) {
      if (!hasPhase(impact, each[0])) continue
      each[1] = (each[1] ?? 0) + units
      known++
    }
    if (known < phases.length) uneven += units
  }
  return { of, having, uneven }
}

function hasPhase(impact: Counted, phase: Phase): boolean {
  return impact.phase(phase) !== undefined || (phase === 'BUILDING' && !impact.countsBuilding)
}

/** What a sum of such units covers, and what it lacks. */
export function coverageOf({ of, having, uneven }: UnitCounts): Coverage {
  return {
    coverage: having.map(([phase, units]) => ({ phase, units: units ?? 0, of, share: shareOf(units, of) })),
    isPartial: uneven > 0,
    lacking: having.flatMap(([phase, units = 0]) => (units < of ? [{ phase, units: of - units }] : [])),
  }
}

function shareOf(units: number | undefined, of: number): number {
  if (units === undefined) return 0
  return of > 0 ? units / of : 1
}
