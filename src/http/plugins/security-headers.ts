import type { FastifyInstance } from 'fastify'

/**
 * For every answer: nothing is guessed from its bytes, and no page that is linked learns where a reader came from. What a page
 * may load it says itself (`pages/`), and the other headers that @fastify/helmet has are about pages with cookies, or about
 * TLS, which is for a proxy. The plugin would write these two past Fastify, and Node.js then merge them with the rest.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(HEADERS)
    done()
  })
}

const HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const
