import { useEffect, useState } from 'preact/hooks'
import { faultsOf } from '../api/api-error.ts'
import type { Catalogue } from '../form/catalogue.ts'
import { formatView } from '../state/use-view.ts'
import { type Asked, readAsked } from './read-asked.ts'

interface Props {
  readonly phrase: string
  readonly catalogue: Catalogue
}

const addressOf = (phrase: string) => `/explorer?${new URLSearchParams({ q: phrase })}`

/** Reads the phrase of an address, and opens what it names. */
export default function AskedPanel({ phrase, catalogue }: Props) {
  const [fault, setFault] = useState<Extract<Asked, { fault: string }>>()
  useEffect(() => {
    if (catalogue.locations.length === 0) return
    const controller = new AbortController()
    const show = (asked: Asked) => {
      if (controller.signal.aborted) return
      if ('fault' in asked) return setFault(asked)
      history.replaceState(null, '', formatView(asked.view) + location.hash)
      dispatchEvent(new PopStateEvent('popstate'))
    }
    readAsked(phrase, catalogue, controller.signal).then(show, (error: unknown) => {
      const [{ message = '', nearest = [] } = {}] = faultsOf(error, { origins: new Map() })
      show({ fault: message, nearest })
    })
    return () => controller.abort()
  }, [phrase, catalogue])
  return (
    <section class="panel empty" aria-labelledby="asked-title">
      <h2 id="asked-title">{phrase}</h2>
      {fault === undefined ? <p role="status">Looking it up…</p> : <p class="fault">{fault.fault}</p>}
      {fault !== undefined && fault.nearest.length > 0 && (
        <p>
          Did you mean{' '}
          {fault.nearest.map((name, at) => (
            <span key={name}>
              {at > 0 && ', '}
              <a href={addressOf(name)}>{name}</a>
            </span>
          ))}
          ?
        </p>
      )}
      {fault !== undefined && (
        <p>
          <a href={`/?${new URLSearchParams({ q: phrase })}`}>Search again</a>, or choose what you have in the form.
        </p>
      )}
    </section>
  )
}
