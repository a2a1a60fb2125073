import { useEffect, useRef, useState } from 'preact/hooks'
import { ExploreAnswerDocument, type ExploreAnswerQuery } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { assetOf, spanOf } from '../results/request-variables.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'

/** The impact of one request. */
export type AnsweredImpact = NonNullable<ExploreAnswerQuery['fleet']>['items'][number]['impacts'][number]

/** How long the reader must have paused before the API is asked, in milliseconds. */
const PAUSE_MS = 180

/** The last answer, whether it is current, and what went wrong. */
export interface Answers {
  readonly impacts: readonly (AnsweredImpact | undefined)[]
  readonly isCurrent: boolean
  readonly fault: string | undefined
}

/** The figures of some requests in the first criterion of each, in their order: all at once, after a pause. */
export function useAnswers(requests: readonly SubjectRequest[]): Answers {
  const key = JSON.stringify(requests.map(({ origins: _, ...request }) => request))
  const [found, setFound] = useState<{ readonly key: string; readonly impacts: Answers['impacts'] }>()
  const [fault, setFault] = useState<string>()
  const latest = useRef(requests)
  latest.current = requests
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      fetchImpacts(latest.current, controller.signal).then(
        (impacts) => {
          setFound({ key, impacts })
          setFault(undefined)
        },
        (error: Error) => controller.signal.aborted || setFault(error.message),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key])
  return { impacts: found?.impacts ?? [], isCurrent: found?.key === key, fault }
}

/** The impact of each request in its first criterion, in their order. */
export async function fetchImpacts(
  requests: readonly SubjectRequest[],
  signal: AbortSignal,
): Promise<Answers['impacts']> {
  const [first] = requests
  if (first === undefined) return []
  const { criteria, release } = first
  const items = requests.map((request) => ({ quantity: request.quantity, asset: assetOf(request) }))
  const { fleet } = await send(
    ExploreAnswerDocument,
    { items, criteria: [...criteria], ...spanOf(first) },
    { release, signal },
  )
  return (fleet?.items ?? []).map(({ impacts }) => impacts[0])
}
