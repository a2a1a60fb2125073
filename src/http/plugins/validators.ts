import type { FastifyInstance } from 'fastify'
import type { Answer } from '../answer.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** What is sent, where it is more than a text: it has an ETag, and its compressed forms are kept. */
    answer: Answer | undefined
  }
}

/**
 * Gives repeatable answers their ETag, and 304 instead of an answer that the client has: If-None-Match, by weak comparison
 * (RFC 9110, 13.1.2). @fastify/etag would hash every body of every answer each time.
 */
export function addValidators(app: FastifyInstance): void {
  app.decorateReply('answer', undefined)
  app.addHook('onSend', (request, reply, payload, done) => {
    const { answer } = reply
    if (answer?.repeatable !== true) {
      done(null, payload)
      return
    }
    const { etag } = answer
    reply.header('etag', etag)
    const isKnown = names(request.headers['if-none-match'], etag)
    if (isKnown) reply.code(304).removeHeader('content-type')
    done(null, isKnown ? null : payload)
  })
}

function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = etag.slice('W/'.length)
  return ifNoneMatch.split(',').some((each) => {
    const tag = each.trim()
    return tag === '*' || tag.replace(/^W\//, '') === opaque
  })
}
