import { UnreachableError } from './api-error.ts'
import { apiKey, refuseKey } from './api-key.ts'

/** A request that fails for a passing reason is sent again after these pauses, in milliseconds. */
const PAUSES_MS = [400, 1200]

/** What proxies answer for a service that is starting, busy or gone for a moment. */
const PASSING = new Set([502, 503, 504])

/**
 * Sends a request to the service, with the API key where there is one; again for a passing reason, but for what would be done
 * twice (`isOnce`). Throws an UnreachableError for what may work later, and an Error for an API key that is refused.
 */
export async function request(path: string, init: RequestInit, { isOnce = false } = {}): Promise<Response> {
  const key = apiKey()
  const headers = { ...init.headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) }
  for (const pause of [...(isOnce ? [] : PAUSES_MS), undefined]) {
    const response = await fetch(path, { ...init, headers }).catch((error: Error) => {
      if (error.name === 'AbortError') throw error
      return undefined
    })
    if (response?.status === 401) throw refuseKey()
    if (response !== undefined && !PASSING.has(response.status)) return response
    if (pause === undefined || !navigator.onLine) break
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw new UnreachableError(
    navigator.onLine ? 'The service cannot be reached just now.' : 'You are offline. Figures follow once you are back.',
  )
}
