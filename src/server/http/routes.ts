import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnJobs } from '../../../schema/context.ts'
import { JobsUnavailable } from '../../bulk/jobs/job-database.ts'
import type { Jobs } from '../../bulk/jobs/jobs.ts'
import { refusal } from '../graphql/answers/errors.ts'
import { acceptedTypes } from '../graphql/answers/media-types.ts'
import type { GraphqlReply } from '../graphql/graphql-request.ts'
import type { RestAnswer } from '../rest/handle-rest.ts'
import type { Config } from '../settings/config.ts'
import { Answer, resultCaching, sendAnswer } from './answer.ts'
import { NO_STORE, restFault } from './faults.ts'
import { HttpFault, RETRY } from './http-fault.ts'
import { type CountMore, callerOf, leavingOf, ownerOf } from './keys-and-rate-limit.ts'
import type { Gathering } from './load-shedding.ts'
import { pathAsked, withoutQuery } from './request.ts'
import type { Tracing } from './request-log.ts'
import type { Runtime } from './runtime.ts'

/**
 * /health and /ready, registered before anything that may refuse a request, so that a busy service does not look
 * broken. `troubles` returns problems that concern jobs only: /ready reports them, and requests continue.
 */
export function addHealth(
  app: FastifyInstance,
  isReady: () => boolean,
  troubles: () => Promise<readonly string[]>,
): void {
  const route = (url: string, state: () => Promise<object>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (_, reply) => {
        const body = await state()
        return reply
          .code(body === STOPPING ? 503 : 200)
          .headers({ ...NO_STORE, 'content-type': 'application/json' })
          .send(JSON.stringify(body))
      },
    })
  route('/health', async () => ({ status: 'ok' }))
  route('/ready', async () => {
    if (!isReady()) return STOPPING
    const found = await troubles()
    return { status: 'ready', ...(found.length > 0 && { jobs: found }) }
  })
}

const STOPPING = { status: 'stopping' }

/** /metrics; `text` returns the current values over all processes. */
export function addMetrics(app: FastifyInstance, text: () => Promise<string>): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    handler: async (_, reply) => {
      reply.headers({ ...NO_STORE, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      return text()
    },
  })
}

/** Answers to longer bodies are not cached: such bodies rarely repeat. */
const LONGEST_REMEMBERED_BODY = 16_384

/** The routes under /v1 and /v2, with a cache for repeated requests. `src/server/rest` defines them. */
export function addRest(app: FastifyInstance, config: Config, runtime: () => Runtime, gathering: Gathering): void {
  for (const version of ['v1', 'v2']) {
    app.route({
      method: ['GET', 'HEAD', 'POST'],
      url: `/${version}/*`,
      bodyLimit: config.maxBodyBytes,
      // A body is JSON regardless of its Content-Type, even an invalid one, which Fastify refuses.
      onRequest: ({ raw }, _, done) => {
        delete raw.headers['content-type']
        done()
      },
      handler: answer,
    })
  }

  function answer(request: FastifyRequest, reply: FastifyReply): void {
    // Methods and paths that these do not handle (job-routes.ts, rate-routes.ts).
    if (/^\/v2\/(jobs|rates)(\/|$|\?)/.test(request.url)) {
      reply.callNotFound()
      return
    }
    const { world, answers, graphql } = runtime()
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const body = method === 'POST' ? ((request.body as Buffer | undefined)?.toString('utf8') ?? '') : undefined
    const isRemembered = answers !== undefined && (body === undefined || body.length <= LONGEST_REMEMBERED_BODY)
    const key = isRemembered ? `${method} ${request.url}\n${body ?? ''}` : undefined
    const remembered = key === undefined ? undefined : answers?.get(key)
    if (remembered !== undefined) {
      gathering.answer(request, () => send(request, reply, remembered))
      return
    }
    const { accept } = request.headers
    const path = withoutQuery(request.url)
    const take = (given: RestAnswer) => {
      const made = restAnswer(given, method === 'GET', world.apiKeyHashes.length === 0, accept)
      if (key !== undefined && given.cacheable) answers?.keep(key, made)
      gathering.answer(request, () => send(request, reply, made))
    }
    const fail = (error: Error) => void reply.send(error)
    const query = new URLSearchParams(request.url.slice(path.length))
    const onAbort = (abort: () => void) => void reply.raw.once('close', () => reply.raw.writableFinished || abort())
    const caller = { requestId: request.id, onAbort, client: request.caller, turn: () => gathering.turn(request) }
    const result = world.handleRest({ method, path, query, body, accept }, (text, variables, bytes) =>
      graphql.runLarge(text, variables, { ...caller, bytes }),
    )
    if (result instanceof Promise) result.then(take).catch(fail)
    else take(result)
  }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  request.template = answer.route ?? '/v1/{unknown}'
  try {
    sendAnswer(reply, answer)
  } catch (error) {
    reply.send(error)
  }
}

