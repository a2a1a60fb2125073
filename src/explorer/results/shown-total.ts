import type { Criterion } from '../../generated/explorer-operations.ts'
import type { SubjectResult } from './subject-result.ts'

/** The figure that stands for a subject. */
export interface ShownTotal {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly exact: number
  /** Embedded and use, or the one of them that is known. */
  readonly of: 'total' | 'embedded' | 'use'
}

/** Embedded and use together; where only one is published, that one. */
export function shownTotal(result: SubjectResult, criterion: Criterion): ShownTotal | undefined {
  const impact = result.impacts.find((each) => each.criterion === criterion)
  if (!impact?.total) return undefined
  const { value, min, max, exact } = impact.total
  const of = impact.missing.length === 0 ? 'total' : impact.embedded === null ? 'use' : 'embedded'
  return { value, min, max, exact, of }
}
