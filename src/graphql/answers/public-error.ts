import { randomUUID } from 'node:crypto'
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql'
import { FaultError } from '../../input/fault.ts'
import { shownText } from '../../input/shown-value.ts'
import { NotFoundError } from '../../reference/not-found-error.ts'
import { catalogueQuery } from './catalogue-query.ts'
import { ERROR_CODES, type ErrorCode } from './error-codes.ts'

/** Given an error that is not shown, with the id that is shown instead and that of the request. */
export type ReportError = (error: Error, errorId: string, requestId: string | undefined) => void

/** Characters of a message of graphql-js, which repeats what was sent. */
const LONGEST_MESSAGE = 600

/**
 * The error as callers see it: with a code and, where it is their input, with what is wrong with it: at most 20 faults, whose
 * values are cut at 200 characters. An unforeseen error is replaced by an id, and reported under that id.
 */
export function publicError(
  error: GraphQLError | Error,
  fallback: ErrorCode,
  report: ReportError,
  requestId?: string,
): GraphQLError {
  const at = error instanceof GraphQLError ? error : undefined
  const cause = causeOf(error)
  if (cause instanceof FaultError) {
    const { code, faults, moreFaults } = cause
    const message = cause instanceof NotFoundError ? cause.messageWith(catalogueQuery) : cause.message
    return shown(at, message, { code, faults, ...(moreFaults > 0 && { moreFaults }) })
  }
  if (cause instanceof GraphQLError) {
    const { code, originalError, ...facts } = cause.extensions ?? {}
    const message = shownText(error.message, LONGEST_MESSAGE)
    return shown(at, message, {
      ...facts,
      code: isCode(code) ? code : fallback,
      // Yoga has one for a body that is no JSON, and quotes the whole of it.
      ...(originalError !== undefined && { originalError: { message: shownText(messageOf(originalError)) } }),
    })
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

function messageOf(error: unknown): string {
  return error instanceof Object && 'message' in error ? String(error.message) : ''
}

/** GraphQL wraps what a resolver throws, maybe more than once. */
export function causeOf(error: Error): Error {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  return cause
}

function shown(at: GraphQLError | undefined, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes, source, positions, path } = at ?? {}
  const error = new GraphQLError(message, { nodes, source, positions, path, extensions })
  // A compiled operation knows where it is, and has no nodes.
  return at?.locations && !error.locations ? Object.defineProperty(error, 'locations', { value: at.locations }) : error
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code)
}
