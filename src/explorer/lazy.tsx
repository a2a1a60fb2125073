import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A part of the page that is loaded once it is first shown, so that the others need not wait for it. */
export function lazy<Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined
  return (props) => {
    const [fault, setFault] = useState<string>()
    const [, redraw] = useState(false)
    useEffect(() => {
      if (loaded !== undefined) return
      load().then(
        (found) => {
          loaded = found
          redraw(true)
        },
        () => setFault('This part of the page could not be loaded. Reload the page.'),
      )
    }, [])
    if (fault) return <p class="fault">{fault}</p>
    const Part = loaded
    return Part ? <Part {...props} /> : <p class="note">Loading…</p>
  }
}
