import { Answer } from './answer.ts'
import { NO_CACHING } from './caching.ts'
import { type Exchange, plainPath } from './exchange.ts'
import { READ, refuseMethod } from './methods.ts'
import type { Responder } from './responder.ts'
import type { Runtime } from './runtime.ts'

/** Answers requests for pages; whatever no other route answers ends here, too. */
export function createPageRoute(
  runtime: () => Runtime,
  { sendLater, refuse }: Responder,
): (exchange: Exchange) => void {
  return (exchange) => {
    const page = runtime().page(plainPath(exchange.path))
    if (page === undefined) refuse(exchange, 404, 'NOT_FOUND', 'Not Found')
    else if (exchange.method !== 'GET') refuseMethod(refuse, exchange, READ)
    else sendLater(exchange, page)
  }
}

/** Answers requests for /metrics; `text` says what there is now. */
export function createMetricsRoute(
  text: () => string | Promise<string>,
  { sendLater, refuse }: Responder,
): (exchange: Exchange) => void {
  const contentType = 'text/plain; version=0.0.4; charset=utf-8'
  return (exchange) => {
    if (exchange.method !== 'GET') refuseMethod(refuse, exchange, READ)
    else {
      const answer = async () => new Answer({ status: 200, contentType, body: await text(), headers: NO_CACHING })
      sendLater(exchange, answer())
    }
  }
}
