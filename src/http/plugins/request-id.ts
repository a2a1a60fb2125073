import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A request id of a client is taken over when it is one word of at most this many characters. */
const SANE_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/

/** The id of a request: the client's where it is a sane one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers['x-request-id']
  return typeof id === 'string' && SANE_ID.test(id) ? id : randomUUID()
}

/** Gives the id back with every answer. */
export function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
