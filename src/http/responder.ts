import { randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Answer } from './answer.ts'
import { createCors } from './cors.ts'
import { errorAnswer, type HttpFault } from './error-answer.ts'
import type { Exchange } from './exchange.ts'
import type { ErrorCode } from './graphql/error-codes.ts'
import type { Log } from './log.ts'
import { labels, type Metrics } from './metrics.ts'
import { createSender } from './send-answer.ts'
import type { WorkQueue } from './work-queue.ts'

/** The ways an exchange ends. Each ends it once: it is counted, logged and traced then. */
export interface Responder {
  readonly send: (exchange: Exchange, answer: Answer) => void
  readonly sendLater: (exchange: Exchange, answer: Promise<Answer>) => void
  readonly refuse: (
    exchange: Exchange,
    status: number,
    code: ErrorCode,
    detail: string,
    headers?: readonly string[],
  ) => void
  /** Refuses for want of capacity. */
  readonly shed: (exchange: Exchange, reason: string) => void
  /** Something is wrong with the service: the client gets an id, the log the rest. */
  readonly fail: (exchange: Exchange, error: Error) => void
  /** Ends an exchange whose answer was written elsewhere, or not at all. */
  readonly finish: (exchange: Exchange, status: number) => void
  /** The headers of every answer, for those that are written elsewhere. */
  readonly commonHeaders: (exchange: Exchange) => string[]
}

export interface ResponderOptions {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly queue: WorkQueue
  /** Whether clients are asked to close their connections. */
  readonly asksToClose: () => boolean
}

/** The seconds after which a request that was too much for now may come again. */
export const RETRY = ['retry-after', '1'] as const

/** Longer paths are cut in the log. */
const LONGEST_LOGGED_PATH = 500

export function createResponder({ config, log, metrics, queue, asksToClose }: ResponderOptions): Responder {
  const writesLines = log.writes('info')
  const { send, commonHeaders } = createSender(createCors(config.allowedOrigins), asksToClose, finish)
  return { send, sendLater, refuse, shed, fail, finish, commonHeaders }

  function sendLater(exchange: Exchange, answer: Promise<Answer>): void {
    answer.then((given) => send(exchange, given)).catch((error: Error) => fail(exchange, error))
  }

  function refuse(
    exchange: Exchange,
    status: number,
    code: ErrorCode,
    detail: string,
    headers: readonly string[] = [],
  ): void {
    const fault: HttpFault = { status, code, detail, headers }
    send(exchange, errorAnswer(exchange, fault))
  }

  function shed(exchange: Exchange, reason: string): void {
    metrics.counter('impactql_requests_shed_total', labels('reason', reason)).value++
    const detail = 'The service is busy; Retry-After says in how many seconds to come again'
    refuse(exchange, 503, 'OVERLOADED', detail, RETRY)
  }

  function fail(exchange: Exchange, error: Error): void {
    const errorId = randomUUID()
    log.error('unexpected error', { errorId, requestId: exchange.id, error: error.stack ?? String(error) })
    if (exchange.isFinished) return
    if (exchange.response.headersSent) {
      exchange.response.destroy()
      finish(exchange, 500)
    } else {
      const detail = 'Internal Server Error'
      send(exchange, errorAnswer(exchange, { status: 500, code: 'INTERNAL_SERVER_ERROR', detail, errorId }))
    }
  }

  function finish(exchange: Exchange, status: number): void {
    if (exchange.isFinished) return
    exchange.isFinished = true
    if (exchange.isCounted) queue.leave()
    const { id, path, meter, startedAt } = exchange
    const method = exchange.request.method as string
    const milliseconds = performance.now() - startedAt
    meter.count(method, status, milliseconds / 1000)
    endSpan(exchange, method, status)
    if (!writesLines) return
    const ms = Math.round(milliseconds * 1000) / 1000
    log.info('request', { id, method, path: path.slice(0, LONGEST_LOGGED_PATH), status, ms })
  }
}

function endSpan({ span, meter: { route } }: Exchange, method: string, status: number): void {
  const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status }
  span?.end(`${method} ${route}`, attributes, status >= 500)
}
