import { randomUUID } from 'node:crypto'
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql'
import { InputError } from '../../input/check-input.ts'
import { NotFoundError } from '../../reference/not-found-error.ts'
import { catalogueQuery } from './catalogue-query.ts'
import { ERROR_CODES, type ErrorCode } from './error-codes.ts'

/** Told of an error that is not shown, with the id that is shown instead and that of the request. */
export type ReportError = (error: Error, errorId: string, requestId: string | undefined) => void

/**
 * The error as callers see it: with a code and, where it is their input, with what is wrong with it. An error nobody
 * foresaw is replaced by an id, and reported under that id.
 */
export function publicError(
  error: GraphQLError | Error,
  fallback: ErrorCode,
  report: ReportError,
  requestId?: string,
): GraphQLError {
  const at = error instanceof GraphQLError ? error : undefined
  const cause = causeOf(error)
  if (cause instanceof InputError) return shown(at, cause.message, { code: 'BAD_USER_INPUT', faults: cause.faults })
  if (cause instanceof NotFoundError) {
    const { given, nearest } = cause
    return shown(at, cause.messageWith(catalogueQuery), { code: 'NOT_FOUND', given, nearest })
  }
  if (cause instanceof GraphQLError) {
    const { code } = cause.extensions
    return shown(at, error.message, { ...cause.extensions, code: isCode(code) ? code : fallback })
  }
  const errorId = randomUUID()
  report(cause, errorId, requestId)
  const http = { status: 500 }
  return shown(at, `Internal server error (${errorId})`, {
    code: 'INTERNAL_SERVER_ERROR',
    errorId,
    ...(at?.path ? {} : { http }),
  })
}

/** `code` and further facts as an error of HTTP `status`, which application/json clients get too unless `isSpec`. */
export function refusal(
  message: string,
  code: ErrorCode,
  status: number,
  facts: GraphQLErrorExtensions = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...facts, http: { status } } })
}

/** GraphQL wraps what a resolver throws, maybe more than once. */
function causeOf(error: Error): Error {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  return cause
}

function shown(at: GraphQLError | undefined, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  return new GraphQLError(message, {
    nodes: at?.nodes,
    source: at?.source,
    positions: at?.positions,
    path: at?.path,
    extensions,
  })
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code)
}
