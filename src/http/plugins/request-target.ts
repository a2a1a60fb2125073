import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import { HttpFault } from '../http-fault.ts'

const UNREADABLE = 'The path cannot be read: it is not UTF-8, percent-encoded'

/** A request target without its query. */
export function withoutQuery(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/** A path without the slash at its end: both name the same. */
export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
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

/** What Fastify routes: the target in one form. One that cannot be read is made one that can, and refused later. */
export function rewriteTarget({ url = '/' }: RawRequestDefaultExpression): string {
  const asked = withoutQuery(url)
  if (asked.startsWith('/') && !asked.includes('%')) return url
  return (pathOf(asked) ?? asked.replaceAll('%', '%25')) + url.slice(asked.length)
}

/** Refuses targets whose percent-encoding cannot be read. */
export function addRequestTarget(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const isRewritten = request.originalUrl !== request.url
    if (isRewritten && request.method !== 'OPTIONS' && pathOf(withoutQuery(request.originalUrl)) === undefined)
      done(new HttpFault(400, 'BAD_REQUEST', UNREADABLE))
    else done()
  })
}
