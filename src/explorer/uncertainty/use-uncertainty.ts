import { useEffect, useRef, useState } from 'preact/hooks'
import type { Criterion } from '../../generated/explorer-operations.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { fetchUncertainty, type Uncertainty } from './fetch-uncertainty.ts'

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
    isSettled && results.length > 0 ? JSON.stringify([criterion, ...results.map(({ place, key }) => [place, key])]) : ''

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
