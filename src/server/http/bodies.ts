import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'
import { CallerBytes } from './caller-bytes.ts'
import { busy, HttpFault, tooLarge } from './http-fault.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is read by the route as it comes: of any size, held nowhere, for so many milliseconds at most. */
    streamedForMs?: number
  }
  interface FastifyRequest {
    /** Bytes of its body that are in memory. */
    bodyBytes: number
  }
}

/** Bodies of requests that have no answer yet, in all; half of it for those of one caller. */
const MOST_BYTES_IN_MEMORY = 134_217_728

/**
 * Passes on every body as bytes, whatever its content type: at most as many as the route takes (`bodyLimit`), and at
 * most so many in all, per process, of which one caller has half. What is in a coding is refused. A body announced with `Expect: 100-continue` is asked for
 * only when it may come.
 */
export function addBodies(app: FastifyInstance, onShed: (reason: string) => void): void {
  const held = new CallerBytes(MOST_BYTES_IN_MEMORY)
  app.decorateRequest('bodyBytes', 0)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': transfer, expect } = request.headers
    const isStreamed = request.routeOptions.config.streamedForMs !== undefined
    if (isStreamed || ((length === undefined || length === '0') && transfer === undefined)) {
      done(null, payload)
      return
    }
    const fault = faultBefore(request)
    if (fault === undefined && expect !== undefined) reply.raw.writeContinue()
    reply.raw.once('close', () => {
      held.add(request.caller, -request.bodyBytes)
    })
    request.raw.on('data', (chunk: Buffer) => {
      const isTooMuch = held.isTooMuchFor(request.caller, chunk.length)
      request.bodyBytes += chunk.length
      held.add(request.caller, chunk.length)
      if (!isTooMuch || reply.sent) return
      onShed('bodies')
      reply.send(busy('The service is reading too many bodies'))
    })
    done(fault, payload)
  })
}

/** What is wrong with a body before it is read. */
function faultBefore(request: FastifyRequest): HttpFault | undefined {
  const { 'content-encoding': coding, 'content-length': length } = request.headers
  if (coding !== undefined && coding !== 'identity')
    return new HttpFault(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding')
  return Number(length) > request.routeOptions.bodyLimit ? tooLarge(request) : undefined
}

/** Of a body that is streamed so much comes at least in the time that a usual one may take: some 3 kB/s. */
const LEAST_STREAMED_BYTES = 100_000

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
        if (raw.socket.bytesRead - before < LEAST_STREAMED_BYTES) end()
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
