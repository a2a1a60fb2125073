import type { TypedDocumentString } from '../../generated/explorer-operations.ts'
import { ApiError, type GraphqlFault, UnreachableError } from './api-error.ts'
import { documentText } from './document-text.ts'

/** Where the key is kept: in this tab alone, until it is closed. */
const PLACE = 'impactql-api-key'

/** An event of the window: the service refused a request because it lacks a key that it knows. */
export const KEY_REFUSED = 'impactql-key-refused'

/** The API key that was typed in; undefined where none was. */
export function apiKey(): string | undefined {
  return sessionStorage.getItem(PLACE) ?? undefined
}

export function keepApiKey(key: string): void {
  sessionStorage.setItem(PLACE, key)
}

/** What is wrong with the key that is kept; nothing where there is none. */
export function keyFault(): string | undefined {
  return apiKey() === undefined ? undefined : 'The service does not know this API key.'
}

/** What is wrong with the key that was sent, or not sent, in words; the page asks for another. */
function refuseKey(): Error {
  window.dispatchEvent(new Event(KEY_REFUSED))
  return new Error(keyFault() ?? 'The service needs an API key.')
}

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

interface Options {
  /** The data release that is asked; undefined or empty for the usual one. */
  readonly release?: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends an operation to the API on the same host. Throws an ApiError for what was refused, an UnreachableError for what may
 * work later, or an Error with what is wrong, in words.
 */
export async function send<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { release = '', signal }: Options = {},
): Promise<Result> {
  const ofRelease = release !== ''
  const query = documentText(document, ofRelease)
  const body = JSON.stringify({ query, variables: ofRelease ? { ...variables, release } : variables })
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await request('/graphql', { method: 'POST', headers, body, ...(signal && { signal }) })
  const answer = (await response.json().catch(() => ({}))) as {
    data?: Result | { readonly release: Result | null } | null
    errors?: readonly GraphqlFault[]
  }
  if (answer.errors !== undefined && answer.errors.length > 0) throw new ApiError(answer.errors)
  const data = ofRelease
    ? (answer.data as { readonly release: Result | null } | null | undefined)?.release
    : answer.data
  if (data === undefined || data === null) throw new UnreachableError('The service did not answer as expected.')
  return data as Result
}
