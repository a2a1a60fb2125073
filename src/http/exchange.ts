import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteMeter } from './route-meter.ts'
import type { Span } from './tracing.ts'

/** A request id of a client is taken over when it is one word of at most this many characters. */
const SANE_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/

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

  constructor(request: IncomingMessage, response: ServerResponse, startedAt: number, path: string, meter: RouteMeter) {
    const url = request.url as string
    this.request = request
    this.response = response
    this.startedAt = startedAt
    this.method = request.method === 'HEAD' ? 'GET' : (request.method as string)
    this.path = path
    this.search = url.length === path.length ? '' : url.slice(path.length)
    const id = request.headers['x-request-id']
    this.id = typeof id === 'string' && SANE_ID.test(id) ? id : randomUUID()
    this.meter = meter
    this.headers.push('x-request-id', this.id)
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return typeof value === 'string' ? value : value?.join(', ')
  }
}

/** The path of a request target, without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** A path without the slash at its end: both name the same. */
export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
