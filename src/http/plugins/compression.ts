import { buffer } from 'node:stream/consumers'
import compress from '@fastify/compress'
import type { FastifyInstance, onSendHookHandler } from 'fastify'

/** Smaller bodies do not get smaller by compression, or not by enough to pay for it. */
const LEAST_BYTES = 1024

/** Larger bodies are compressed on another thread: this many bytes take some 2 ms. */
const MOST_BYTES_AT_ONCE = 131_072

/**
 * Compresses answers, and keeps the compressed forms of those that are remembered: the query editor has 9 MB. What answers
 * depend on is in Vary, compressed or not.
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('vary', 'accept-encoding')
    done()
  })
  app.addHook('onSend', sendKept)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: LEAST_BYTES,
    syncThreshold: MOST_BYTES_AT_ONCE,
    globalDecompression: false,
  })
  // Hooks of a route come after those of the application; the plugin has added its own by now.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], keep as never].flat()
  })
}

/** With a Content-Encoding the plugin leaves an answer as it is. */
const sendKept: onSendHookHandler = (request, reply, payload, done) => {
  const { 'accept-encoding': accepted } = request.headers
  const encoded = accepted === undefined || payload === null ? undefined : reply.answer?.encodedFor(String(accepted))
  if (encoded !== undefined) reply.header('content-encoding', encoded.coding)
  done(null, encoded?.body ?? payload)
}

const keep: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const { 'accept-encoding': accepted } = request.headers
  const coding = reply.getHeader('content-encoding')
  const { answer } = reply
  if (answer === undefined || typeof coding !== 'string' || payload === null || payload === undefined) {
    done(null, payload)
    return
  }
  const take = (body: Buffer) => {
    answer.keepEncoded(String(accepted), { coding, body })
    done(null, body)
  }
  if (Buffer.isBuffer(payload)) take(payload)
  else buffer(payload as NodeJS.ReadableStream).then(take, done)
}
