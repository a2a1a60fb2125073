import type { TypedDocumentString } from '../../generated/explorer-operations.ts'
import { ApiError, type GraphqlFault, UnreachableError } from './api-error.ts'
import { documentText } from './document-text.ts'
import { request } from './request.ts'

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
