import { chooseResultType, JSON_TYPE } from './answers/media-types.ts'
import type { Outcome } from './answers/outcome.ts'
import type { GraphqlOptions } from './graphql-options.ts'
import type { GraphqlReply, GraphqlRequest, OperationParams } from './graphql-request.ts'
import { OperationRunner } from './operation-runner.ts'
import { OperationThreads } from './threads/operation-threads.ts'

/** Content types that clients send. */
const CONTENT_TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])

const PARAMETERS: ReadonlySet<string> = new Set(['query', 'documentId', 'operationName', 'variables', 'extensions'])

/** Answers the usual request, a POST of JSON with one operation; undefined for any other. */
function answerShortly(
  request: GraphqlRequest,
  runner: OperationRunner,
): GraphqlReply | Promise<GraphqlReply> | undefined {
  const { method, headers, body } = request
  if (method !== 'POST' || body === undefined || !CONTENT_TYPES.has(headers['content-type']?.toLowerCase() ?? ''))
    return undefined
  const contentType = chooseResultType(headers.accept)
  if (contentType === undefined || request.url.includes('?')) return undefined
  const params = readParams(body)
  if (params === undefined) return undefined
  const outcome = runner.run(params, method, request)
  return outcome instanceof Promise
    ? outcome.then((settled) => reply(settled, contentType))
    : reply(outcome, contentType)
}

/** The parameters of a body, if each has the right type. */
function readParams(body: Buffer): OperationParams | undefined {
  let params: unknown
  try {
    params = JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
  if (!isRecord(params)) return undefined
  for (const key in params) if (!PARAMETERS.has(key)) return undefined
  const { query, documentId, operationName, variables, extensions } = params
  const isFine =
    isTextOrNothing(query) &&
    isTextOrNothing(documentId) &&
    isTextOrNothing(operationName) &&
    (variables === undefined || variables === null || isRecord(variables)) &&
    (extensions === undefined || extensions === null || isRecord(extensions))
  return isFine ? (params as OperationParams) : undefined
}

function reply(outcome: Outcome, contentType: string): GraphqlReply {
  const status = outcome.isSpec && contentType === JSON_TYPE ? 200 : outcome.status
  return { status, contentType, body: outcome.text, repeatable: false }
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/**
 * Handles everything at /graphql except the page for browsers. It belongs to one world: a reload creates another, and
 * closes this one.
 */
export interface GraphqlService {
  /**
   * Answers any request to /graphql. A POST of one operation in JSON takes a short path; everything else goes through
   * Yoga, loaded on demand. Never rejects. Synchronous if nothing has to wait.
   */
  readonly answer: (request: GraphqlRequest) => GraphqlReply | Promise<GraphqlReply>
  /** Runs a large operation of the service's own: see OperationRunner. */
  readonly runLarge: OperationRunner['runLarge']
  /** Runs other large work of the service: see OperationRunner. */
  readonly runErrand: OperationRunner['runErrand']
  /** Number of cached documents. */
  readonly documents: () => number
  /** Ends other large work that nobody waits for any more. */
  readonly abandonErrands: () => void
  /** Ends the threads after their operations. */
  readonly close: () => Promise<void>
}

export function createGraphqlService(options: GraphqlOptions): GraphqlService {
  const { config, threadWorld, threadIdleMs } = options
  const threads =
    threadWorld && config.operationThreads > 0 ? new OperationThreads(config, threadWorld, threadIdleMs) : undefined
  const runner = new OperationRunner(options, threads)
  let yoga: Promise<(request: GraphqlRequest) => Promise<GraphqlReply>> | undefined
  const loadYoga = async () => {
    const { createYogaHandler } = await import('./answers/yoga.ts')
    return createYogaHandler({ runner, maxBatch: config.maxBatch, report: options.report })
  }
  return {
    answer: (request) => {
      const short = answerShortly(request, runner)
      if (short !== undefined) return short
      yoga ??= loadYoga()
      return yoga.then((handle) => handle(request))
    },
    runLarge: (text, variables, caller) => runner.runLarge(text, variables, caller),
    runErrand: (errand, input, caller) => runner.runErrand(errand, input, caller),
    documents: () => runner.documents,
    abandonErrands: () => threads?.abandonErrands(),
    close: async () => threads?.close(),
  }
}
