import type { TypedDocumentString } from '../../generated/explorer-operations.ts'
import { ApiError, type GraphqlFault } from './api-error.ts'
import { apiKey, refuseKey } from './api-key.ts'
import { documentText } from './document-text.ts'

/** Sends an operation to the API on the same host. Throws an ApiError, or an Error that says in words what is wrong. */
export async function send<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const key = apiKey()
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ query: documentText(document), variables }),
    ...(signal && { signal }),
  }).catch((error: Error) => {
    throw error.name === 'AbortError' ? error : new Error('The service cannot be reached. Is it still running?')
  })
  if (response.status === 401) throw refuseKey()
  const answer = (await response.json().catch(() => ({}))) as {
    data?: Result | null
    errors?: readonly GraphqlFault[]
  }
  if (answer.errors !== undefined && answer.errors.length > 0) throw new ApiError(answer.errors)
  if (answer.data === undefined || answer.data === null) {
    throw new Error(`The service answered with HTTP status ${response.status}, and no figures.`)
  }
  return answer.data
}
