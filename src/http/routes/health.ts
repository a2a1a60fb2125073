import type { FastifyInstance } from 'fastify'
import { NO_STORE } from '../plugins/fault-answers.ts'

/**
 * /health and /ready. They come before all that may refuse a request, so that a busy service is not taken for a broken one.
 */
export function addHealth(app: FastifyInstance, isReady: () => boolean): void {
  const route = (url: string, state: () => string) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_, reply) => {
        const status = state()
        reply
          .code(status === 'stopping' ? 503 : 200)
          .headers({ ...NO_STORE, 'content-type': 'application/json' })
          .send(JSON.stringify({ status }))
      },
    })
  route('/health', () => 'ok')
  route('/ready', () => (isReady() ? 'ready' : 'stopping'))
}
