import type { FastifyInstance, FastifyRequest } from 'fastify'
import { busy, HttpFault } from '../http-fault.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of its body that are in memory. */
    bodyBytes: number
  }
}

/** Bodies of requests that have no answer yet, in all. */
const MOST_BYTES = 134_217_728

/**
 * Passes on every body as bytes, whatever its content type: at most as many as the route takes (`bodyLimit`), and at
 * most so many in all, per process. What is in a coding is refused. A body announced with `Expect: 100-continue` is asked for
 * only when it may come.
 */
export function addBodies(app: FastifyInstance, onShed: (reason: string) => void): void {
  let bytesInAll = 0
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
      bytesInAll -= request.bodyBytes
    })
    request.raw.on('data', (chunk: Buffer) => {
      request.bodyBytes += chunk.length
      bytesInAll += chunk.length
      if (bytesInAll <= MOST_BYTES || reply.sent) return
      onShed('bodies')
      reply.send(busy('The service has too many bodies to read'))
    })
    done(fault, payload)
  })
}

/** What is wrong with a body before it is read. */
function faultBefore(request: FastifyRequest): HttpFault | undefined {
  const { 'content-encoding': coding, 'content-length': length } = request.headers
  if (coding !== undefined && coding !== 'identity')
    return new HttpFault(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding is not read: send the body as it is')
  return Number(length) > request.routeOptions.bodyLimit ? tooLarge(request) : undefined
}

export function tooLarge(request: FastifyRequest): HttpFault {
  return new HttpFault(413, 'REQUEST_TOO_LARGE', `The body has more than ${request.routeOptions.bodyLimit} bytes`)
}
