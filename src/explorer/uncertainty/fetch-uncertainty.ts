import { useEffect, useRef, useState } from 'preact/hooks'
import {
  type Criterion,
  ExploreComparisonDocument,
  type ExploreComparisonQuery,
  ExploreComponentUncertaintyDocument,
  type ExploreComponentUncertaintyQueryVariables,
  ExploreUncertaintyDocument,
  type ExploreUncertaintyQuery,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { assetOf, requestVariables, spanOf } from '../results/request-variables.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { subjectLetter } from '../subjects/subject.ts'

/** So many answers are remembered. */
const MOST_ANSWERS = 30

/** The uncertainty of the results in a criterion; undefined while it is asked for, `failed` where it cannot be had. */
export function useUncertainty(
  results: readonly SubjectResult[],
  criterion: Criterion,
  isSettled: boolean,
): Uncertainty | 'failed' | undefined {
  const known = useRef(new Map<string, Uncertainty>())
  const [failed, setFailed] = useState('')
  const [, redraw] = useState(0)
  const key =
    isSettled && results.length > 0
      ? JSON.stringify([criterion, ...results.map(({ position, key }) => [position, key])])
      : ''

  useEffect(() => {
    if (key === '' || known.current.has(key)) return
    const controller = new AbortController()
    setFailed('')
    fetchUncertainty(results, criterion, controller.signal).then(
      (uncertainty) => {
        known.current.set(key, uncertainty)
        if (known.current.size > MOST_ANSWERS) known.current.delete(known.current.keys().next().value as string)
        redraw((count) => count + 1)
      },
      // The figures stand without it.
      () => controller.signal.aborted || setFailed(key),
    )
    return () => controller.abort()
  }, [key])

  return known.current.get(key) ?? (key !== '' && failed === key ? 'failed' : undefined)
}

/** The figure of one subject as a distribution, what drives its spread, and what it is made of; null where it has none. */
export type Readings = NonNullable<ExploreUncertaintyQuery['fleet']>['items'][number]['impact']['total']

/** The results as distributions, and how often each is the lowest. */
export interface Uncertainty {
  /** One for each result, in their order. */
  readonly readings: readonly Readings[]
  /** Undefined where there is nothing to compare, or the API cannot compare it. */
  readonly comparison: NonNullable<ExploreComparisonQuery['comparison']> | undefined
}

/** Asks the API how uncertain the results are in a criterion. */
async function fetchUncertainty(
  results: readonly SubjectResult[],
  criterion: Criterion,
  signal: AbortSignal,
): Promise<Uncertainty> {
  const [readings, comparison] = await Promise.all([
    Promise.all(results.map((result) => fetchReadings(result, criterion, signal))),
    // Without it the verdict says nothing of how sure it is.
    fetchComparison(results, criterion, signal).catch(() => undefined),
  ])
  return { readings, comparison }
}

async function fetchReadings({ request }: SubjectResult, criterion: Criterion, signal: AbortSignal): Promise<Readings> {
  const { quantity, release, archetype } = request
  const about = { criterion, ...spanOf(request) }
  if (request.kind === 'component' && archetype !== undefined) {
    const { input } = requestVariables(request)
    const variables = { input, archetype, ...about } as ExploreComponentUncertaintyQueryVariables
    const { component } = await send(ExploreComponentUncertaintyDocument, variables, { release, signal })
    return component?.impact.total ?? null
  }
  const variables = { items: [{ quantity, asset: assetOf(request) }], ...about }
  const { fleet } = await send(ExploreUncertaintyDocument, variables, { release, signal })
  return fleet?.items[0]?.impact.total ?? null
}

/** How often each is the lowest. The API compares over one duration: different lifetimes are another question. */
async function fetchComparison(
  results: readonly SubjectResult[],
  criterion: Criterion,
  signal: AbortSignal,
): Promise<Uncertainty['comparison']> {
  const [first, ...others] = results
  if (first === undefined || others.length === 0) return undefined
  const duration = first.usage.assessedDuration
  const isComparable = results.every(
    ({ request, usage }) => request.archetype === undefined && usage.assessedDuration === duration,
  )
  if (!isComparable) return undefined
  const items = results.map(({ request, position }) => ({
    label: subjectLetter(position),
    asset: assetOf(request),
    quantity: request.quantity,
  }))
  const { release, boundary } = first.request
  const { comparison } = await send(
    ExploreComparisonDocument,
    { items, criterion, duration, boundary },
    { release, signal },
  )
  return comparison ?? undefined
}
