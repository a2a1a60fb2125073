import { useEffect, useRef, useState } from 'preact/hooks'
import type { Criterion } from '../../generated/explorer-operations.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import { fetchEffects } from './fetch-effects.ts'
import type { Effect } from './variation.ts'

/** What the assumptions behind each result do to it; undefined while it is asked for, empty where it cannot be. */
export function useEffects(
  results: readonly SubjectResult[],
  criterion: Criterion,
): readonly (readonly Effect[] | undefined)[] {
  const known = useRef(new Map<string, readonly Effect[]>())
  const [, redraw] = useState(0)
  const keys = results.map(({ key }) => `${criterion} ${key}`)

  useEffect(() => {
    const controller = new AbortController()
    for (const [index, key] of keys.entries()) {
      if (known.current.has(key)) continue
      const settle = (effects: readonly Effect[]) => {
        known.current.set(key, effects)
        redraw((count) => count + 1)
      }
      fetchEffects(results[index] as SubjectResult, criterion, controller.signal).then(settle, () => {
        if (!controller.signal.aborted) settle([])
      })
    }
    return () => controller.abort()
  }, [keys.join('\n')])

  return keys.map((key) => known.current.get(key))
}
