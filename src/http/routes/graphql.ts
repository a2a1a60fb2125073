import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnJobs } from '../../../schema/context.ts'
import type { Config } from '../../config/config.ts'
import { acceptedTypes } from '../../graphql/answers/accepted-types.ts'
import { refusal } from '../../graphql/answers/refusal.ts'
import type { GraphqlReply } from '../../graphql/graphql-request.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { Answer } from '../answer.ts'
import { RETRY } from '../http-fault.ts'
import { NO_STORE } from '../plugins/fault-answers.ts'
import type { CountMore } from '../plugins/rate-limit.ts'
import type { Runtime } from '../runtime.ts'
import { resultCaching, sendAnswer } from '../send-answer.ts'
import type { Tracing } from '../tracing.ts'
import { leavingOf, ownerOf, viewerOf } from '../viewer.ts'

/** Browsers ask for a page: they get the editor, or a page that there is none, and nothing is executed. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  return method !== 'POST' && url.startsWith('/graphql') && acceptedTypes(headers.accept).includes('text/html')
}

/** /graphql: the editor for browsers, operations for everyone. */
export function addGraphql(
  app: FastifyInstance,
  config: Config,
  runtime: () => Runtime,
  tracing: Tracing | undefined,
  jobs: Jobs,
  countMore: CountMore,
): void {
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/graphql',
    bodyLimit: config.maxGraphqlBodyBytes,
    handler: (request, reply) => {
      if (asksForPage(request))
        runtime()
          .graphqlPage()
          .then((page) => sendAnswer(reply, page))
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
      send(reply, given, method === 'GET', world.apiKeyHashes.length === 0)
    }
    const result = graphql.answer({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: method === 'POST' ? (request.body as Buffer | undefined) : undefined,
      requestId: request.id,
      context: { jobs: ownJobs(jobs, request, reply.raw, config) },
      onAbort: whenLeft(reply.raw),
      admit: (operations) => countMore(request, reply, operations - 1),
    })
    if (result instanceof Promise) result.then(take).catch((error: Error) => void reply.send(error))
    else take(result)
  }
}

/** The jobs of a key; they are watched until the client leaves. */
function ownJobs(jobs: Jobs, request: FastifyRequest, raw: ServerResponse, config: Config): OwnJobs {
  return {
    find: (id) => jobs.find(ownerOf(request), id),
    watch: async (id) => {
      const viewer = await viewerOf(request, config)
      if (!jobs.canBeWatched(viewer)) throw refusal('Too many watch jobs; ask for the state instead', 'OVERLOADED', 503)
      return jobs.watch(viewer, id, leavingOf(raw))
    },
  }
}

/** Registers what ends when a client leaves before its answer: one listener for all operations of a batch. */
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

function send(reply: FastifyReply, given: GraphqlReply, isGet: boolean, isOpen: boolean): void {
  const { status, contentType, body, repeatable } = given
  const headers: Record<string, string> = { ...(repeatable ? resultCaching(isOpen) : NO_STORE) }
  for (let i = 0; given.headers !== undefined && i < given.headers.length; i += 2)
    headers[given.headers[i] as string] = given.headers[i + 1] as string
  if (status === 503) Object.assign(headers, RETRY)
  // A result comes in the media type that is asked for.
  if (isGet) headers.vary = `Accept, ${reply.getHeader('vary')}`
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    sendAnswer(reply, new Answer({ status, contentType, body: bytes, headers, repeatable }))
  } else reply.code(status).headers(headers).header('content-type', contentType).send(Readable.from(body))
}
