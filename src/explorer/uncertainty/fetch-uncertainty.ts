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
import { assetOf } from '../results/asset-of.ts'
import { requestVariables } from '../results/request-variables.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { subjectLetter } from '../subjects/subject-name.ts'

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
export async function fetchUncertainty(
  results: readonly SubjectResult[],
  criterion: Criterion,
  signal: AbortSignal,
): Promise<Uncertainty> {
  const [readings, comparison] = await Promise.all([
    Promise.all(results.map((result) => fetchReadings(result, criterion, signal))),
    // Without it the verdict goes by the bounds.
    fetchComparison(results, criterion, signal).catch(() => undefined),
  ])
  return { readings, comparison }
}

async function fetchReadings({ request }: SubjectResult, criterion: Criterion, signal: AbortSignal): Promise<Readings> {
  const { quantity, duration, release, archetype } = request
  const about = { criterion, ...(duration !== undefined && { duration }) }
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
 * How often each is the lowest. The API compares one of each, over one duration: as many of all is the same question, but
 * different numbers of them, or different lifetimes, is not.
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
    ({ request, usage }) =>
      request.archetype === undefined &&
      request.quantity === first.request.quantity &&
      usage.assessedDuration === duration,
  )
  if (!isComparable) return undefined
  const items = results.map(({ request, place }) => ({ label: subjectLetter(place), asset: assetOf(request) }))
  const { release } = first.request
  const { comparison } = await send(ExploreComparisonDocument, { items, criterion, duration }, { release, signal })
  return comparison ?? undefined
}
