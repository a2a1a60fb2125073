import type { FastifyReply } from 'fastify'
import type { Answer } from './answer.ts'

/** Results depend on the request and the data release alone. Where a key is needed, no shared cache may hand one on. */
export function resultCaching(isOpen: boolean): Readonly<Record<string, string>> {
  return isOpen ? SHARED : PRIVATE
}

const SHARED = { 'cache-control': 'public, max-age=600, must-revalidate' }
const PRIVATE = { 'cache-control': 'private, max-age=600, must-revalidate' }

/** Sends an answer; the hooks do the rest. */
export function sendAnswer(reply: FastifyReply, answer: Answer): void {
  reply.answer = answer
  reply.code(answer.status).headers(answer.headers).header('content-type', answer.contentType).send(answer.body)
}
