import { useEffect, useRef, useState } from 'preact/hooks'
import {
  type Criterion,
  ExploreUncertaintyDocument,
  type ExploreUncertaintyQuery,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { subjectLetter } from '../subjects/subject-name.ts'
import { comparisonItem } from './comparison-item.ts'

/** The results as distributions: how often each is the lowest, what drives the spread, what it is made of. */
export type Uncertainty = NonNullable<ExploreUncertaintyQuery['fleet']> & {
  /** Undefined for a single result. */
  readonly comparison: ExploreUncertaintyQuery['comparison'] | undefined
}

/** So many answers are remembered. */
const MOST_ANSWERS = 30

/** The uncertainty of the results in a criterion; undefined while it is asked for, and where it cannot be. */
export function useUncertainty(
  results: readonly SubjectResult[],
  criterion: Criterion,
  isCurrent: boolean,
): Uncertainty | undefined {
  const known = useRef(new Map<string, Uncertainty>())
  const [, redraw] = useState(0)
  const items = results.flatMap((result, index) => comparisonItem(result, subjectLetter(index)) ?? [])
  const duration = results[0]?.request.duration
  const isWhole = isCurrent && items.length === results.length && items.length > 0
  const key = isWhole ? JSON.stringify([items, criterion, duration]) : ''

  useEffect(() => {
    if (key === '' || known.current.has(key)) return
    const controller = new AbortController()
    const variables = {
      items,
      // A list of one is not a comparison, and not asked for.
      compared: items,
      areSeveral: items.length > 1,
      criterion,
      ...(duration !== undefined && { duration }),
    }
    send(ExploreUncertaintyDocument, variables, controller.signal).then(
      ({ fleet, comparison }) => {
        if (fleet === null) return
        known.current.set(key, { ...fleet, comparison })
        if (known.current.size > MOST_ANSWERS) known.current.delete(known.current.keys().next().value as string)
        redraw((count) => count + 1)
      },
      // The figures stand without it.
      () => undefined,
    )
    return () => controller.abort()
  }, [key])

  return known.current.get(key)
}
