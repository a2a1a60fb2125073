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
  for (const of of ['total', 'embedded', 'use'] as const) {
    const figure = impact?.[of]
    if (figure) return { value: figure.value, min: figure.min, max: figure.max, exact: figure.exact, of }
  }
  return undefined
}
