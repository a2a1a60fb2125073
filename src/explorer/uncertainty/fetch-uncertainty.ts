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
import { comparedLabels, type SubjectResult } from '../results/subject-result.ts'

/** Number of cached answers. */
const MOST_ANSWERS = 30

/** The uncertainty of the results in a criterion; undefined while loading, `failed` on failure. */
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
      // The figures are useful without it.
      () => controller.signal.aborted || setFailed(key),
    )
    return () => controller.abort()
  }, [key])

  return known.current.get(key) ?? (key !== '' && failed === key ? 'failed' : undefined)
}

/** A subject's figure as a distribution, with its drivers and parts; null without a figure. */
export type Readings = NonNullable<ExploreUncertaintyQuery['fleet']>['items'][number]['impact']['total']

/** The distributions of the results, and how often each is the lowest. */
export interface Uncertainty {
  /** One per result, in order. */
  readonly readings: readonly Readings[]
  /** Undefined if there is nothing to compare, or the API cannot compare it. */
  readonly comparison: NonNullable<ExploreComparisonQuery['comparison']> | undefined
}

/** Fetches the uncertainty of the results in a criterion. */
async function fetchUncertainty(
  results: readonly SubjectResult[],
  criterion: Criterion,
  signal: AbortSignal,
): Promise<Uncertainty> {
  const [readings, comparison] = await Promise.all([
    Promise.all(results.map((result) => fetchReadings(result, criterion, signal))),
    // Without it, the verdict does not say how certain it is.
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

/**
 * Fetches how often each is the lowest. The API compares over one duration, so different lifetimes cannot be compared.
 */
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
  const labels = comparedLabels(results)
  const items = results.map(({ request }, at) => ({
    label: labels[at] ?? '',
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
