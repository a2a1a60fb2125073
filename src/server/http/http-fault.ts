import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../graphql/answers/errors.ts'

/** A request that is not served: thrown, or passed on by a hook; `fault-answers.ts` gives it the form that the client expects. */
export class HttpFault extends Error {
  override readonly name = 'HttpFault'
  readonly status: number
  /** For GraphQL clients, `extensions.code`. */
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: ErrorCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** Seconds to wait before a request that was too much is sent again. */
export const RETRY = { 'retry-after': '1' } as const

/** A refusal for lack of capacity. */
export function busy(detail = 'The service is busy; try again after the seconds in Retry-After'): HttpFault {
  return new HttpFault(503, 'OVERLOADED', detail, RETRY)
}

/**
 * Of node:http, which is not imported: the names of a module that is imported are all read, and reading those that browsers have too
 * (WebSocket, MessageEvent) loads an HTTP client that takes longer than all the rest of a start.
 */
export const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** A refusal of a body that is larger than its route takes. */
export function tooLarge(request: FastifyRequest): HttpFault {
  return new HttpFault(413, 'REQUEST_TOO_LARGE', `The body has more than ${request.routeOptions.bodyLimit} bytes`)
}
