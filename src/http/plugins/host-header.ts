import type { FastifyInstance } from 'fastify'
import { HttpFault } from '../http-fault.ts'

/**
 * Refuses a request with two Host headers: "a server MUST respond with a 400 (Bad Request) status code [...] to any request
 * message that contains more than one Host header field line" (RFC 9112, 3.2). Node.js takes the first.
 */
export function addHostHeader(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _, done) => {
    let hosts = 0
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i] as string
      if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    }
    if (hosts > 1)
      done(new HttpFault(400, 'BAD_REQUEST', 'The request has more than one Host', { connection: 'close' }))
    else done()
  })
}
