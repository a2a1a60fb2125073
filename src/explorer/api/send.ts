import type { TypedDocumentString } from '../../generated/explorer-operations.ts'
import { ApiError, type GraphqlFault, UnreachableError } from './api-error.ts'
import { apiKey, refuseKey } from './api-key.ts'
import { documentText } from './document-text.ts'

/** A request that fails for a passing reason is sent again after these pauses, in milliseconds. */
const PAUSES_MS = [400, 1200]

/** What proxies answer for a service that is starting, busy or gone for a moment. */
const PASSING = new Set([502, 503, 504])

/**
 * Sends an operation to the API on the same host. Throws an ApiError for what was refused, an UnreachableError for what may
 * work later, or an Error that says in words what is wrong.
 */
export async function send<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const response = await post(JSON.stringify({ query: documentText(document), variables }), signal)
  if (response.status === 401) throw refuseKey()
  const answer = (await response.json().catch(() => ({}))) as {
    data?: Result | null
    errors?: readonly GraphqlFault[]
  }
  if (answer.errors !== undefined && answer.errors.length > 0) throw new ApiError(answer.errors)
  if (answer.data === undefined || answer.data === null) {
    throw new UnreachableError('The service did not answer as expected.')
  }
  return answer.data
}

async function post(body: string, signal: AbortSignal | undefined): Promise<Response> {
  const key = apiKey()
  for (const pause of [...PAUSES_MS, undefined]) {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body,
      ...(signal && { signal }),
    }).catch((error: Error) => {
      if (error.name === 'AbortError') throw error
      return undefined
    })
    if (response !== undefined && !PASSING.has(response.status)) return response
    if (pause !== undefined && navigator.onLine) await new Promise((resolve) => setTimeout(resolve, pause))
    else break
  }
  throw new UnreachableError(
    navigator.onLine ? 'The service cannot be reached just now.' : 'You are offline. Figures follow once you are back.',
  )
}
