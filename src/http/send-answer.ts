import type { Answer } from './answer.ts'
import { type Coding, chooseCoding } from './choose-coding.ts'
import type { Cors } from './cors.ts'
import { CLIENT_LEFT, type Exchange } from './exchange.ts'

/** Told once about every exchange, when its answer is handed over. */
export type Finish = (exchange: Exchange, status: number) => void

/** Said of every answer: nothing is guessed from its bytes, and nobody is told where a reader came from. */
const SECURITY = ['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer'] as const

export interface Sender {
  readonly send: (exchange: Exchange, answer: Answer) => void
  /** The headers of every answer, for those that are written elsewhere. */
  readonly commonHeaders: (exchange: Exchange) => string[]
}

/** Writes answers: CORS, validators, compression, HEAD. */
export function createSender(cors: Cors, asksToClose: () => boolean, finish: Finish): Sender {
  const vary = `Accept-Encoding${cors.vary}`

  function commonHeaders(exchange: Exchange): string[] {
    const { headers } = exchange
    headers.push(...SECURITY, 'vary', vary, ...cors.headersFor(exchange.request.headers.origin))
    if (asksToClose()) headers.push('connection', 'close')
    return headers
  }

  function send(exchange: Exchange, answer: Answer): void {
    const coding = answer.isCompressible ? chooseCoding(exchange.header('accept-encoding')) : 'identity'
    const etag = answer.repeatable ? etagOf(answer, coding) : undefined
    if (etag !== undefined && matches(exchange.header('if-none-match'), answer.etag)) {
      write(exchange, 304, answer, etag, 'identity', undefined)
    } else if (coding === 'identity') {
      write(exchange, answer.status, answer, etag, coding, answer.status === 204 ? undefined : answer.body)
    } else {
      answer.encode(coding, (body) => write(exchange, answer.status, answer, etag, coding, body))
    }
  }

  function write(
    exchange: Exchange,
    status: number,
    answer: Answer,
    etag: string | undefined,
    coding: Coding,
    body: string | Uint8Array | undefined,
  ): void {
    const { request, response } = exchange
    if (response.destroyed) {
      finish(exchange, CLIENT_LEFT)
      return
    }
    const headers = commonHeaders(exchange)
    headers.push(...answer.headers)
    if (etag !== undefined) headers.push('etag', etag)
    if (body !== undefined) {
      headers.push('content-type', answer.contentType)
      headers.push('content-length', String(coding === 'identity' ? answer.bytes : body.length))
      if (coding !== 'identity') headers.push('content-encoding', coding)
    }
    response.writeHead(status, headers)
    if (body === undefined || request.method === 'HEAD') response.end()
    else if (typeof body === 'string') response.end(body, answer.charset)
    else response.end(body)
    finish(exchange, status)
  }

  return { send, commonHeaders }
}

/**
 * The ETag of an answer in a coding, quoted. "Two representations [...] that differ only by their content coding" have
 * different strong validators (RFC 9110, 8.8.3.3), hence the suffix.
 */
function etagOf(answer: Answer, coding: Coding): string {
  return coding === 'identity' ? `"${answer.etag}"` : `"${answer.etag}-${coding}"`
}

/** Whether an If-None-Match header names the answer, in whichever coding (weak comparison, RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => {
    const tag = each.trim().replace(/^W\//, '')
    return tag.startsWith(`"${etag}`) && /^(|-gzip|-br)"$/.test(tag.slice(etag.length + 1))
  })
}
