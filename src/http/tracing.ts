import type { FastifyInstance, FastifyRequest } from 'fastify'

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
