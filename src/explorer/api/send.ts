import type { TypedDocumentString } from '../../generated/explorer-operations.ts'
import { ApiError, type GraphqlFault, UnreachableError } from './api-error.ts'
import { documentText } from './document-text.ts'

/** The key is stored in this tab until it closes. */
const PLACE = 'impactql-api-key'

/** A window event: the service refused a request without a valid key. */
export const KEY_REFUSED = 'impactql-key-refused'

/** The entered API key; undefined if there is none. */
export function apiKey(): string | undefined {
  return sessionStorage.getItem(PLACE) ?? undefined
}

export function keepApiKey(key: string): void {
  sessionStorage.setItem(PLACE, key)
}

/** What is wrong with the stored key; undefined if there is none. */
export function keyFault(): string | undefined {
  return apiKey() === undefined ? undefined : 'The service does not know this API key.'
}

/** Returns a message about the missing or invalid key, and asks the page for another. */
function refuseKey(): Error {
  window.dispatchEvent(new Event(KEY_REFUSED))
  return new Error(keyFault() ?? 'The service needs an API key.')
}

/** Delays before retries of a temporary failure, in milliseconds. */
const PAUSES_MS = [400, 1200]

/** Statuses of proxies for a service that is starting, busy or briefly gone. */
const PASSING = new Set([502, 503, 504])

/**
 * Sends a request with the API key, if set. It retries temporary failures, unless a repetition would act twice
 * (`isOnce`). Throws an UnreachableError if a retry may help, and an Error for a refused API key.
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
    navigator.onLine
      ? 'The service cannot be reached right now.'
      : 'You are offline. The figures update when you are online again.',
  )
}

interface Options {
  /** The data release to query; undefined or empty for the default. */
  readonly release?: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends an operation to the API on the same host. Throws an ApiError for a refused request, an UnreachableError if a
 * retry may help, or an Error with the reason in words.
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
