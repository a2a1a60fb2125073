import { useEffect, useRef, useState } from 'preact/hooks'
import type { FleetQuery } from './fetch-fleet.ts'
import type { FleetResult } from './fleet-result.ts'
import { downloadRows, likelyOfRows } from './rows-csv.ts'

interface Props {
  readonly query: FleetQuery
  readonly result: FleetResult
  readonly unit: string
  /** The text of the button. */
  readonly children: string
}

/**
 * Downloads every row once its likely ranges are computed. If the service refuses them, it shows the reason and offers
 * the rows without them.
 */
export function DownloadRows({ query, result, unit, children }: Props) {
  const [state, setState] = useState<'drawing' | { readonly fault: string }>()
  const controller = useRef<AbortController>(undefined)
  // Ranges of other figures do not apply.
  useEffect(() => {
    setState(undefined)
    return () => controller.current?.abort()
  }, [result])
  const onClick = async () => {
    if (state === 'drawing') return
    controller.current = new AbortController()
    const { signal } = controller.current
    setState('drawing')
    try {
      downloadRows(query, result, unit, await likelyOfRows(query, result, signal))
      setState(undefined)
    } catch (error) {
      if (!signal.aborted) setState({ fault: (error as Error).message })
    }
  }
  return (
    <span class="download-rows">
      <button type="button" class="quiet" aria-disabled={state === 'drawing'} onClick={onClick}>
        {children}
      </button>
      <span role="status">
        {state === 'drawing' && 'Computing the likely ranges…'}
        {typeof state === 'object' && `Without likely ranges: ${state.fault}`}
      </span>
      {typeof state === 'object' && (
        <button type="button" class="quiet" onClick={() => downloadRows(query, result, unit, undefined)}>
          Download without them
        </button>
      )}
    </span>
  )
}
