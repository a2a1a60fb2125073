import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { GraphqlReply } from '../../graphql/graphql-request.ts'
import { Answer } from '../answer.ts'
import { RETRY } from '../http-fault.ts'
import { NO_STORE } from '../plugins/fault-answers.ts'
import type { CountMore } from '../plugins/rate-limit.ts'
import type { Tracing } from '../plugins/tracing.ts'
import { resultCaching, sendAnswer } from '../send-answer.ts'
import type { Runtime } from '../world/runtime.ts'

/** Browsers ask for a page: they get the editor, or a page that there is none, and nothing is executed. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  return method !== 'POST' && headers.accept?.includes('text/html') === true && url.startsWith('/graphql')
}

/** /graphql: the editor for browsers, operations for everyone. */
export function addGraphql(
  app: FastifyInstance,
  config: Config,
  runtime: () => Runtime,
  tracing: Tracing | undefined,
  countMore: CountMore,
): void {
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/graphql',
    bodyLimit: config.maxGraphqlBodyBytes,
    handler: (request, reply) => {
      const fail = (error: Error) => void reply.send(error)
      if (asksForPage(request))
        runtime()
          .graphqlPage()
          .then((page) => sendAnswer(reply, page))
          .catch(fail)
      else {
        // A longer batch is refused.
        const operations = config.rateLimit === undefined ? 1 : operationsOf(request.body as Buffer | undefined)
        const more = Math.min(operations, config.maxBatch) - 1
        if (more > 0)
          countMore(request, reply, more)
            .then(() => answer(request, reply))
            .catch(fail)
        else answer(request, reply)
      }
    },
  })

  function answer(request: FastifyRequest, reply: FastifyReply): void {
    const { world, graphql } = runtime()
    const { raw } = reply
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const end = tracing?.begin(request, 'graphql')
    const take = (given: GraphqlReply) => {
      end?.(given.status)
      reply.header('data-release', world.release)
      send(reply, given, method === 'GET', world.apiKeyHashes.length === 0)
    }
    const result = graphql.answer({
      method,
      url: request.url,
      headers: request.headers,
      body: method === 'POST' ? (request.body as Buffer | undefined) : undefined,
      requestId: request.id,
      onAbort: (abort) => {
        if (raw.destroyed) abort()
        else raw.once('close', () => raw.writableFinished || abort())
      },
    })
    if (result instanceof Promise) result.then(take).catch((error: Error) => void reply.send(error))
    else take(result)
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

/** How many operations a body has: a batch is a list of them. What cannot be read is refused as one. */
function operationsOf(body: Buffer | undefined): number {
  const text = body?.toString('utf8').trimStart()
  if (text?.startsWith('[') !== true) return 1
  try {
    return (JSON.parse(text) as unknown[]).length
  } catch {
    return 1
  }
}
