import type { FastifyInstance } from 'fastify'
import { NO_STORE } from '../plugins/fault-answers.ts'

/** /metrics; `text` gives what there is now, of all processes together. */
export function addMetrics(app: FastifyInstance, text: () => Promise<string>): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    handler: async (_, reply) => {
      reply.headers({ ...NO_STORE, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      return text()
    },
  })
}
