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
import { addJobs } from './job-routes.ts'
import { addApiKeys, addKeyCheck, addRateLimit, callerNames } from './keys-and-rate-limit.ts'
import { addGathering, addMemoryPressure, addUnreadAnswers, type Gathering } from './load-shedding.ts'
import { createRequestMeter, type Metrics } from './metrics.ts'
import { addAllowedMethods, addHostHeader, addRequestTarget, pathAsked, rewriteTarget } from './request.ts'
import { addRequestEnds, createRequestLog, type RequestEnds, type Tracing } from './request-log.ts'
import { addGraphql, addHealth, addMetrics, addPages, addRest, asksForPage } from './routes.ts'
import type { Runtime } from './runtime.ts'

/** Idle connections are kept this long: longer than proxies in front usually do, so that they are the ones to close. */
const KEEP_ALIVE_MS = 65_000

/** A connection on which nothing moves is closed after this long. */
const SILENCE_MS = 120_000

/** How often slow requests are looked for, and how long headers may take at most. */
const CHECK_MS = 1000
const HEADERS_MS = 20_000

interface AppOptions {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  /** What answers come from now: it may be another one at the next request. */
  readonly runtime: () => Runtime
  /** Undefined where the service takes none. */
  readonly jobs: Jobs | undefined
  /** The text of /metrics, of all processes together. */
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
 * The Fastify application. Hooks run in the order in which they are added: what every answer has, then what may refuse a
 * request, its body, its turn; and on the way out validators, compression, the bound on what waits to be read.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log, metrics, runtime, tracing } = options
  const onShed = (reason: string) => metrics.shed.inc({ reason })
  const app = fastify({
    // Nothing here depends on the host's name, and node's own refusal would come without headers.
    http: {
      requireHostHeader: false,
      headersTimeout: Math.min(config.requestTimeoutMs, HEADERS_MS),
      connectionsCheckingInterval: Math.min(CHECK_MS, config.requestTimeoutMs),
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: SILENCE_MS,
    // A stop answers what still comes (stop-server.ts).
    return503OnClosing: false,
    forceCloseConnections: false,
    exposeHeadRoutes: false,
    // Targets are as long as headers may be, and their queries are read where they are needed.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 65_536, querystringParser: () => ({}) },
    // Nothing here has a schema; without these, compilers of schemas would be loaded.
    schemaController: { compilersFactory: { buildValidator: () => noSchema, buildSerializer: () => noSchema } },
    genReqId: requestId,
    rewriteUrl: rewriteTarget,
    clientErrorHandler: createUnreadableHandler(config.allowedOrigins.includes('*'), log, (status) =>
      metrics.unread.inc({ status }),
    ),
  })
  // A body is asked for only when it may come (bodies.ts); an expectation that is not known is ignored. There is no listener
  // for `upgrade`: a request with `Upgrade: h2c` is then answered as the HTTP/1.1 request that it also is.
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
  // Bodies are written by their routes: with a serializer Fastify adds no charset to their media type, JSON has none.
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
      const { jobs } = options
      if (jobs) await guarded.register((own) => addJobs(own, config, jobs, runtime))
    })
  })
  await app.ready()
  app.server.on('connection', () => gathering?.noteArrival())
  return { app, ends, gathering: gathering as Gathering }
}

function noSchema(): never {
  throw new Error('A route has a schema')
}

function asItIs(payload: unknown): string {
  return payload as string
}
