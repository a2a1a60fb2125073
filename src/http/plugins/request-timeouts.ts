import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is read by the route as it comes: of any size, held nowhere, for so many milliseconds at most. */
    streamedForMs?: number
  }
}

/** Of a body that is streamed so much comes at least in the time that a usual one may take: some 3 kB/s. */
const LEAST_BYTES = 100_000

/**
 * Bounds how long a body may take, from its headers on; node:http has one bound for all requests, and a file takes longer than
 * a query. The rest of a body that was refused is thrown away for as long as a usual one may take.
 */
export function addRequestTimeouts(app: FastifyInstance, { requestTimeoutMs }: Config): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': transfer } = raw.headers
    if ((length === undefined || length === '0') && transfer === undefined) {
      done()
      return
    }
    const end = () => {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      app.server.emit('clientError', error, raw.socket)
    }
    const { streamedForMs } = routeOptions.config
    let timer = setTimeout(end, streamedForMs ?? requestTimeoutMs)
    const clear = () => clearTimeout(timer)
    raw.once('end', clear)
    raw.once('close', clear)
    if (streamedForMs !== undefined) {
      let before = raw.socket.bytesRead
      const looking = setInterval(() => {
        if (raw.socket.bytesRead - before < LEAST_BYTES) end()
        before = raw.socket.bytesRead
      }, requestTimeoutMs)
      for (const event of ['end', 'close']) raw.once(event, () => clearInterval(looking))
      reply.raw.once('finish', () => {
        clear()
        clearInterval(looking)
        if (!raw.readableEnded && !raw.destroyed) timer = setTimeout(end, requestTimeoutMs)
      })
    }
    done()
  })
}
