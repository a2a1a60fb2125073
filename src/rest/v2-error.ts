import { GraphQLError } from 'graphql'
import { FaultError } from '../input/fault.ts'
import { NotFoundError } from '../reference/not-found-error.ts'
import type { Json } from './json.ts'
import { RestError, unnamedFaults } from './rest-error.ts'

/** What went wrong under /v2: faults have their paths in the body, in the words of the schema. */
export function v2Error(error: unknown): unknown {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (cause instanceof NotFoundError) return cause
  if (!(cause instanceof FaultError)) return error
  const details = cause.faults.map(({ path, message, code, value = null }) => ({
    type: code.toLowerCase(),
    loc: ['body', ...placeInBody(path)],
    msg: message,
    input: value as Json,
  }))
  return new RestError(cause.code === 'NOT_FOUND' ? 404 : 422, [...details, ...unnamedFaults(cause)])
}

/** The argument `input` of an operation is the asset of the body. */
function placeInBody([first, ...rest]: readonly (string | number)[]): readonly (string | number)[] {
  if (first === undefined) return []
  if (first === 'body') return rest
  return first === 'input' ? ['asset', ...rest] : [first, ...rest]
}
