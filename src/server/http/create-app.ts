import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastify from 'fastify'
import type { Jobs } from '../../bulk/jobs/jobs.ts'
import type { Log } from '../log.ts'
import type { Config } from '../settings/config.ts'
import {
  addCompression,
  addCrossOrigin,
  addRequestId,
  addSecurityHeaders,
  addValidators,
  addVary,
  requestId,
} from './answer.ts'
import { addBodies, addRequestTimeouts } from './bodies.ts'
import { addFaultAnswers, createUnreadableHandler } from './faults.ts'
import { addJobs, refuseJobs } from './job-routes.ts'
import { addApiKeys, addKeyCheck, addRateLimit, callerNames } from './keys-and-rate-limit.ts'
import { addGathering, addMemoryPressure, addUnreadAnswers, type Gathering } from './load-shedding.ts'
import { createRequestMeter, type Metrics } from './metrics.ts'
import { addRates } from './rate-routes.ts'
import { addAllowedMethods, addHostHeader, addRequestTarget, pathAsked, rewriteTarget } from './request.ts'
import { addRequestEnds, createRequestLog, type RequestEnds, type Tracing } from './request-log.ts'
import { addGraphql, addHealth, addMetrics, addPages, addRest, asksForPage } from './routes.ts'
import type { Runtime } from './runtime.ts'

/** Idle connections stay open this long, which is longer than at most proxies, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000

/** A silent connection is closed after this time. */
const SILENCE_MS = 120_000

/** Interval of checks for slow requests, and the time limit for headers. */
const CHECK_MS = 1000
const HEADERS_MS = 20_000

interface AppOptions {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  /** The current runtime; it may change between requests. */
  readonly runtime: () => Runtime
  /** Undefined if the service takes none. */
  readonly jobs: Jobs | undefined
  /** The text of /metrics, over all processes. */
  readonly metricsText: () => Promise<string>
  readonly isReady: () => boolean
  /** Whether clients are asked to close their connections. */
  readonly asksToClose: () => boolean
  readonly tracing: Tracing | undefined
}

export interface App {
  readonly app: FastifyInstance
  readonly ends: RequestEnds
  readonly gathering: Gathering
}

/**
 * Builds the Fastify application. Hooks run in the order of registration: headers of every answer, then refusals, body
 * and turn. On the way out follow validators, compression, and the limit on unread answers.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log, metrics, runtime, tracing } = options
  const onShed = (reason: string) => metrics.shed.inc({ reason })
  const app = fastify({
    // Answers do not depend on the host's name, and node's own refusal would lack our headers.
    http: {
      requireHostHeader: false,
      headersTimeout: Math.min(config.requestTimeoutMs, HEADERS_MS),
      connectionsCheckingInterval: Math.min(CHECK_MS, config.requestTimeoutMs),
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: SILENCE_MS,
    // A stopping service still answers (stop-server.ts).
    return503OnClosing: false,
    forceCloseConnections: false,
    exposeHeadRoutes: false,
    // Targets may be as long as headers allow, and routes parse their own queries.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 65_536, querystringParser: () => ({}) },
    // No route has a schema; without these, Fastify would load schema compilers.
    schemaController: { compilersFactory: { buildValidator: () => noSchema, buildSerializer: () => noSchema } },
    genReqId: requestId,
    rewriteUrl: rewriteTarget,
    clientErrorHandler: createUnreadableHandler(config.allowedOrigins.includes('*'), log, (status) =>
      metrics.unread.inc({ status }),
    ),
  })
  // A body is requested only when it is admitted (bodies.ts); unknown expectations are ignored. Without a listener for
  // `upgrade`, a request with `Upgrade: h2c` is answered as the HTTP/1.1 request that it also is.
  app.server.on('checkContinue', app.routing)
  app.server.on('checkExpectation', app.routing)

  let gathering: Gathering | undefined
  let templateAt = (path: string) => path
  const templateOf = (request: FastifyRequest) => request.template || templateAt(pathAsked(request))
  const ends = addRequestEnds(app, [
    (request) => {
      if (request.isAdmitted) gathering?.leave(request)
      request.template = templateOf(request)
    },
    createRequestMeter(metrics),
    createRequestLog(log),
  ])
  addRequestTimeouts(app, config)
  app.decorateRequest('template', '')
  // Routes write their own bodies. With a serializer, Fastify adds no charset to the media type; JSON has none.
  app.addHook('onRequest', (_, reply, done) => {
    reply.serializer(asItIs)
    done()
  })
  addRequestId(app)
  if (tracing) await tracing.addTo(app, templateOf)
  addFaultAnswers(app, log)
  addSecurityHeaders(app)
  templateAt = addAllowedMethods(app, (path) => runtime().world.pages.has(path))
  addVary(app)
  addValidators(app)
  await addCompression(app)
  addCrossOrigin(app, config.allowedOrigins)
  await app.after()
  addHostHeader(app)
  addRequestTarget(app)
  app.addHook('onSend', (_, reply, payload, done) => {
    if (options.asksToClose()) reply.header('connection', 'close')
    done(null, payload)
  })
  addUnreadAnswers(app, { mostBytes: config.maxUnreadBytes, silenceMs: SILENCE_MS }, onShed)
  addHealth(app, options.isReady, async () => (await options.jobs?.troubles()) ?? [])

  await app.register(async (work) => {
    await addMemoryPressure(work, config, onShed)
    addBodies(work, onShed)
    const keys = () => runtime().world.apiKeyHashes
    addApiKeys(work, keys)
    const turns = addGathering(work, config, callerNames(config), onShed)
    gathering = turns
    addPages(work, runtime)
    await work.register(async (guarded) => {
      const countMore = await addRateLimit(guarded, config, asksForPage, () => metrics.limited.inc())
      addKeyCheck(guarded, keys, asksForPage)
      addRest(guarded, config, runtime, turns)
      addGraphql(guarded, config, runtime, tracing, options.jobs, countMore, turns)
      addMetrics(guarded, options.metricsText)
      addRates(guarded, config, runtime, countMore)
      const { jobs } = options
      if (jobs) await guarded.register((own) => addJobs(own, config, jobs, runtime))
      else refuseJobs(guarded)
    })
  })
  await app.ready()
  app.server.on('connection', () => gathering?.noteArrival())
  return { app, ends, gathering: gathering as Gathering }
}

function noSchema(): never {
  throw new Error('No route may have a Fastify schema')
}

function asItIs(payload: unknown): string {
  return payload as string
}
