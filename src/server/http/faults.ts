import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { JobsUnavailable } from '../../bulk/jobs/job-database.ts'
import { StoreFault } from '../../bulk/store/store-fault.ts'
import { FaultError } from '../../input/fault.ts'
import { acceptedTypes } from '../graphql/answers/media-types.ts'
import { type Log, stackOf } from '../log.ts'
import { writeJson } from '../rest/json.ts'
import { RestError, restErrorOf } from '../rest/rest-error.ts'
import { busy, HttpFault, STATUS_CODES, tooLarge } from './http-fault.ts'
import { plainPath, withoutQuery } from './request.ts'

const JSON_TYPE = 'application/json'
const PROBLEM = 'application/problem+json'

/** For errors and answers that must not be stored. */
export const NO_STORE = { 'cache-control': 'no-store' } as const

/**
 * Answers errors outside the evaluation in the form the client expects. These are GraphQL errors at /graphql, an RFC
 * 9457 problem for clients that accept one, else `{"detail": "..."}`. For an unexpected error the client gets an id,
 * and the log the details.
 */
export function addFaultAnswers(app: FastifyInstance, log: Log): void {
  app.setErrorHandler<FastifyError | HttpFault | RestError>((error, request, reply) => {
    if (error instanceof HttpFault) answerFault(request, reply, error)
    else if (error instanceof FaultError || error instanceof RestError) {
      const { status, detail } = restErrorOf(error, request.url.startsWith('/v2/') ? 'v2' : 'v1')
      const { contentType, body } = restFault(status, writeJson({ detail }), request.headers.accept)
      reply
        .code(status)
        .headers({ ...NO_STORE, 'content-type': contentType })
        .send(body)
    } else if (error instanceof JobsUnavailable) {
      log.error({ requestId: request.id, error: error.message }, 'jobs are unavailable')
      answerFault(request, reply, busy(error.message))
    } else if (error instanceof StoreFault && error.isPassing) {
      log.warn({ requestId: request.id, error: error.message }, 'the store of jobs is unavailable')
      answerFault(request, reply, busy('The store of jobs is unavailable; try again after the seconds in Retry-After'))
    } else if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') answerFault(request, reply, tooLarge(request))
    else if (error.statusCode !== undefined && error.statusCode < 500)
      answerFault(request, reply, new HttpFault(error.statusCode, 'BAD_REQUEST', error.message))
    else {
      const errorId = randomUUID()
      log.error({ errorId, requestId: request.id, error: stackOf(error) }, 'unexpected error')
      answerFault(request, reply, new HttpFault(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'), errorId)
    }
  })
}

function answerFault(request: FastifyRequest, reply: FastifyReply, fault: HttpFault, errorId?: string): void {
  const { status, code, message: detail } = fault
  const isGraphql = plainPath(withoutQuery(request.url)) === '/graphql'
  const { contentType, body } = isGraphql
    ? { contentType: JSON_TYPE, body: JSON.stringify({ errors: [{ message: detail, extensions: { code, errorId } }] }) }
    : restFault(status, JSON.stringify({ detail, error_id: errorId }), request.headers.accept)
  reply
    // Fastify closes the connection of a refused body, perhaps before its client has read why. If it stays open,
    // Node.js discards the rest of the body.
    .removeHeader('connection')
    .code(status)
    .headers({ ...NO_STORE, ...fault.headers, 'content-type': contentType })
    .send(body)
}

/** The media type and body of a REST error: unchanged, or as a problem for clients that accept one. */
export function restFault(
  status: number,
  body: string,
  accept: string | undefined,
): { readonly contentType: string; readonly body: string } {
  return acceptedTypes(accept).includes(PROBLEM)
    ? { contentType: PROBLEM, body: problemText(status, body) }
    : { contentType: JSON_TYPE, body }
}

/** Converts `{"detail": ...}` to an RFC 9457 problem; several faults go into its `errors`. */
function problemText(status: number, text: string): string {
  const { detail, ...others } = JSON.parse(text) as {
    readonly detail: string | readonly { readonly loc: readonly unknown[]; readonly msg: string }[]
  }
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status }
  if (typeof detail === 'string') return JSON.stringify({ ...problem, detail, ...others })
  const sentences = detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
  return JSON.stringify({ ...problem, detail: sentences.join('; '), errors: detail })
}

const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Answers requests that are not valid HTTP, or too slow, as far as the client is still there. Hooks do not see them, so
 * they are counted and logged here.
 */
export function createUnreadableHandler(
  isOpenToAll: boolean,
  log: Log,
  onUnread: (status: number) => void,
): (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: { headersSent: boolean } }) => void {
  return (error, socket) => {
    const hasAnswer = socket._httpMessage?.headersSent === true
    if (!socket.writable || error.code === 'ECONNRESET' || hasAnswer) {
      socket.destroy()
      return
    }
    const code = error.code ?? ''
    const status = STATUS[code] ?? 400
    onUnread(status)
    log.info({ status, code }, 'request not read')
    const body = JSON.stringify({ detail: STATUS_CODES[status] })
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      // The origin of an unreadable request is unknown.
      ...(isOpenToAll ? ['Access-Control-Allow-Origin: *'] : []),
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
}
