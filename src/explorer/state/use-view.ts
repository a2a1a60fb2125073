import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { View } from './view.ts'
import { formatView, parseView } from './view-address.ts'

/** Changes of the same field within this time are one step back. */
const SAME_STEP_MS = 1500

/** Changes the view; changes with the same `field` in short order are one entry of the browser's history. */
export type ChangeView = (change: (view: View) => View, field?: string) => void

/** The view, kept in step with the address of the page, back and forward included. */
export function useView(): readonly [View, ChangeView] {
  const [view, setView] = useState(() => parseView(location.search))
  const current = useRef(view)
  const lastStep = useRef({ field: '', at: 0 })

  useEffect(() => {
    const restore = () => {
      current.current = parseView(location.search)
      lastStep.current = { field: '', at: 0 }
      setView(current.current)
    }
    addEventListener('popstate', restore)
    return () => removeEventListener('popstate', restore)
  }, [])

  const change = useCallback<ChangeView>((make, field = '') => {
    const next = make(current.current)
    const search = formatView(next)
    current.current = next
    setView(next)
    if (search === location.search) return
    const now = performance.now()
    const isSameStep = field !== '' && field === lastStep.current.field && now - lastStep.current.at < SAME_STEP_MS
    lastStep.current = { field, at: now }
    if (isSameStep) history.replaceState(null, '', search)
    else history.pushState(null, '', search)
  }, [])

  return [view, change]
}
