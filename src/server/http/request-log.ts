import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { withoutQuery } from './request.ts'

/** The status for a client that left before its answer, in log and metrics. */
const CLIENT_LEFT = 499

/** Called once per request with its status and duration, when its answer is sent or its client has left. */
export type OnEnd = (request: FastifyRequest, reply: FastifyReply, status: number, milliseconds: number) => void

/** What is known about unfinished requests. */
export interface RequestEnds {
  readonly open: number
  /** When a request last started, in milliseconds of the monotonic clock. */
  readonly lastAt: number
}

/**
 * Observes the end of requests. Fastify's onResponse misses clients that leave, but a response closes in either case.
 */
export function addRequestEnds(app: FastifyInstance, observers: readonly OnEnd[]): RequestEnds {
  const ends = { open: 0, lastAt: performance.now() }
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now()
    ends.open++
    ends.lastAt = startedAt
    const { raw } = reply
    raw.once('close', () => {
      ends.open--
      const status = raw.writableFinished ? raw.statusCode : CLIENT_LEFT
      for (const observe of observers) observe(request, reply, status, performance.now() - startedAt)
    })
    done()
  })
  return ends
}

/** Longer paths are cut in the log. */
const LONGEST_PATH = 500

/** Writes a line per request, without its query, which may hold secrets. */
export function createRequestLog(log: Log): OnEnd {
  return ({ id, method, originalUrl }, _, status, milliseconds) => {
    if (!log.isLevelEnabled('info')) return
    const path = withoutQuery(originalUrl).slice(0, LONGEST_PATH)
    log.info({ id, method, path, status, ms: Math.round(milliseconds * 1000) / 1000 }, 'request')
  }
}

/** Traces of requests. */
export interface Tracing {
  /** `templateOf` returns the template of a request's route. */
  readonly addTo: (app: FastifyInstance, templateOf: (request: FastifyRequest) => string) => Promise<void>
  /** Starts the span of an operation within its request's; the returned function ends it with a status. */
  readonly begin: (request: FastifyRequest, name: string) => (status: number) => void
  /** Number of spans lost so far. */
  readonly lost: () => number
  /** Exports waiting spans, and resolves when none is left. */
  readonly flush: () => Promise<void>
}
