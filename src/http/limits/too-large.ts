import type { GraphQLError } from 'graphql'
import { refusal } from '../graphql/public-error.ts'

/** A refusal that says which limit is exceeded and by how much: `The document has 5012 tokens; the limit is 5000`. */
export function tooLarge(limit: string, said: string, maximum: number, actual: number): GraphQLError {
  return refusal(`${said}; the limit is ${maximum}`, 'OPERATION_TOO_LARGE', 400, {
    limit,
    maximum,
    actual,
  })
}
