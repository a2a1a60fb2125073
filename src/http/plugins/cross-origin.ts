import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Headers of answers that pages of other origins may read, besides those they always may. */
const EXPOSED =
  'ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Allow, Data-Release, Location, Content-Range, Accept-Ranges'

/** Header names a preflight may ask for; anything else would be a way to write headers of one's own. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/

const ASKED = 'access-control-request-headers'

/**
 * Which pages of other origins may read answers. Never with credentials: nothing here depends on cookies. A preflight is
 * answered on every path with every method, so that a page may read a 404 or a 405.
 */
export function addCrossOrigin(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', ({ raw: { headers } }, _, done) => {
    const asked = headers[ASKED]
    if (asked !== undefined && !HEADER_NAMES.test(String(asked))) delete headers[ASKED]
    done()
  })
  app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: 'GET, HEAD, POST, DELETE, OPTIONS',
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    strictPreflight: false,
  })
}
