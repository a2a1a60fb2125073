import { GraphQLError } from 'graphql'
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga'
import type { Caller, GraphqlReply, GraphqlRequest, OperationParams } from '../graphql-request.ts'
import type { OperationRunner } from '../operation-runner.ts'
import { type ErrorCode, publicError, type ReportError, refusal, tooLarge } from './errors.ts'
import { acceptedTypes } from './media-types.ts'
import type { Outcome } from './outcome.ts'

interface YogaOptions {
  readonly runner: OperationRunner
  readonly maxBatch: number
  readonly report: ReportError
}

/** What a request carries for the plugins. */
interface ServerContext {
  /** The original method: Yoga sees a GET for a HEAD. */
  readonly method: string
  readonly caller: Caller
  readonly batch: Batch
}

/** The operations of one request, run one after the other. */
interface Batch {
  before: Promise<unknown>
  /** Whether they came as a list, even of one. */
  isList: boolean
  readonly takesEvents: boolean
  readonly admit: GraphqlRequest['admit']
  /** The reason for refusing the request unrun. */
  refused?: Error
}

/**
 * Answers any GraphQL request: GET, forms, batches, server-sent events, and every accepted media type. Yoga parses the
 * request and writes the answer; the operation runs as everywhere else, within the same limits.
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
    // Their number is checked below.
    batching: maxBatch > 1 ? { limit: Number.POSITIVE_INFINITY } : false,
    extraParamNames: ['documentId'],
    maxRequestBodySize: false,
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => publicError(error as Error, 'BAD_REQUEST', report) },
    plugins: [useUrlParameters(), useAdmission(maxBatch), useOperationRunner(runner)],
  })
  return async ({ method, url, headers, body, onAbort, requestId, client, turn, admit, context }) => {
    const accepted = acceptedTypes(headers.accept)
    // Yoga ignores weights. If nothing is acceptable, it gets a type that matches nothing.
    const taken = headers.accept === undefined ? headers : { ...headers, accept: accepted.join(', ') || 'none/none' }
    const takesEvents = accepted.includes('text/event-stream')
    const batch: Batch = { before: Promise.resolve(), isList: false, takesEvents, admit }
    const isRead = method === 'GET' || method === 'HEAD'
    const own = Object.entries(taken).flatMap(([name, value]) =>
      value === undefined || CONNECTION_HEADERS.has(name)
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    )
    const response = await yoga.fetch(
      new URL(url, 'http://localhost'),
      {
        method: isRead ? 'GET' : method,
        headers: Object.fromEntries(own) as Record<string, string>,
        ...(body && !isRead ? { body: new Uint8Array(body) } : {}),
      },
      { method, caller: { onAbort, requestId, client, turn, context, spent: { cost: 0, bytes: 0 } }, batch },
    )
    if (batch.refused !== undefined) throw batch.refused
    const contentType = response.headers.get('content-type') ?? 'application/json; charset=utf-8'
    const allow = response.headers.get('allow')
    const { status } = response
    const isStream = contentType.startsWith('text/event-stream') || contentType.startsWith('multipart/')
    const text = isStream && response.body ? undefined : (await response.text()) || errorText(status)
    return {
      status,
      contentType,
      body: text ?? (response.body as AsyncIterable<Uint8Array>),
      headers: allow === null ? [] : ['allow', allow],
      repeatable: isRead && status === 200 && text !== undefined && !text.startsWith('{"errors"'),
    }
  }
}

/** Yoga refuses some requests without a message; they get a code like every error. */
function errorText(status: number): string {
  if (status < 400) return ''
  const [code, message] = REFUSED.get(status) ?? ['BAD_REQUEST' as ErrorCode, 'The request is not a GraphQL request']
  return JSON.stringify({ errors: [{ message, extensions: { code } }] })
}

const REFUSED: ReadonlyMap<number, readonly [ErrorCode, string]> = new Map([
  [405, ['METHOD_NOT_ALLOWED', 'The method cannot be used here']],
  [406, ['NOT_ACCEPTABLE', 'The service cannot answer in any of the accepted content types']],
  [415, ['UNSUPPORTED_MEDIA_TYPE', 'Unsupported content type. Send application/json']],
])

const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'transfer-encoding',
  'upgrade',
])

/**
 * Parses the parameters of addresses and forms: Yoga ignores `documentId` there, and fails on invalid JSON. `curl -d`
 * calls every body a form, so a form that begins as JSON does is JSON.
 */
function useUrlParameters(): Plugin<object, ServerContext> {
  return {
    onRequestParse({ request, setRequestParser }) {
      if (request.method === 'GET') {
        setRequestParser(({ url }) => readParameters(new URL(url).searchParams))
      } else if (/^application\/x-www-form-urlencoded\s*(;|$)/.test(request.headers.get('content-type') ?? '')) {
        setRequestParser(async (form) => {
          const text = await form.text()
          return /^\s*[[{]/.test(text) ? readJson(text, 'The body') : readParameters(new URLSearchParams(text))
        })
      }
    },
  }
}

/** Asks whether a batch may run, once it is parsed. */
function useAdmission(maxBatch: number): Plugin<object, ServerContext> {
  return {
    onRequestParse({ serverContext: { batch } }) {
      return {
        async onRequestParseDone({ requestParserResult: read, setRequestParserResult }) {
          batch.isList = Array.isArray(read)
          if (!Array.isArray(read)) return
          const { length } = read
          if (length > maxBatch)
            throw tooLarge('operations', `The batch has ${length} operations`, maxBatch, length, { status: 413 })
          if (length < 2) return
          await batch.admit?.(length).catch((error: Error) => {
            batch.refused = error
            setRequestParserResult([])
          })
        },
      }
    },
  }
}

function readParameters(given: URLSearchParams): GraphQLParams {
  const parameters: Record<string, unknown> = {}
  for (const name of TEXTS) if (given.get(name)) parameters[name] = given.get(name)
  for (const name of OBJECTS)
    if (given.get(name)) parameters[name] = readJson(given.get(name) as string, `The parameter "${name}"`)
  return parameters
}

const TEXTS = ['query', 'operationName', 'documentId']
const OBJECTS = ['variables', 'extensions']

function readJson(text: string, what: string): GraphQLParams | GraphQLParams[] {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal(`${what} is not JSON`, 'BAD_REQUEST', 400)
  }
}

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
      // Yoga requires a query and answers a missing one with 200; the runner knows when one is needed.
      if (isObject(params) && (params.query ?? undefined) === undefined) setParams({ ...params, query: '' })
      setParamsHandler(async ({ params: checked }) => {
        const { method, caller, batch } = context
        if (batch.takesEvents && !batch.isList) {
          const events = await runner.subscribe(checked as OperationParams, method, caller)
          if (events !== undefined) return events as object
        }
        const run = async () => {
          if (batch.isList) await caller.turn?.()
          return runner.run(checked as OperationParams, request.method, caller)
        }
        const outcome = batch.before.then(run)
        batch.before = outcome
        return resultOf(await outcome) as object
      })
    },
  }
}

/** A result with its text; Yoga derives the status from its errors. */
function resultOf({ text, status, isSpec }: Outcome): object {
  const stringify = () =>
    typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString()
  if (status === 200) return { stringify }
  const http = { status, spec: isSpec, headers: status === 405 ? { Allow: 'POST' } : {} }
  return { stringify, errors: [new GraphQLError('', { extensions: { http } })] }
}

function isObject(params: GraphQLParams): boolean {
  return params !== null && typeof params === 'object' && !Array.isArray(params)
}
