import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { faultsOf } from '../api/api-error.ts'
import type { Catalogue } from '../form/catalogue.ts'
import type { Fault, View } from '../state/view.ts'
import { type SubjectRequest, subjectRequest } from '../subjects/subject-request.ts'
import { fetchResult } from './fetch-result.ts'
import type { SubjectResult } from './subject-result.ts'

/** Milliseconds of pause before the API is queried. */
const PAUSE_MS = 180

/** Number of cached answers, for going back and forward. */
const MOST_ANSWERS = 60

/** The state of one subject of the current view. */
export interface Slot {
  /** The last figures; from an earlier choice while `isCurrent` is false. */
  readonly result: SubjectResult | undefined
  readonly isCurrent: boolean
  readonly isLoading: boolean
  /** What prevents its assessment. */
  readonly faults: readonly Fault[]
}

type Answer = { readonly result: SubjectResult } | { readonly faults: readonly Fault[] }

/**
 * Fetches the figures of every subject after a pause, and abandons outdated requests. `retry` repeats temporary
 * failures, as coming back online does.
 */
export function useResults(
  view: View,
  catalogue: Pick<Catalogue, 'locations' | 'releases'>,
): { readonly slots: readonly Slot[]; readonly retry: () => void } {
  const { subjects } = view
  const requests = useMemo(
    () => subjects.map((subject) => ({ subject, request: subjectRequest(subject, view, catalogue) })),
    [view, catalogue.locations, catalogue.releases],
  )
  const answers = useRef(new Map<string, Answer>())
  const inFlight = useRef(new Map<string, AbortController>())
  const shown = useRef<readonly Shown[]>([])
  const [count, redraw] = useState(0)
  const retry = useCallback(() => {
    for (const [key, answer] of answers.current) {
      if ('faults' in answer && answer.faults.some(({ mayRetry }) => mayRetry)) answers.current.delete(key)
    }
    redraw((each) => each + 1)
  }, [])

  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])

  useEffect(() => {
    const wanted = new Set(requests.map(({ request }) => keyOf(request)))
    for (const [key, controller] of inFlight.current) {
      if (wanted.has(key)) continue
      controller.abort()
      inFlight.current.delete(key)
    }
    const ask = () => {
      for (const { subject, request } of requests) {
        const key = keyOf(request)
        if (isFaulty(request) || answers.current.has(key) || inFlight.current.has(key)) continue
        const controller = new AbortController()
        inFlight.current.set(key, controller)
        const settle = (answer: Answer) => {
          if (inFlight.current.get(key) !== controller) return
          inFlight.current.delete(key)
          answers.current.set(key, answer)
          if (answers.current.size > MOST_ANSWERS) answers.current.delete(answers.current.keys().next().value as string)
          redraw((each) => each + 1)
        }
        fetchResult(key, subject, request, controller.signal).then(
          (result) => settle({ result }),
          (error: unknown) => settle({ faults: faultsOf(error, request) }),
        )
      }
    }
    const timer = setTimeout(ask, answers.current.size === 0 ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [requests, count])

  const before = shown.current
  const found = requests.map(({ request }) =>
    isFaulty(request) ? { faults: request } : answers.current.get(keyOf(request)),
  )
  const isWaiting = found.includes(undefined)
  const slots = requests.map(({ subject }, index): Slot => {
    const answer = found[index]
    const last = lastResult(subject.kind, JSON.stringify(subject), index, before, subjects.length)
    const result = answer !== undefined && 'result' in answer ? answer.result : undefined
    // All change at once, so that figures of different questions are never side by side.
    if (result !== undefined && (!isWaiting || last === undefined || last.key === result.key)) {
      return { result: { ...result, position: index }, isCurrent: true, isLoading: false, faults: [] }
    }
    const faults = answer !== undefined && 'faults' in answer ? answer.faults : []
    const shown = last && { ...last, position: index }
    return { result: shown, isCurrent: false, isLoading: answer === undefined || result !== undefined, faults }
  })
  shown.current = slots.map(({ result }, index) => ({ subject: JSON.stringify(subjects[index]), result }))
  return { slots, retry }
}

interface Shown {
  readonly subject: string
  readonly result: SubjectResult | undefined
}

/** The last figures of a subject, or of the one in its position before it changed. */
function lastResult(
  kind: string,
  subject: string,
  index: number,
  before: readonly Shown[],
  count: number,
): SubjectResult | undefined {
  const same = before.find((each) => each.subject === subject)
  if (same !== undefined) return same.result
  const result = before.length === count ? before[index]?.result : undefined
  return result?.subject.kind === kind ? result : undefined
}

function isFaulty(request: SubjectRequest | readonly Fault[]): request is readonly Fault[] {
  return Array.isArray(request)
}

function keyOf(request: SubjectRequest | readonly Fault[]): string {
  if (isFaulty(request)) return ''
  const { kind, input, archetype, quantity, release, criteria, duration, boundary } = request
  return JSON.stringify([kind, input, archetype, quantity, release, criteria, duration, boundary])
}
