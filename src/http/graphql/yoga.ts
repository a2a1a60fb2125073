import { GraphQLError } from 'graphql'
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga'
import type { ErrorCode } from './error-codes.ts'
import type { GraphqlReply, GraphqlRequest } from './graphql-request.ts'
import type { Caller, OperationParams, OperationRunner } from './operation-runner.ts'
import { publicError, type ReportError } from './public-error.ts'

export interface YogaOptions {
  readonly runner: OperationRunner
  readonly maxBatch: number
  readonly report: ReportError
}

/** What a request brings along for the plugins. */
interface ServerContext {
  readonly caller: Caller
  readonly batch: Batch
}

/** The operations of one request: each begins when those before it are done. */
interface Batch {
  before: Promise<unknown>
}

/**
 * Answers any GraphQL request: GET, forms, batches, server-sent events, whatever is accepted in return. Yoga reads the
 * request and writes the answer; the operation itself is run as everywhere else, within the same limits.
 */
export function createYogaHandler({
  runner,
  maxBatch,
  report,
}: YogaOptions): (request: GraphqlRequest) => Promise<GraphqlReply> {
  const yoga = createYoga<ServerContext>({
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    logging: false,
    batching: maxBatch > 1 ? { limit: maxBatch } : false,
    extraParamNames: ['documentId'],
    maxRequestBodySize: false,
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => publicError(error as Error, 'BAD_REQUEST', report) },
    plugins: [useOperationRunner(runner)],
  })
  return async ({ method, url, headers, body, onAbort, requestId }) => {
    const own = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || CONNECTION_HEADERS.has(name)
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    )
    const response = await yoga.fetch(
      new URL(url, 'http://localhost'),
      {
        method,
        headers: Object.fromEntries(own) as Record<string, string>,
        ...(body && method !== 'GET' ? { body: new Uint8Array(body) } : {}),
      },
      { caller: { onAbort, requestId, spent: { cost: 0 } }, batch: { before: Promise.resolve() } },
    )
    const contentType = response.headers.get('content-type') ?? 'application/json; charset=utf-8'
    const allow = response.headers.get('allow')
    const { status } = response
    const isStream = contentType.startsWith('text/event-stream') || contentType.startsWith('multipart/')
    return {
      status,
      contentType,
      body: isStream && response.body ? response.body : (await response.text()) || errorText(status),
      headers: allow === null ? [] : ['allow', allow],
    }
  }
}

/** What Yoga refuses without a word is told with a code, as every error is. */
function errorText(status: number): string {
  if (status < 400) return ''
  const [code, message] = REFUSED.get(status) ?? ['BAD_REQUEST' as ErrorCode, 'The request is no GraphQL request']
  return JSON.stringify({ errors: [{ message, extensions: { code } }] })
}

const REFUSED: ReadonlyMap<number, readonly [ErrorCode, string]> = new Map([
  [405, ['METHOD_NOT_ALLOWED', 'The method cannot be used here']],
  [406, ['NOT_ACCEPTABLE', 'None of the accepted content types can be given']],
  [415, ['UNSUPPORTED_MEDIA_TYPE', 'The content type of the body is not read']],
])

const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'transfer-encoding',
  'upgrade',
])

/** Replaces Yoga's own parsing, validation and execution. */
function useOperationRunner(runner: OperationRunner): Plugin<object, ServerContext> {
  return {
    onParams({ params, setParams, setParamsHandler, request, context }) {
      if (
        typeof params?.operationName !== 'string' &&
        params?.operationName !== undefined &&
        params?.operationName !== null
      ) {
        throw new GraphQLError('Expected "operationName" param to be a string.', {
          extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
        })
      }
      // Yoga insists on a query, and has a missing one answered 200; the runner knows when one is needed.
      if (isObject(params) && (params.query ?? undefined) === undefined) setParams({ ...params, query: '' })
      setParamsHandler(async ({ params: checked }) => {
        const { caller, batch } = context
        const run = () => runner.run(checked as OperationParams, request.method, caller)
        const promised = batch.before.then(run, run)
        batch.before = promised
        const outcome = await promised
        const { status, isSpec } = outcome
        if (outcome.result.errors === undefined) return outcome.result as object
        const errors = outcome.result.errors.map((error, index) =>
          index === 0 && status !== 200 ? withHttp(error, { status, spec: isSpec, headers: allowed(status) }) : error,
        )
        return { ...outcome.result, errors } as object
      })
    },
  }
}

function isObject(params: GraphQLParams): boolean {
  return params !== null && typeof params === 'object' && !Array.isArray(params)
}

function allowed(status: number): Record<string, string> {
  return status === 405 ? { Allow: 'POST' } : {}
}

/** Yoga reads the status of an answer from its errors, and does not show it. */
function withHttp(error: GraphQLError, http: object): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    extensions: { ...error.extensions, http },
  })
}
