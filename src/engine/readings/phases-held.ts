import { type Coverage, phasesCounted } from '../assessment/coverage.ts'
import type { ImpactFigure } from '../assessment/impact.ts'
import type { Phase } from '../assessment/phases.ts'
import { NO_WARNINGS, type Warning, warning } from '../values/warning.ts'

/** Whether the known phases of two sides allow to compare them. */
export interface PhasesCompared {
  /** Whether both have the same phases. Without them the numbers give no verdict. */
  readonly comparable: boolean
  /**
   * Whether the numbers say which is lower. Both need figures for the same phases. These must include use and, if the
   * criterion has embodied figures, making. Two totals without use have no verdict.
   */
  readonly hasVerdict: boolean
  /** The phases that both have, which the numbers cover; if empty, the numbers are 0. */
  readonly phases: readonly Phase[]
  /** Why they are not comparable, or what both lack. */
  readonly reason: string | undefined
}

/** The phases that a thing has for all its units. */
export function phasesHeld(coverage: Coverage['coverage']): readonly Phase[] {
  return coverage.flatMap(({ phase, share }) => (share === 1 ? [phase] : []))
}

/** Compares which phases two labelled sides have. `all` are the phases that count. */
export function heldAgainst(
  all: readonly Phase[],
  a: readonly [label: string, held: readonly Phase[]],
  b: readonly [label: string, held: readonly Phase[]],
): PhasesCompared {
  const phases = a[1].filter((phase) => b[1].includes(phase))
  const comparable = phases.length === a[1].length && phases.length === b[1].length && phases.length > 0
  const hasVerdict = comparable && all.every((phase) => phase === 'BUILDING' || phases.includes(phase))
  return { comparable, hasVerdict, phases, reason: reasonOf(all, a, b) }
}

/** How sentences call the phases. */
export const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  EMBEDDED: 'the embodied impact',
  USE: 'use',
  BUILDING: 'the building',
}

/** What one side lacks, or both; undefined if neither lacks anything. */
function reasonOf(
  phases: readonly Phase[],
  [a, ofA]: readonly [string, readonly Phase[]],
  [b, ofB]: readonly [string, readonly Phase[]],
): string | undefined {
  const gaps = phases.flatMap((phase) => {
    const lacking = [...new Set([...(ofA.includes(phase) ? [] : [a]), ...(ofB.includes(phase) ? [] : [b])])]
    return lacking.length === 0 ? [] : `${PHASE_WORDS[phase]} is unknown for all or part of ${lacking.join(' and ')}`
  })
  return gaps.length === 0 ? undefined : gaps.join('; ')
}

/** Whether there is a difference between what is there before and after a change. */
export interface ChangeVerdict extends Pick<PhasesCompared, 'comparable' | 'hasVerdict'> {
  /** What is unknown; null if nothing is. */
  readonly reason: string | null
}

/** A side of a change: its name in sentences, and what its units cover. */
type Side = readonly [label: string, covered: Coverage]

/** Holds what is there before a change against what is there after it. `phases` are those that count. */
export function verdictOnChange(phases: readonly Phase[], [a, ofA]: Side, [b, ofB]: Side): ChangeVerdict {
  const [heldByA, heldByB] = [heldBy(ofA), heldBy(ofB)]
  // A side without units has what the other has: nothing is unknown about nothing.
  const [known, others] = [heldByA ?? heldByB, heldByB ?? heldByA]
  if (known === undefined || others === undefined) return { comparable: true, hasVerdict: true, reason: null }
  const [one, other] = [heldByA ? a : b, heldByB ? b : a]
  const { comparable, hasVerdict, reason = null } = heldAgainst(phases, [one, known], [other, others])
  // A sum counts a phase that only some of its units have.
  const isMixed = [...ofA.coverage, ...ofB.coverage].some(({ units, of }) => units > 0 && units < of)
  return { comparable: comparable && !isMixed, hasVerdict: hasVerdict && !isMixed, reason }
}

/** Warns that a total and the same one with other inputs cover different phases. */
export function warnIfPhasesDiffer(before: ImpactFigure, after: ImpactFigure): readonly Warning[] {
  if (before.phase !== 'TOTAL') return NO_WARNINGS
  const { criterion, span, covered } = before.impact
  const phases = phasesCounted(criterion, span.boundary)
  const others = after.impact.covered
  if (verdictOnChange(phases, ['before', covered], ['after', others]).comparable) return NO_WARNINGS
  const [held, heldAfter] = [phasesHeld(covered.coverage), phasesHeld(others.coverage)]
  const gaps = phases.flatMap((phase) => {
    if (held.includes(phase) === heldAfter.includes(phase)) return []
    return `${PHASE_WORDS[phase]} is unknown ${held.includes(phase) ? 'with the changed inputs' : 'without the change'}`
  })
  const reason = gaps.length > 0 ? gaps.join('; ') : 'they leave out phases of some units'
  return [warning('PHASES_DIFFER', `The totals before and after the change cannot be compared: ${reason}.`)]
}

/** Whether a sum has making and use of all its units. */
export function isWhole({ lacking }: Coverage): boolean {
  return lacking.every(({ phase }) => phase === 'BUILDING')
}

function heldBy(covered: Coverage): readonly Phase[] | undefined {
  return covered.coverage.some(({ of }) => of > 0) ? phasesHeld(covered.coverage) : undefined
}
