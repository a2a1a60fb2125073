import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedTypes } from '../../graphql/answers/accepted-types.ts'
import { FaultError } from '../../input/fault.ts'
import { type Log, stackOf } from '../../log.ts'
import { writeJson } from '../../rest/json.ts'
import { restErrorOf } from '../../rest/rest-error.ts'
import { StoreFault } from '../../store/store-fault.ts'
import { busy, HttpFault } from '../http-fault.ts'
import { STATUS_CODES } from '../node-http.ts'
import { tooLarge } from './bodies.ts'
import { plainPath, withoutQuery } from './request-target.ts'

const JSON_TYPE = 'application/json'
const PROBLEM = 'application/problem+json'

/** Errors and what must not be kept. */
export const NO_STORE = { 'cache-control': 'no-store' } as const

/**
 * Answers what went wrong before or beside the evaluation itself, in the form that the client expects: GraphQL errors at
 * /graphql, an RFC 9457 problem for clients that accept one, else `{"detail": "..."}`. Of an unforeseen error the
 * client gets an id, the log the rest.
 */
export function addFaultAnswers(app: FastifyInstance, log: Log): void {
  app.setErrorHandler<FastifyError | HttpFault>((error, request, reply) => {
    if (error instanceof HttpFault) answerFault(request, reply, error)
    else if (error instanceof FaultError) {
      const { status, detail } = restErrorOf(error)
      const { contentType, body } = restFault(status, writeJson({ detail }), request.headers.accept)
      reply
        .code(status)
        .headers({ ...NO_STORE, 'content-type': contentType })
        .send(body)
    } else if (error instanceof StoreFault && error.isPassing) {
      log.warn({ requestId: request.id, error: error.message }, 'the store of jobs is away')
      answerFault(request, reply, busy('The store of jobs is away; try again after the seconds in Retry-After'))
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
    // Fastify closes the connection of a body that is refused, maybe before its client has read why. Left open, Node.js throws
    // the rest of the body away.
    .removeHeader('connection')
    .code(status)
    .headers({ ...NO_STORE, ...fault.headers, 'content-type': contentType })
    .send(body)
}

/** The media type and body of a REST error: as it is, or as a problem for clients that accept one. */
export function restFault(
  status: number,
  body: string,
  accept: string | undefined,
): { readonly contentType: string; readonly body: string } {
  return acceptedTypes(accept).includes(PROBLEM)
    ? { contentType: PROBLEM, body: problemText(status, body) }
    : { contentType: JSON_TYPE, body }
}

/** An RFC 9457 problem made of `{"detail": ...}`; what is wrong in several places goes into its `errors`. */
function problemText(status: number, text: string): string {
  const { detail, ...others } = JSON.parse(text) as {
    readonly detail: string | readonly { readonly loc: readonly unknown[]; readonly msg: string }[]
  }
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status }
  if (typeof detail === 'string') return JSON.stringify({ ...problem, detail, ...others })
  const sentences = detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
  return JSON.stringify({ ...problem, detail: sentences.join('; '), errors: detail })
}
