import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { BoundedCache } from '../reference/bounded-cache.ts'
import type { RestAnswer } from '../rest/handle-rest.ts'
import { Answer } from './answer.ts'
import { acceptedKey, apiKeyOf } from './api-keys.ts'
import { clientAddress } from './client-address.ts'
import { createCors, preflightHeaders } from './cors.ts'
import { acceptsProblem, errorAnswer, type HttpFault, problemText } from './error-answer.ts'
import { Exchange, pathOf } from './exchange.ts'
import type { ErrorCode } from './graphql/error-codes.ts'
import type { GraphqlReply, GraphqlRequest } from './graphql/graphql-request.ts'
import type { Log } from './log.ts'
import { labels, type Metrics } from './metrics.ts'
import { RateLimiter } from './rate-limiter.ts'
import { type BodyFault, readBody } from './read-body.ts'
import { RouteMeter } from './route-meter.ts'
import type { Runtime } from './runtime.ts'
import { createSender } from './send-answer.ts'
import type { Tracer } from './tracing.ts'
import { WorkQueue } from './work-queue.ts'

export interface ListenerOptions {
  readonly config: Config
  /** What answers come from now: it may be another one at the next request. */
  readonly runtime: () => Runtime
  readonly metrics: Metrics
  /** The text of /metrics, of all processes together. */
  readonly metricsText: () => string | Promise<string>
  readonly log: Log
  readonly isStopping: () => boolean
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

/** Results depend on the request and the data release alone. */
const RESULT_CACHING = ['cache-control', 'public, max-age=600, must-revalidate'] as const
/** Where a key is needed, no shared cache may hand a result on. */
const PRIVATE_CACHING = ['cache-control', 'private, max-age=600, must-revalidate'] as const
const NO_CACHING = ['cache-control', 'no-store'] as const

/** Longer bodies are not remembered with their answers: they are hardly ever sent twice. */
const LONGEST_REMEMBERED_BODY = 16_384

/** Paths whose route is remembered. */
const MOST_PATHS = 2000
const LONGEST_REMEMBERED_PATH = 200

/** The seconds after which a request that was shed may come again. */
const SHED_RETRY = ['retry-after', '1'] as const

type Route = 'rest' | 'graphql' | 'health' | 'ready' | 'metrics' | 'page'

const GET_ONLY = ['allow', 'GET, HEAD, OPTIONS'] as const
const GET_AND_POST = ['allow', 'GET, HEAD, POST, OPTIONS'] as const

/** Answers requests: routing, admission, and the way from each route's result to what is sent. */
export function createListener(options: ListenerOptions): Listener {
  const { config, runtime, metrics, log, isStopping, tracer } = options
  const queue = new WorkQueue(config.maxConcurrent, config.maxWaitMs)
  const limiter = config.rateLimit && new RateLimiter(config.rateLimit)
  const cors = createCors(config.allowedOrigins)
  const routes = new BoundedCache<string, { readonly route: Route; readonly meter: RouteMeter }>(MOST_PATHS)
  const meters = new Map<string, RouteMeter>()
  const limited = metrics.counter('impactql_requests_limited_total', '')
  const writesLines = log.writes('info')
  let lastRequestAt = performance.now()
  const { send, commonHeaders } = createSender(cors, isStopping, finish)

  metrics.gauge(() => ({ impactql_requests_in_flight: queue.inFlight }))

  function listen(request: IncomingMessage, response: ServerResponse): void {
    const now = performance.now()
    lastRequestAt = now
    const path = pathOf(request.url as string)
    const { route, meter } = routeOf(path)
    const exchange = new Exchange(request, response, now, path, meter)
    try {
      if (request.method === 'OPTIONS') return preflight(exchange)
      if (route === 'health') return send(exchange, HEALTHY)
      if (route === 'ready') return send(exchange, isStopping() ? STOPPING : READY)
      if (!queue.enter()) return shed(exchange, 'concurrency')
      exchange.isCounted = true
      if (tracer) exchange.span = tracer.start(exchange.header('traceparent'))
      if (route !== 'page' && !isAdmitted(exchange)) return
      if (route === 'rest') rest(exchange)
      else if (route === 'graphql') graphql(exchange)
      else if (route === 'metrics') metricsPage(exchange)
      else page(exchange)
    } catch (error) {
      fail(exchange, error as Error)
    }
  }

  function routeOf(path: string): { readonly route: Route; readonly meter: RouteMeter } {
    const known = routes.get(path)
    if (known !== undefined) return known
    const route = routeNameOf(path)
    // Which route of /v1 it is, its answer says.
    const found = {
      route,
      meter: meterOf(route === 'rest' ? '/v1/{unknown}' : route === 'page' ? pageTemplate(path) : `/${route}`),
    }
    if (path.length <= LONGEST_REMEMBERED_PATH) routes.set(path, found)
    return found
  }

  function meterOf(template: string): RouteMeter {
    let meter = meters.get(template)
    if (meter === undefined) meters.set(template, (meter = new RouteMeter(template, metrics)))
    return meter
  }

  function pageTemplate(path: string): string {
    return runtime().world.pages.has(withoutSlash(path)) ? withoutSlash(path) : '{unknown}'
  }

  function preflight(exchange: Exchange): void {
    send(exchange, new Answer({ status: 204, contentType: '', body: '', headers: preflightHeaders(exchange) }))
  }

  function isAdmitted(exchange: Exchange): boolean {
    const { apiKeyHashes } = runtime().world
    const key = apiKeyHashes.length > 0 ? acceptedKey(apiKeyOf(exchange), apiKeyHashes) : undefined
    if (apiKeyHashes.length > 0 && key === undefined) {
      // Guessing keys is limited by address like anything else.
      if (limiter && !take(exchange, `address ${clientAddress(exchange, config.trustedProxies)}`)) return false
      refuse(exchange, 401, 'UNAUTHENTICATED', 'An API key is needed: Authorization: Bearer KEY, or X-API-Key: KEY', [
        'www-authenticate',
        'Bearer',
      ])
      return false
    }
    return (
      !limiter ||
      take(exchange, key === undefined ? `address ${clientAddress(exchange, config.trustedProxies)}` : `key ${key}`)
    )
  }

  function take(exchange: Exchange, client: string): boolean {
    const { isAllowed, headers } = (limiter as RateLimiter).take(client, exchange.startedAt)
    exchange.headers.push(...headers)
    if (isAllowed) return true
    limited.value++
    refuse(exchange, 429, 'RATE_LIMITED', 'Too many requests; Retry-After says in how many seconds to come again')
    return false
  }

  function rest(exchange: Exchange): void {
    if (exchange.method === 'POST')
      return receive(exchange, config.maxBodyBytes, (body) => restWithBody(exchange, body.toString('utf8')))
    enqueue(exchange, () => restWithBody(exchange, undefined))
  }

  function restWithBody(exchange: Exchange, body: string | undefined): void {
    const { world, answers } = runtime()
    const accept = exchange.header('accept')
    const isRemembered = config.answerCacheBytes > 0 && (body === undefined || body.length <= LONGEST_REMEMBERED_BODY)
    const key = isRemembered ? `${exchange.method} ${exchange.request.url}\n${body ?? ''}` : undefined
    const remembered = key === undefined ? undefined : answers.get(key)
    if (remembered !== undefined) return sendRest(exchange, remembered)
    const isOpen = world.apiKeyHashes.length === 0
    const result = world.handleRest({
      method: exchange.method,
      path: exchange.path,
      query: new URLSearchParams(exchange.search),
      body,
      accept,
    })
    const answerWith = (given: RestAnswer) => {
      const answer = restAnswer(given, exchange.method === 'GET', isOpen, accept)
      if (key !== undefined && given.cacheable) answers.set(key, answer)
      sendRest(exchange, answer)
    }
    if (result instanceof Promise) result.then(answerWith).catch((error: Error) => fail(exchange, error))
    else answerWith(result)
  }

  function sendRest(exchange: Exchange, answer: Answer): void {
    if (answer.route !== undefined) exchange.meter = meterOf(answer.route)
    send(exchange, answer)
  }

  function graphql(exchange: Exchange): void {
    const { method, request } = exchange
    if (method === 'GET') {
      const { graphiql } = runtime()
      const wantsPage = exchange.header('accept')?.includes('text/html') === true
      if (wantsPage && graphiql) return sendLater(exchange, graphiql())
      return enqueue(exchange, () => answerGraphql(exchange, undefined))
    }
    if (method === 'POST') return receive(exchange, config.maxGraphqlBodyBytes, (body) => answerGraphql(exchange, body))
    refuse(exchange, 405, 'METHOD_NOT_ALLOWED', `${request.method} cannot be used here; GET and POST can`, GET_AND_POST)
  }

  function answerGraphql(exchange: Exchange, body: Buffer | undefined): void {
    const { request, response, method, id } = exchange
    const span = exchange.span?.child()
    const graphqlRequest: GraphqlRequest = {
      method,
      url: request.url as string,
      headers: request.headers,
      body,
      requestId: id,
      onAbort: (abort) => response.once('close', () => response.writableFinished || abort()),
    }
    const reply = runtime().graphql.answer(graphqlRequest)
    const answerWith = (given: GraphqlReply) => {
      span?.end('graphql', { 'http.response.status_code': given.status }, given.status >= 500)
      sendGraphql(exchange, given)
    }
    if (reply instanceof Promise) reply.then(answerWith).catch((error: Error) => fail(exchange, error))
    else answerWith(reply)
  }

  function sendGraphql(exchange: Exchange, { status, contentType, body, headers = [] }: GraphqlReply): void {
    if (typeof body !== 'string') return stream(exchange, status, contentType, body)
    const isResult = exchange.method === 'GET' && status === 200 && !body.startsWith('{"errors"')
    const caching = isResult ? cachingOf(runtime().world.apiKeyHashes.length === 0) : NO_CACHING
    const own = exchange.method === 'GET' ? [...headers, ...caching, 'vary', 'Accept'] : headers
    send(exchange, new Answer({ status, contentType, body, headers: own, repeatable: isResult }))
  }

  /** Sends events or parts as they come, until the client leaves. */
  function stream(exchange: Exchange, status: number, contentType: string, chunks: AsyncIterable<Uint8Array>): void {
    const { response } = exchange
    response.writeHead(status, [...commonHeaders(exchange), 'content-type', contentType, ...NO_CACHING])
    const write = async () => {
      for await (const chunk of chunks) {
        if (response.destroyed) break
        if (!response.write(chunk))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
      }
    }
    write()
      .catch((error: Error) => report(error, randomUUID()))
      .finally(() => {
        response.end()
        finish(exchange, status)
      })
  }

  function metricsPage(exchange: Exchange): void {
    if (exchange.method !== 'GET') return refuseMethod(exchange)
    const text = Promise.resolve(options.metricsText())
    sendLater(
      exchange,
      text.then((body) => new Answer({ status: 200, contentType: METRICS_TYPE, body, headers: NO_CACHING })),
    )
  }

  function page(exchange: Exchange): void {
    const found = runtime().page(withoutSlash(exchange.path))
    if (found === undefined) return refuse(exchange, 404, 'NOT_FOUND', 'Not Found')
    if (exchange.method !== 'GET') return refuseMethod(exchange)
    sendLater(exchange, found)
  }

  function sendLater(exchange: Exchange, answer: Promise<Answer>): void {
    answer.then((given) => send(exchange, given)).catch((error: Error) => fail(exchange, error))
  }

  function receive(exchange: Exchange, limit: number, use: (body: Buffer) => void): void {
    readBody(exchange, limit, (body) => {
      if (typeof body === 'string') refuseBody(exchange, body, limit)
      else enqueue(exchange, () => use(body))
    })
  }

  /** Does the work for a request that has been received in full. */
  function enqueue(exchange: Exchange, work: () => void): void {
    const safely = () => {
      try {
        work()
      } catch (error) {
        fail(exchange, error as Error)
      }
    }
    queue.run(safely, () => shed(exchange, 'wait'))
  }

  function refuseBody(exchange: Exchange, fault: BodyFault, limit: number): void {
    if (fault === 'aborted') finish(exchange, 499)
    else if (fault === 'no room') shed(exchange, 'bodies')
    else if (fault === 'encoded')
      refuse(exchange, 415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding is not read: send the body as it is')
    else refuse(exchange, 413, 'REQUEST_TOO_LARGE', `The body has more than ${limit} bytes`)
  }

  function shed(exchange: Exchange, reason: string): void {
    metrics.counter('impactql_requests_shed_total', labels('reason', reason)).value++
    refuse(
      exchange,
      503,
      'OVERLOADED',
      'The service is busy; Retry-After says in how many seconds to come again',
      SHED_RETRY,
    )
  }

  function refuseMethod(exchange: Exchange): void {
    refuse(exchange, 405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed', GET_ONLY)
  }

  function refuse(
    exchange: Exchange,
    status: number,
    code: ErrorCode,
    detail: string,
    headers?: readonly string[],
  ): void {
    const fault: HttpFault = headers ? { status, code, detail, headers } : { status, code, detail }
    send(exchange, errorAnswer(exchange, fault))
  }

  /** Something is wrong with the service: the client gets an id, the log the rest. */
  function fail(exchange: Exchange, error: Error): void {
    const errorId = randomUUID()
    report(error, errorId, exchange.id)
    if (exchange.isFinished) return
    if (exchange.response.headersSent) {
      exchange.response.destroy()
      finish(exchange, 500)
      return
    }
    send(
      exchange,
      errorAnswer(exchange, { status: 500, code: 'INTERNAL_SERVER_ERROR', detail: 'Internal Server Error', errorId }),
    )
  }

  function report(error: Error, errorId: string, requestId?: string): void {
    log.error('unexpected error', { errorId, requestId, error: error.stack ?? String(error) })
  }

  function finish(exchange: Exchange, status: number): void {
    if (exchange.isFinished) return
    exchange.isFinished = true
    if (exchange.isCounted) queue.leave()
    const { request, meter } = exchange
    const milliseconds = performance.now() - exchange.startedAt
    meter.count(request.method as string, status, milliseconds / 1000)
    endSpan(exchange, status)
    if (!writesLines) return
    log.info('request', {
      id: exchange.id,
      method: request.method as string,
      path: exchange.path.slice(0, 500),
      status,
      ms: Math.round(milliseconds * 1000) / 1000,
    })
  }

  return {
    listen,
    noteConnection: queue.noteArrival,
    inFlight: () => queue.inFlight,
    lastRequestAt: () => lastRequestAt,
  }
}

function endSpan({ span, request: { method = '' }, meter: { route } }: Exchange, status: number): void {
  const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status }
  span?.end(`${method} ${route}`, attributes, status >= 500)
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const HEALTHY = new Answer({
  status: 200,
  contentType: 'application/json',
  body: '{"status":"ok"}',
  headers: NO_CACHING,
})
const READY = new Answer({
  status: 200,
  contentType: 'application/json',
  body: '{"status":"ready"}',
  headers: NO_CACHING,
})
const STOPPING = new Answer({
  status: 503,
  contentType: 'application/json',
  body: '{"status":"stopping"}',
  headers: NO_CACHING,
})

function routeNameOf(path: string): Route {
  if (path.startsWith('/v1') && (path.length === 3 || path[3] === '/')) return 'rest'
  const plain = withoutSlash(path)
  if (plain === '/graphql') return 'graphql'
  if (plain === '/health') return 'health'
  if (plain === '/ready') return 'ready'
  return plain === '/metrics' ? 'metrics' : 'page'
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function cachingOf(isOpen: boolean): readonly string[] {
  return isOpen ? RESULT_CACHING : PRIVATE_CACHING
}

function restAnswer(given: RestAnswer, isGet: boolean, isOpen: boolean, accept: string | undefined): Answer {
  const { status, body, allow, cacheable, route } = given
  const repeatable = isGet && cacheable && status === 200
  const headers = status !== 200 ? [...NO_CACHING] : repeatable ? [...cachingOf(isOpen)] : []
  if (allow) headers.push('allow', allow.join(', '))
  if (status >= 400 && acceptsProblem(accept)) {
    return new Answer({
      status,
      contentType: 'application/problem+json',
      body: problemText(status, body),
      headers,
      route,
    })
  }
  return new Answer({ status, contentType: 'application/json', body, headers, repeatable, route })
}
