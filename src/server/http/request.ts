import type { FastifyInstance, FastifyRequest, RawRequestDefaultExpression } from 'fastify'
import { methodsAt, templateAt } from '../rest/handle-rest.ts'
import { HttpFault } from './http-fault.ts'

const UNREADABLE = 'The path cannot be read: it is not percent-encoded UTF-8'

/** Removes the query from a request target. */
export function withoutQuery(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/** Removes a trailing slash: both paths mean the same. */
export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * The path of a target without its query; undefined if its percent-encoding is invalid.
 *
 * "A server MUST accept the absolute-form in requests" (RFC 9112, 3.2.2). Only unreserved characters are decoded, which
 * never changes what a path means (RFC 3986, 6.2.2.2): `%73` is `s`, and `%2F` stays.
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

/**
 * Normalises the target for Fastify's routing. An invalid one becomes a valid one and is refused later. One empty
 * segment at the start is dropped, since clients join a base URL that ends with a slash and a path that starts with
 * one.
 *
 * Example: `//v1/server?verbose=false` becomes `/v1/server?verbose=false`.
 */
export function rewriteTarget({ url = '/' }: RawRequestDefaultExpression): string {
  const asked = withoutQuery(url)
  const isPlain = asked.startsWith('/') && !asked.includes('%')
  if (isPlain && !asked.startsWith('//')) return url
  const path = isPlain ? asked : (pathOf(asked) ?? asked.replaceAll('%', '%25'))
  return path.replace(/^\/(?=\/[^/])/, '') + url.slice(asked.length)
}

/** Refuses targets with invalid percent-encoding. */
export function addRequestTarget(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const isRewritten = request.originalUrl !== request.url
    if (isRewritten && request.method !== 'OPTIONS' && pathOf(withoutQuery(request.originalUrl)) === undefined)
      done(new HttpFault(400, 'BAD_REQUEST', UNREADABLE))
    else done()
  })
}

const READ: readonly string[] = ['GET', 'HEAD', 'OPTIONS']
const READ_AND_POST: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** In display order. */
const ORDER: readonly string[] = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']

/** A path's template for metrics, and its methods. */
interface PathMethods {
  readonly template: string
  readonly methods: readonly string[]
}

const NOWHERE: PathMethods = { template: '{unknown}', methods: ['OPTIONS'] }

/** The path of a request without its query and trailing slash. */
export function pathAsked(request: FastifyRequest): string {
  return plainPath(withoutQuery(request.url))
}

/**
 * Lists in Allow the methods that a path takes: for OPTIONS, and in the 405 of a method that it does not take, where
 * Fastify has a 404. `isPage`: whether there is a page at a path. Returns the function that gives the template that a
 * request is counted under, which no caller chooses.
 */
export function addAllowedMethods(app: FastifyInstance, isPage: (path: string) => boolean): (path: string) => string {
  const own = new Map<string, PathMethods>([['*', { template: '*', methods: READ_AND_POST }]])
  const patterns = new Map<string, RegExp>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    // `/v2/jobs/:id` is `/v2/jobs/{id}`.
    const template = url.replace(/:(\w+)/g, '{$1}')
    const methods = [...new Set([...(own.get(template)?.methods ?? ['OPTIONS']), ...[method].flat()])]
    const route = { template, methods: ORDER.filter((each) => methods.includes(each)) }
    own.set(template, route)
    if (template !== url) patterns.set(template, new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`))
  })
  const methodsOf = (path: string): PathMethods => {
    const known = own.get(path)
    if (known !== undefined) return known
    for (const [template, pattern] of patterns) if (pattern.test(path)) return own.get(template) as PathMethods
    if (/^\/v[12](\/|$)/.test(path))
      return { template: templateAt(path) ?? '/v1/{unknown}', methods: methodsAt(path) ?? NOWHERE.methods }
    return isPage(path) ? { template: path, methods: READ } : NOWHERE
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS') reply.header('allow', methodsOf(pathAsked(request)).methods.join(', '))
    done()
  })
  // "A server MUST NOT send a Content-Length header field in any response with a status code of 204" (RFC 9110, 8.6).
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'OPTIONS') reply.removeHeader('content-length')
    done(null, payload)
  })
  app.setNotFoundHandler((request) => {
    const { methods } = methodsOf(pathAsked(request))
    if (methods === NOWHERE.methods || methods.includes(request.method))
      throw new HttpFault(404, 'NOT_FOUND', 'Not Found')
    const allow = methods.join(', ')
    throw new HttpFault(405, 'METHOD_NOT_ALLOWED', `This address accepts ${allow}, not ${request.method}`, { allow })
  })
  return (path) => methodsOf(path).template
}

/** Refuses an HTTP/1.1 request with no Host header, or with two, as RFC 9112, 3.2 requires. Node.js takes the first. */
export function addHostHeader(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders, httpVersion } }, _, done) => {
    let hosts = 0
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i] as string
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    }
    if (hosts > 1)
      done(new HttpFault(400, 'BAD_REQUEST', 'The request has more than one Host', { connection: 'close' }))
    else if (hosts === 0 && httpVersion === '1.1')
      done(new HttpFault(400, 'BAD_REQUEST', 'The request has no Host', { connection: 'close' }))
    else done()
  })
}