/** Adds the data release of the figures to every answer. */
function restAnswer(given: RestAnswer, isGet: boolean, isOpen: boolean, accept: string | undefined): Answer {
  const { status, body, allow, cacheable, release, route } = given
  const named = { 'data-release': release }
  if (status === 200) {
    const repeatable = isGet && cacheable
    const headers = { ...named, ...(repeatable && resultCaching(isOpen)) }
    return new Answer({ status, contentType: 'application/json', body, headers, repeatable, route })
  }
  const headers = { ...named, ...NO_STORE, ...(status === 503 && RETRY), ...(allow && { allow: allow.join(', ') }) }
  return new Answer({ status, ...restFault(status, body, accept), headers, route })
}

/** Browsers request a page: they get the editor, or a page that says it is off. Nothing is executed. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  return method !== 'POST' && url.startsWith('/graphql') && acceptedTypes(headers.accept).includes('text/html')
}

/** /graphql: the editor for browsers, operations for everyone. */
export function addGraphql(
  app: FastifyInstance,
  config: Config,
  runtime: () => Runtime,
  tracing: Tracing | undefined,
  jobs: Jobs | undefined,
  countMore: CountMore,
  { turn }: Gathering,
): void {
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/graphql',
    bodyLimit: config.maxGraphqlBodyBytes,
    handler: (request, reply) => {
      if (asksForPage(request))
        runtime()
          .graphqlPage()
          .then(async (page) => sendAnswer(reply, await page.answerTo(request)))
          .catch((error: Error) => void reply.send(error))
      else answer(request, reply)
    },
  })

  function answer(request: FastifyRequest, reply: FastifyReply): void {
    const { world, graphql } = runtime()
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const end = tracing?.begin(request, 'graphql')
    const take = (given: GraphqlReply) => {
      end?.(given.status)
      reply.header('data-release', world.release)
      sendGraphqlReply(reply, given, world.apiKeyHashes.length === 0)
    }
    const result = graphql.answer({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: method === 'POST' ? (request.body as Buffer | undefined) : undefined,
      requestId: request.id,
      client: request.caller,
      turn: () => turn(request),
      context: { jobs: ownJobs(jobs, request, reply.raw, config) },
      onAbort: whenLeft(reply.raw),
      admit: (operations) => countMore(request, reply, operations - 1),
    })
    if (result instanceof Promise) result.then(take).catch((error: Error) => void reply.send(error))
    else take(result)
  }
}

/** The jobs of a key; watches end when the client leaves. */
function ownJobs(jobs: Jobs | undefined, request: FastifyRequest, raw: ServerResponse, config: Config): OwnJobs {
  const owner = ownerOf(request)
  return {
    find: (id) => available(() => jobs?.find(owner, id)),
    page: (page) => (owner === null ? undefined : available(() => jobs?.page(owner, page))),
    watch: async (id) => {
      const caller = await callerOf(request, config)
      if (jobs?.canBeWatched(caller) === false)
        throw refusal('Too many clients are watching jobs. Request the state of the job instead', 'OVERLOADED', 503)
      return available(() => jobs?.watch(caller, id, leavingOf(raw)))
    },
  }
}

/** Reads jobs. Their records may be unavailable. */
function available<Found>(read: () => Found): Found {
  try {
    return read()
  } catch (error) {
    throw error instanceof JobsUnavailable ? refusal(error.message, 'OVERLOADED', 503) : error
  }
}

/** Registers actions for a client that leaves before its answer: one listener for all operations of a batch. */
function whenLeft(raw: ServerResponse): (abort: () => void) => void {
  const aborts: (() => void)[] = []
  return (abort) => {
    if (raw.destroyed) {
      abort()
      return
    }
    if (aborts.length === 0) {
      raw.once('close', () => {
        if (!raw.writableFinished) for (const each of aborts) each()
      })
    }
    aborts.push(abort)
  }
}

function sendGraphqlReply(reply: FastifyReply, given: GraphqlReply, isOpen: boolean): void {
  const { status, contentType, body, repeatable } = given
  const headers: Record<string, string> = { ...(repeatable ? resultCaching(isOpen) : NO_STORE) }
  for (let i = 0; given.headers !== undefined && i < given.headers.length; i += 2)
    headers[given.headers[i] as string] = given.headers[i + 1] as string
  if (status === 503) Object.assign(headers, RETRY)
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    sendAnswer(reply, new Answer({ status, contentType, body: bytes, headers, repeatable }))
  } else reply.code(status).headers(headers).header('content-type', contentType).send(Readable.from(body))
}

/** Pages, at every path where the world has one. */
export function addPages(app: FastifyInstance, runtime: () => Runtime): void {
  app.route({ method: ['GET', 'HEAD'], url: '/', handler: answer })
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answer })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathAsked(request)
    const page = await runtime().page(path)
    if (page === undefined) {
      // Programs get a fault, browsers a page with links.
      if (!acceptedTypes(request.headers.accept).includes('text/html'))
        throw new HttpFault(404, 'NOT_FOUND', 'Not Found')
      const { body, contentType, contentSecurityPolicy } = await runtime().notFoundPage()
      return reply
        .code(404)
        .headers({ ...NO_STORE, 'content-type': contentType, 'content-security-policy': contentSecurityPolicy })
        .send(body)
    }
    request.template = path
    sendAnswer(reply, await page.answerTo(request))
    return reply
  }
}
