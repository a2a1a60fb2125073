import type { Exchange } from './exchange.ts'
import type { Responder } from './responder.ts'

/** What is only read. */
export const READ = ['GET', 'HEAD', 'OPTIONS'] as const

/** What is also asked for in a body. */
export const READ_AND_POST = ['GET', 'HEAD', 'POST', 'OPTIONS'] as const

/** Refuses a method; Allow says which can be used. */
export function refuseMethod(refuse: Responder['refuse'], exchange: Exchange, methods: readonly string[]): void {
  const allowed = methods.join(', ')
  const detail = `${exchange.request.method} cannot be used here; ${allowed} can`
  refuse(exchange, 405, 'METHOD_NOT_ALLOWED', detail, ['allow', allowed])
}
