import { GraphQLError, type GraphQLErrorExtensions } from 'graphql'
import type { ErrorCode } from './error-codes.ts'

/** `code` and further facts as an error of HTTP `status`: nothing of the operation is answered. */
export function refusal(
  message: string,
  code: ErrorCode,
  status: number,
  facts: GraphQLErrorExtensions = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...facts, http: { status } } })
}

/** A refusal that names the limit that is exceeded, and by how much: `The document has 5012 tokens; the limit is 5000`. */
export function tooLarge(limit: string, found: string, maximum: number, actual: number): GraphQLError {
  return refusal(`${found}; the limit is ${maximum}`, 'OPERATION_TOO_LARGE', 400, { limit, maximum, actual })
}
