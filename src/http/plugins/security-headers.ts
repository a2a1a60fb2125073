import type { FastifyInstance } from 'fastify'

/**
 * For every answer: nothing is guessed from its bytes, and no page that is linked learns where a reader came from. Each page
 * has its own policy for what it may load (`pages/`). The other headers of @fastify/helmet are about pages with cookies, or
 * about TLS, which is for a proxy. The plugin would write these two past Fastify, and Node.js then merge them with the rest.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(HEADERS)
    done()
  })
}

const HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const
