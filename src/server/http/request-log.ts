import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { withoutQuery } from './request.ts'

/** The status that is logged and counted for a client that left before its answer. */
const CLIENT_LEFT = 499

/** Called once about every request, when its answer is handed over or its client has left: with its status and how long it took. */
export type OnEnd = (request: FastifyRequest, reply: FastifyReply, status: number, milliseconds: number) => void

/** What is known of the requests that have not ended. */
export interface RequestEnds {
  readonly open: number
  /** When a request was last taken up, in milliseconds of the monotonic clock. */
  readonly lastAt: number
}

/**
 * Looks after the end of requests. Fastify's own hook for it, onResponse, is silent about clients that leave: a response
 * closes in either case.
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

/** Writes a line about each request: never its query, which may hold secrets. */
export function createRequestLog(log: Log): OnEnd {
  return ({ id, method, originalUrl }, _, status, milliseconds) => {
    if (!log.isLevelEnabled('info')) return
    const path = withoutQuery(originalUrl).slice(0, LONGEST_PATH)
    log.info({ id, method, path, status, ms: Math.round(milliseconds * 1000) / 1000 }, 'request')
  }
}

/** Traces of requests. */
export interface Tracing {
  /** `templateOf` names the route of a request. */
  readonly addTo: (app: FastifyInstance, templateOf: (request: FastifyRequest) => string) => Promise<void>
  /** Begins the span of an operation within that of its request; called with a status, it ends. */
  readonly begin: (request: FastifyRequest, name: string) => (status: number) => void
  /** Spans that could not be handed over, so far. */
  readonly lost: () => number
  /** Hands over what is waiting, and is done when none is left. */
  readonly flush: () => Promise<void>
}
