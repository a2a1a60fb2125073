import { Answer } from './answer.ts'
import { NO_CACHING } from './caching.ts'
import { type Exchange, plainPath } from './exchange.ts'
import { STATUS_CODES } from './node-http.ts'

/** What went wrong before or beside the evaluation itself. */
export interface HttpFault {
  readonly status: number
  readonly detail: string
  /** For GraphQL clients, `extensions.code`. */
  readonly code: string
  /** Further headers: name, value, name, value. */
  readonly headers?: readonly string[]
  readonly errorId?: string
}

/**
 * A fault in the form the client expects: GraphQL errors at /graphql, an RFC 9457 problem for who accepts one, else
 * `{"detail": "..."}`.
 */
export function errorAnswer(exchange: Exchange, fault: HttpFault): Answer {
  const isGraphql = plainPath(exchange.path) === '/graphql'
  const isProblem = !isGraphql && acceptsProblem(exchange.header('accept'))
  const { status, detail, code, errorId } = fault
  const body = isGraphql
    ? { errors: [{ message: detail, extensions: { code, ...(errorId ? { errorId } : {}) } }] }
    : isProblem
      ? { type: 'about:blank', title: STATUS_CODES[status], status, detail, ...(errorId ? { error_id: errorId } : {}) }
      : { detail, ...(errorId ? { error_id: errorId } : {}) }
  return new Answer({
    status,
    contentType: isProblem ? 'application/problem+json' : 'application/json',
    body: JSON.stringify(body),
    headers: [...NO_CACHING, ...(fault.headers ?? [])],
  })
}

/** An RFC 9457 problem made of `{"detail": ...}`; what is wrong in several places goes into its `errors`. */
export function problemText(status: number, text: string): string {
  const { detail } = JSON.parse(text) as {
    readonly detail: string | readonly { readonly loc: readonly unknown[]; readonly msg: string }[]
  }
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status }
  if (typeof detail === 'string') return JSON.stringify({ ...problem, detail })
  const sentences = detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
  return JSON.stringify({ ...problem, detail: sentences.join('; '), errors: detail })
}

export function acceptsProblem(accept: string | undefined): boolean {
  return accept?.includes('application/problem+json') === true
}
