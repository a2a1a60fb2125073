import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteMeter } from './route-meter.ts'
import type { Span } from './tracing.ts'

/** A request id of a client is taken over when it is one word of at most this many characters. */
const SANE_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/

/** The status that is logged for a client that left before its answer. */
export const CLIENT_LEFT = 499

/** One request and the answer to it. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Milliseconds of the process's monotonic clock. */
  readonly startedAt: number
  /** HEAD is answered like GET, without the body. */
  readonly method: string
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
  readonly id: string
  meter: RouteMeter
  /** Headers of this answer alone: name, value, name, value. */
  readonly headers: string[] = []
  span: Span | undefined
  /** Whether it counts as being in work. */
  isCounted = false
  isFinished = false

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    startedAt: number,
    path: string,
    search: string,
    meter: RouteMeter,
  ) {
    this.request = request
    this.response = response
    this.startedAt = startedAt
    this.method = request.method === 'HEAD' ? 'GET' : (request.method as string)
    this.path = path
    this.search = search
    const id = request.headers['x-request-id']
    this.id = typeof id === 'string' && SANE_ID.test(id) ? id : randomUUID()
    this.meter = meter
    this.headers.push('x-request-id', this.id)
  }

  /** Whether nobody is there any more to read the answer. */
  get isAbandoned(): boolean {
    return this.request.socket.destroyed
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return typeof value === 'string' ? value : value?.join(', ')
  }
}

/** Of longer targets nothing is remembered: any piece of one keeps the whole of it in memory. */
export const LONGEST_REMEMBERED_TARGET = 400

/** A request target as it came, without its query. */
export function withoutQuery(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/**
 * The path that a target without its query names; undefined where its percent-encoding cannot be read.
 *
 * "A server MUST accept the absolute-form in requests" (RFC 9112, 3.2.2). Of what is percent-encoded only unreserved
 * characters are decoded, which never changes what a path names (RFC 3986, 6.2.2.2): `%73` is `s`, and `%2F` stays.
 *
 * Example: `pathOf('http://example.org/v1/%73erver')` is `/v1/server`.
 */
export function pathOf(target: string): string | undefined {
  const path = target.replace(/^https?:\/\/[^/]*/i, '') || '/'
  if (!path.includes('%')) return path
  try {
    decodeURIComponent(path)
  } catch {
    return undefined
  }
  return path.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase()
  })
}

/** A path without the slash at its end: both name the same. */
export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
