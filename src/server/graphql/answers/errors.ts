import { randomUUID } from 'node:crypto'
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql'
import { type Listed, NotFoundError } from '../../../catalogue/not-found-error.ts'
import { FaultError, shownText } from '../../../input/fault.ts'

/** Every value of `extensions.code`, with its meaning. Docs and tests read this list. */
export const ERROR_CODES = {
  BAD_REQUEST: 'The request is not a GraphQL request: unreadable JSON, no query, or a parameter of the wrong type.',
  GRAPHQL_PARSE_FAILED: 'The document is not GraphQL.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not fit the schema.',
  OPERATION_RESOLUTION_FAILURE:
    'The document has no operation of that name, or it has several and the request names none.',
  BAD_USER_INPUT:
    'A variable or an argument is invalid. `faults` lists up to 20 faults with their paths, and `moreFaults` counts the rest.',
  NOT_FOUND: 'No entry has that id or name. The entry in `faults` lists the `nearest` known ones.',
  MORE_ERRORS: 'There are more errors than the 1,000 in the answer. `count` is the number of the rest.',
  OPERATION_TOO_LARGE:
    'The operation exceeds a limit. `limit` is its name, `maximum` its value, and `actual` the number found.',
  TIMEOUT: 'The operation took longer than the time limit.',
  PERSISTED_DOCUMENT_NOT_FOUND: 'No document has this `documentId`.',
  PERSISTED_QUERY_NOT_FOUND: 'The service does not know this persisted query yet. Send its text with its hash.',
  PERSISTED_QUERY_NOT_SUPPORTED: 'The service runs trusted documents only, and none has this hash.',
  DOCUMENT_NOT_TRUSTED: 'The service runs trusted documents only, and this is not one.',
  REQUEST_TOO_LARGE: 'The body is too large.',
  UNAUTHENTICATED: 'The service needs an API key, and the request has none or an unknown one.',
  FORBIDDEN: 'Jobs are listed per API key, and the service has no API keys.',
  RATE_LIMITED: 'Too many requests. Wait the number of seconds in Retry-After.',
  OVERLOADED: 'The service is overloaded. Wait the number of seconds in Retry-After.',
  METHOD_NOT_ALLOWED: 'This address does not accept the method. The Allow header lists those that it accepts.',
  NOT_ACCEPTABLE: 'The service has no content type that the request accepts.',
  UNSUPPORTED_MEDIA_TYPE: 'The service does not support the content type or encoding of the body.',
  INTERNAL_SERVER_ERROR: 'An error in the service. Its log has the `errorId`.',
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/** An error with a code, further facts and an HTTP `status`: the whole operation is refused. */
export function refusal(
  message: string,
  code: ErrorCode,
  status: number,
  facts: GraphQLErrorExtensions = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...facts, http: { status } } })
}

interface TooLarge {
  readonly status?: number
  readonly scope?: string
  /** Of the limit, if the finding does not name it. */
  readonly unit?: string
  readonly instead?: string | undefined
}

/**
 * Refuses a request and names the exceeded limit: `The document has 5012 tokens; the limit is 5000`. `scope` says what
 * the limit is for, and `instead` is a sentence about a way without the limit.
 */
export function tooLarge(
  limit: string,
  found: string,
  maximum: number,
  actual: number,
  { status = 400, scope = '', unit = '', instead }: TooLarge = {},
): GraphQLError {
  const message = `${found}; the limit${scope} is ${maximum}${unit}${instead === undefined ? '' : `. ${instead}`}`
  return refusal(message, 'OPERATION_TOO_LARGE', status, { limit, maximum, actual })
}

/** The largest page of a list. */
const MOST_OF_PAGE = 2000

/** Where to go on in a list that is longer than a page. */
const NEXT_PAGE = 'pageInfo { endCursor }'

/** The field of the schema that lists things of a kind: `archetypes(of: RAM, first: 2000) { nodes { name } }`. */
function catalogueQuery({ of, within }: Listed): string {
  switch (of) {
    case 'terminal':
      return `archetypes(of: TERMINAL${within ? `, kind: ${within.toUpperCase()}` : ''}, first: ${MOST_OF_PAGE}) { nodes { name } }`
    case 'cloud_region':
      return within ? `cloudProvider(id: "${within}") { regions { name } }` : 'cloudProviders { regions { name } }'
    case 'cloud_provider':
      return 'cloudProviders { id }'
    case 'cloud_instance':
      return `cloudInstanceTypes(${within ? `filter: { providers: ["${within}"] }, ` : ''}first: ${MOST_OF_PAGE}) { nodes { name } ${NEXT_PAGE} }`
    case 'location':
      return `locationsConnection(first: ${MOST_OF_PAGE}) { nodes { code name } }`
    case 'cpu':
      return `cpuModels(first: ${MOST_OF_PAGE}) { nodes { name } ${NEXT_PAGE} }`
    case 'release':
      return 'releases { id }'
    default:
      return `archetypes(of: ${of.toUpperCase()}, first: ${MOST_OF_PAGE}) { nodes { name } }`
  }
}

/** Receives a hidden error, with the id shown instead and that of the request. */
export type ReportError = (error: Error, errorId: string, requestId: string | undefined) => void

/** Characters of a graphql-js message, which repeats the request. */
const LONGEST_MESSAGE = 600

/**
 * The error as callers see it, with a code. A fault of the input lists at most 20 places, with values cut at 200
 * characters. An id replaces an unexpected error, which is reported under that id.
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
    const listed = faults.map(({ nearest = [], ...fault }) => ({ ...fault, nearest }))
    return shown(at, message, { code, faults: listed, ...(moreFaults > 0 && { moreFaults }) })
  }
  if (cause instanceof GraphQLError) {
    const { code, originalError, ...facts } = cause.extensions ?? {}
    const message = shownText(error.message, LONGEST_MESSAGE)
    return shown(at, message, {
      ...facts,
      code: isCode(code) ? code : fallback,
      // Yoga's error for invalid JSON quotes the whole body.
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

/** GraphQL wraps errors of resolvers, possibly more than once. */
function causeOf(error: Error): Error {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  return cause
}

function shown(at: GraphQLError | undefined, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes, source, positions, path } = at ?? {}
  const error = new GraphQLError(message, { nodes, source, positions, path, extensions })
  // A compiled operation has locations, but no nodes.
  return at?.locations && !error.locations ? Object.defineProperty(error, 'locations', { value: at.locations }) : error
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code)
}
