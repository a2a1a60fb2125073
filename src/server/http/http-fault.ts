import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../graphql/answers/errors.ts'

/** A refused request, thrown or passed on by a hook; `fault-answers.ts` gives it the form the client expects. */
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

/** Seconds to wait before sending a request again after a refusal for load. */
export const RETRY = { 'retry-after': '1' } as const

/** Refuses a request because the service is at capacity. */
export function busy(detail = 'The service is busy; try again after the seconds in Retry-After'): HttpFault {
  return new HttpFault(503, 'OVERLOADED', detail, RETRY)
}

/**
 * Loaded without an import of node:http. An import reads all exports, and reading WebSocket or MessageEvent loads an
 * HTTP client that takes longer than the rest of the start.
 */
export const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Refuses a body larger than its route takes. */
export function tooLarge(request: FastifyRequest): HttpFault {
  return new HttpFault(413, 'REQUEST_TOO_LARGE', `The body has more than ${request.routeOptions.bodyLimit} bytes`)
}
