import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../config/config.ts'
import type { RestAnswer } from '../../rest/handle-rest.ts'
import { Answer } from '../answer.ts'
import { RETRY } from '../http-fault.ts'
import { NO_STORE, restFault } from '../plugins/fault-answers.ts'
import { withoutQuery } from '../plugins/request-target.ts'
import type { Runtime } from '../runtime.ts'
import { resultCaching, sendAnswer } from '../send-answer.ts'

/** Longer bodies are not remembered with their answers: they are hardly ever sent twice. */
const LONGEST_REMEMBERED_BODY = 16_384

/** Of longer targets nothing is remembered: any piece of one keeps the whole of it in memory. */
const LONGEST_REMEMBERED_TARGET = 400

/** Queries that are remembered, taken apart: there are few, each asked for again and again. */
const MOST_QUERIES = 1000

/** The routes under /v1 and /v2, from memory where the very same has been asked before. `src/rest` knows them all. */
export function addRest(app: FastifyInstance, config: Config, runtime: () => Runtime): void {
  const queries = new LRUCache<string, URLSearchParams>({
    max: MOST_QUERIES,
    memoMethod: (text) => new URLSearchParams(text),
  })
  for (const version of ['v1', 'v2']) {
    app.route({
      method: ['GET', 'HEAD', 'POST'],
      url: `/${version}/*`,
      bodyLimit: config.maxBodyBytes,
      handler: answer,
    })
  }

  function answer(request: FastifyRequest, reply: FastifyReply): void {
    // What jobs do not take of their own paths (jobs.ts).
    if (/^\/v2\/jobs(\/|$|\?)/.test(request.url)) {
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
      send(request, reply, remembered)
      return
    }
    const { accept } = request.headers
    const path = withoutQuery(request.url)
    const take = (given: RestAnswer) => {
      const made = restAnswer(given, method === 'GET', world.apiKeyHashes.length === 0, accept)
      if (key !== undefined && given.cacheable) answers?.keep(key, made)
      send(request, reply, made)
    }
    const fail = (error: Error) => void reply.send(error)
    const query = queryOf(request.url, path)
    const onAbort = (abort: () => void) => void reply.raw.once('close', () => reply.raw.writableFinished || abort())
    const caller = { requestId: request.id, onAbort }
    const result = world.handleRest({ method, path, query, body, accept }, (text, variables) =>
      graphql.runLarge(text, variables, caller),
    )
    if (result instanceof Promise) result.then(take).catch(fail)
    else take(result)
  }

  function queryOf(target: string, path: string): URLSearchParams {
    const text = target.slice(path.length)
    return target.length > LONGEST_REMEMBERED_TARGET ? new URLSearchParams(text) : queries.memo(text)
  }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  request.template = answer.route ?? '/v1/{unknown}'
  sendAnswer(reply, answer)
}

/** Every answer names the data release that its figures are of. */
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
