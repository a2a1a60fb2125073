import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'
import { CallerBytes } from './caller-bytes.ts'
import { busy, HttpFault, tooLarge } from './http-fault.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads the body as a stream of any size, for this many milliseconds at most. */
    streamedForMs?: number
  }
  interface FastifyRequest {
    /** The complete body. */
    received: Buffer | undefined
  }
}

/** Bytes of bodies of unanswered requests; half of it for one caller. */
const MOST_BYTES_IN_MEMORY = 134_217_728

/**
 * Receives every body as bytes, with any content type, up to the route's `bodyLimit`. All bodies together are limited
 * per process, and one caller has half. A refused body leaves the memory at once, and its rest is discarded. Encoded
 * bodies are refused. A body announced with `Expect: 100-continue` is requested only when it is admitted.
 */
export function addBodies(app: FastifyInstance, onShed: (reason: string) => void): void {
  const held = new CallerBytes(MOST_BYTES_IN_MEMORY)
  app.decorateRequest('received', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', ({ received }, _, done) => done(null, received))

  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw, method, headers, routeOptions, caller } = request
    const isThere = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    const isOurs = isThere && routeOptions.config.streamedForMs === undefined
    const fault = isOurs ? faultBefore(request) : undefined
    if (!isOurs || fault !== undefined || BODILESS.has(method)) {
      done(fault, payload)
      return
    }
    if (headers.expect !== undefined) reply.raw.writeContinue()
    let chunks: Buffer[] = []
    let bytes = 0
    const forget = () => {
      held.add(caller, -bytes)
      bytes = 0
    }
    const take = (chunk: Buffer) => {
      const isTooMuch = held.isTooMuchFor(caller, chunk.length)
      chunks.push(chunk)
      bytes += chunk.length
      held.add(caller, chunk.length)
      if (bytes > routeOptions.bodyLimit) refuse(tooLarge(request))
      else if (isTooMuch) {
        onShed('bodies')
        refuse(busy('The service is reading too many request bodies; try again after the seconds in Retry-After'))
      }
    }
    const finish = () => {
      request.received = Buffer.concat(chunks)
      end()
    }
    const refuse = (why: HttpFault) => {
      forget()
      end(why)
      raw.resume()
    }
    const fail = () => refuse(new HttpFault(400, 'BAD_REQUEST', 'The body ended early'))
    const end = (why?: HttpFault) => {
      raw.off('data', take).off('end', finish).off('error', fail)
      chunks = []
      done(why, payload)
    }
    raw.on('data', take).on('end', finish).on('error', fail)
    reply.raw.once('close', forget)
  })
}

/** Methods whose bodies are ignored. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The fault of a body that is known before reading it. */
function faultBefore(request: FastifyRequest): HttpFault | undefined {
  const { 'content-encoding': coding, 'content-length': length } = request.headers
  if (coding !== undefined && coding !== 'identity')
    return new HttpFault(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding')
  return Number(length) > request.routeOptions.bodyLimit ? tooLarge(request) : undefined
}

/** Minimum bytes of a streamed body per usual time limit: about 3 kB/s. */
const LEAST_STREAMED_BYTES = 100_000

/**
 * Limits the time for a body, from its headers on. node:http has one limit for all requests, but a file takes longer
 * than a query. The rest of a refused body is discarded for as long as a usual one may take.
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
