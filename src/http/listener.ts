import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { BoundedCache } from '../reference/bounded-cache.ts'
import { methodsAt, templateAt } from '../rest/handle-rest.ts'
import { createAdmission } from './admission.ts'
import { Answer } from './answer.ts'
import { NO_CACHING } from './caching.ts'
import { preflightHeaders } from './cors.ts'
import { Exchange, LONGEST_REMEMBERED_TARGET, pathOf, plainPath, withoutQuery } from './exchange.ts'
import { asksForPage, createGraphqlRoute } from './graphql-route.ts'
import { createIntake } from './intake.ts'
import type { Log } from './log.ts'
import { READ, READ_AND_POST, refuseMethod } from './methods.ts'
import type { Metrics } from './metrics.ts'
import { createMetricsRoute, createPageRoute } from './page-route.ts'
import { createResponder } from './responder.ts'
import { createRestRoute } from './rest-route.ts'
import type { RouteMeter } from './route-meter.ts'
import { RouteMeters } from './route-meters.ts'
import type { Runtime } from './runtime.ts'
import type { Tracer } from './tracing.ts'
import type { WorkQueue } from './work-queue.ts'

export interface ListenerOptions {
  readonly config: Config
  /** What answers come from now: it may be another one at the next request. */
  readonly runtime: () => Runtime
  readonly metrics: Metrics
  readonly queue: WorkQueue
  /** The text of /metrics, of all processes together. */
  readonly metricsText: () => string | Promise<string>
  readonly log: Log
  readonly isReady: () => boolean
  /** Whether clients are asked to close their connections. */
  readonly asksToClose: () => boolean
  readonly tracer?: Tracer | undefined
}

export interface Listener {
  readonly listen: (request: IncomingMessage, response: ServerResponse) => void
  /** To be called for each connection. */
  readonly noteConnection: () => void
  readonly inFlight: () => number
  /** When a request was last taken up, in milliseconds of the monotonic clock. */
  readonly lastRequestAt: () => number
}

type RouteName = 'rest' | 'graphql' | 'health' | 'ready' | 'metrics' | 'page' | 'unreadable'

interface Route {
  readonly name: RouteName
  readonly path: string
  readonly meter: RouteMeter
}

/** Paths whose route is remembered. */
const MOST_PATHS = 2000

/**
 * Takes up requests: finds the route, sees whether there is room and whether the client is admitted. Health checks come
 * before all that, so that a busy service is not taken for a broken one.
 */
export function createListener(options: ListenerOptions): Listener {
  const { config, runtime, metrics, queue, isReady, tracer } = options
  const responder = createResponder(options)
  const intake = createIntake(queue, responder)
  const isAdmitted = createAdmission(config, metrics, responder)
  const meters = new RouteMeters(metrics)
  const answerRest = createRestRoute(config, runtime, meters, intake, responder)
  const answerGraphql = createGraphqlRoute(config, runtime, intake, responder)
  const answerPage = createPageRoute(runtime, responder)
  const answerMetrics = createMetricsRoute(options.metricsText, responder)
  const routes = new BoundedCache<string, Route>(MOST_PATHS)
  let lastRequestAt = performance.now()
  metrics.gauge(() => ({ impactql_requests_in_flight: queue.inFlight }))

  function listen(request: IncomingMessage, response: ServerResponse): void {
    lastRequestAt = performance.now()
    const target = request.url as string
    const asked = withoutQuery(target)
    const { name, path, meter } = routeOf(asked, target)
    const exchange = new Exchange(request, response, lastRequestAt, path, target.slice(asked.length), meter)
    try {
      if (request.method === 'OPTIONS') preflight(exchange, name)
      else if (name === 'health') tellState(exchange, HEALTHY)
      else if (name === 'ready') tellState(exchange, isReady() ? READY : STOPPING)
      else if (name === 'unreadable') responder.refuse(exchange, 400, 'BAD_REQUEST', UNREADABLE)
      else if (queue.enter()) {
        exchange.isCounted = true
        if (tracer) exchange.span = tracer.start(exchange.header('traceparent'))
        work(exchange, name)
      } else responder.shed(exchange, 'concurrency')
    } catch (error) {
      responder.fail(exchange, error as Error)
    }
  }

  function work(exchange: Exchange, name: RouteName): void {
    if (name === 'page') answerPage(exchange)
    else if (name === 'graphql' && asksForPage(exchange)) answerGraphql(exchange)
    else if (!isAdmitted(exchange, runtime().world.apiKeyHashes)) return
    else if (name === 'rest') answerRest(exchange)
    else if (name === 'graphql') answerGraphql(exchange)
    else answerMetrics(exchange)
  }

  function tellState(exchange: Exchange, state: Answer): void {
    if (exchange.method === 'GET') responder.send(exchange, state)
    else refuseMethod(responder.refuse, exchange, READ)
  }

  function preflight(exchange: Exchange, name: RouteName): void {
    const headers = preflightHeaders(exchange, methodsOf(name, exchange.path))
    responder.send(exchange, new Answer({ status: 204, contentType: '', body: '', headers }))
  }

  /** The route of a target, found by what it is without its query. */
  function routeOf(asked: string, target: string): Route {
    const known = routes.get(asked)
    if (known !== undefined) return known
    const path = pathOf(asked)
    const name = path === undefined ? 'unreadable' : routeNameOf(path)
    const route = { name, path: path ?? asked, meter: meters.of(templateOf(name, path ?? asked)) }
    if (target.length <= LONGEST_REMEMBERED_TARGET) routes.set(asked, route)
    return route
  }

  /** What a request is counted under. */
  function templateOf(name: RouteName, path: string): string {
    if (name === 'rest') return templateAt(path) ?? '/v1/{unknown}'
    if (name !== 'page') return name === 'unreadable' ? '{unknown}' : `/${name}`
    return isPage(path) ? plainPath(path) : '{unknown}'
  }

  /** The methods that a path takes; where there is nothing, one may still ask which. */
  function methodsOf(name: RouteName, path: string): readonly string[] {
    if (path === '*' || name === 'graphql') return READ_AND_POST
    if (name === 'rest') return methodsAt(path) ?? ['OPTIONS']
    return name === 'unreadable' || (name === 'page' && !isPage(path)) ? ['OPTIONS'] : READ
  }

  function isPage(path: string): boolean {
    return runtime().world.pages.has(plainPath(path))
  }

  return {
    listen,
    noteConnection: queue.noteArrival,
    inFlight: () => queue.inFlight,
    lastRequestAt: () => lastRequestAt,
  }
}

function routeNameOf(path: string): RouteName {
  if (path.startsWith('/v1') && (path.length === 3 || path[3] === '/')) return 'rest'
  const plain = plainPath(path)
  const isOwn = plain === '/graphql' || plain === '/health' || plain === '/ready' || plain === '/metrics'
  return isOwn ? (plain.slice(1) as RouteName) : 'page'
}

function stateAnswer(status: number, state: string): Answer {
  return new Answer({
    status,
    contentType: 'application/json',
    body: JSON.stringify({ status: state }),
    headers: NO_CACHING,
  })
}

const UNREADABLE = 'The path cannot be read: it is not UTF-8, percent-encoded'

const HEALTHY = stateAnswer(200, 'ok')
const READY = stateAnswer(200, 'ready')
const STOPPING = stateAnswer(503, 'stopping')
