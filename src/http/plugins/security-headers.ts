import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * For every answer: nothing is guessed from its bytes, and no page that is linked learns where a reader came from. What a page may load
 * it says itself (`pages/`), and the other headers are about pages that have cookies, or about TLS, which is for a proxy.
 */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    noSniff: true,
    referrerPolicy: { policy: 'no-referrer' },
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    dnsPrefetchControl: false,
    frameguard: false,
    hidePoweredBy: false,
    hsts: false,
    ieNoOpen: false,
    originAgentCluster: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  })
}
