import type { GraphqlReply, GraphqlRequest } from '../graphql-request.ts'
import type { OperationParams, OperationRunner } from '../operation-runner.ts'
import { chooseResultType, JSON_TYPE } from './choose-result-type.ts'
import type { Outcome } from './outcome.ts'

/** As clients write it in practice. */
const CONTENT_TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])

const PARAMETERS: ReadonlySet<string> = new Set(['query', 'documentId', 'operationName', 'variables', 'extensions'])

/** Answers the usual request, a POST of JSON with one operation; undefined for any other. */
export function answerShortly(
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

/** The parameters of a body, when each of them is of the right type. */
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
