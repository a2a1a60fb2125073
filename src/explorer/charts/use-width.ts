import { useEffect, useRef, useState } from 'preact/hooks'

/** The width of an element in pixels, kept up to date, and the ref to give it. */
export function useWidth(first = 320) {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new ResizeObserver(() => setWidth(Math.max(240, Math.floor(current.clientWidth))))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}
