import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { faultsOf } from '../api/api-error.ts'
import type { View } from '../state/view.ts'
import { type Fault, type SubjectRequest, subjectRequest } from '../subjects/subject-request.ts'
import { fetchResult } from './fetch-result.ts'
import type { SubjectResult } from './subject-result.ts'

/** How long the reader must have paused before the API is asked, in milliseconds. */
const PAUSE_MS = 180

/** So many answers are remembered, for steps back and forward. */
const MOST_ANSWERS = 60

/** What is known of one subject of the view now. */
export interface Slot {
  /** The last figures; of an earlier choice while `isCurrent` is false. */
  readonly result: SubjectResult | undefined
  readonly isCurrent: boolean
  readonly isLoading: boolean
  /** What keeps it from being assessed. */
  readonly faults: readonly Fault[]
}

type Answer = { readonly result: SubjectResult } | { readonly faults: readonly Fault[] }

/** The figures of every subject of the view; asked for after a pause, and no longer waited for once out of date. */
export function useResults(view: View): readonly Slot[] {
  const requests = useMemo(
    () => view.subjects.map((subject) => ({ subject, request: subjectRequest(subject, view) })),
    [view],
  )
  const answers = useRef(new Map<string, Answer>())
  const inFlight = useRef(new Map<string, AbortController>())
  const shown = useRef<(SubjectResult | undefined)[]>([])
  const [, redraw] = useState(0)

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
          redraw((count) => count + 1)
        }
        fetchResult(key, subject, request, controller.signal).then(
          (result) => settle({ result }),
          (error: unknown) => settle({ faults: faultsOf(error, request) }),
        )
      }
    }
    const timer = setTimeout(ask, answers.current.size === 0 ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [requests])

  return requests.map(({ request }, index): Slot => {
    shown.current.length = requests.length
    if (isFaulty(request)) {
      return { result: shown.current[index], isCurrent: false, isLoading: false, faults: request }
    }
    const answer = answers.current.get(keyOf(request))
    if (answer !== undefined && 'result' in answer) {
      shown.current[index] = answer.result
      return { result: answer.result, isCurrent: true, isLoading: false, faults: [] }
    }
    const faults = answer?.faults ?? []
    return { result: shown.current[index], isCurrent: false, isLoading: answer === undefined, faults }
  })
}

function isFaulty(request: SubjectRequest | readonly Fault[]): request is readonly Fault[] {
  return Array.isArray(request)
}

function keyOf(request: SubjectRequest | readonly Fault[]): string {
  if (isFaulty(request)) return ''
  const { kind, input, archetype, criteria, duration } = request
  return JSON.stringify([kind, input, archetype, criteria, duration])
}
