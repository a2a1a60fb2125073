import { render, type VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Content for paper alone: rendered at once when the page is printed, since a browser does not wait for updates. */
export function PrintOnly({ children }: { readonly children: VNode }) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(children)
  latest.current = children
  useEffect(() => {
    const paper = matchMedia('print')
    const show = (isPrinted: boolean) => place.current && render(isPrinted ? latest.current : null, place.current)
    const begin = () => show(true)
    const end = () => show(false)
    const change = () => show(paper.matches)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    paper.addEventListener('change', change)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      paper.removeEventListener('change', change)
    }
  }, [])
  return <div class="print-only" ref={place} />
}

/** The address of a page, where it is printed without a report. */
export function PrintedAddress() {
  return (
    <PrintOnly>
      <Address />
    </PrintOnly>
  )
}

function Address() {
  return <p class="address">{location.href}</p>
}
