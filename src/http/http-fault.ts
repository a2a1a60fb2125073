import type { ErrorCode } from '../graphql/answers/error-codes.ts'

/** A request that is not served: thrown, or passed on by a hook; `plugins/fault-answers.ts` gives it the form the client expects. */
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
