import type { FastifyInstance, FastifyRequest } from 'fastify'
import { methodsAt, templateAt } from '../../rest/handle-rest.ts'
import { HttpFault } from '../http-fault.ts'
import { plainPath, withoutQuery } from './request-target.ts'

const READ: readonly string[] = ['GET', 'HEAD', 'OPTIONS']
const READ_AND_POST: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** As they are listed. */
const ORDER: readonly string[] = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']

/** A path as it is counted, and the methods that it takes. */
interface PathMethods {
  readonly template: string
  readonly methods: readonly string[]
}

const NOWHERE: PathMethods = { template: '{unknown}', methods: ['OPTIONS'] }

/** The path of a request without query and without the slash at its end. */
export function pathAsked(request: FastifyRequest): string {
  return plainPath(withoutQuery(request.url))
}

/**
 * Lists in Allow the methods that a path takes: for OPTIONS, and in the 405 of a method that it does not take, where Fastify
 * has a 404. `isPage`: whether there is a page at a path. Returns the function that gives the template that a request is
 * counted under, which no caller chooses.
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
    throw new HttpFault(405, 'METHOD_NOT_ALLOWED', `${request.method} cannot be used here; ${allow} can`, { allow })
  })
  return (path) => methodsOf(path).template
}
