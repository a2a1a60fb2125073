import type { Config } from '../config.ts'
import { BoundedCache } from '../reference/bounded-cache.ts'
import type { RestAnswer } from '../rest/handle-rest.ts'
import { Answer } from './answer.ts'
import { NO_CACHING, resultCaching } from './caching.ts'
import { acceptsProblem, problemText } from './error-answer.ts'
import { type Exchange, LONGEST_REMEMBERED_TARGET } from './exchange.ts'
import type { Intake } from './intake.ts'
import type { Responder } from './responder.ts'
import type { RouteMeters } from './route-meters.ts'
import type { Runtime } from './runtime.ts'

/** Longer bodies are not remembered with their answers: they are hardly ever sent twice. */
const LONGEST_REMEMBERED_BODY = 16_384

/** Answers requests under /v1, from memory where the very same has been asked before. */
export function createRestRoute(
  config: Config,
  runtime: () => Runtime,
  meters: RouteMeters,
  { enqueue, receive }: Intake,
  { send, fail }: Responder,
): (exchange: Exchange) => void {
  return (exchange) => {
    if (exchange.method !== 'POST') enqueue(exchange, () => answer(exchange, undefined))
    else receive(exchange, config.maxBodyBytes, (body) => answer(exchange, body.toString('utf8')))
  }

  function answer(exchange: Exchange, body: string | undefined): void {
    const { world, answers } = runtime()
    const { method, request, path } = exchange
    const isRemembered = config.answerCacheBytes > 0 && (body === undefined || body.length <= LONGEST_REMEMBERED_BODY)
    const key = isRemembered ? `${method} ${request.url}\n${body ?? ''}` : undefined
    const remembered = key === undefined ? undefined : answers.get(key)
    if (remembered !== undefined) {
      finish(exchange, remembered)
      return
    }
    const accept = exchange.header('accept')
    const isOpen = world.apiKeyHashes.length === 0
    const take = (given: RestAnswer) => {
      const made = restAnswer(given, method === 'GET', isOpen, accept)
      if (key !== undefined && given.cacheable) answers.set(key, made)
      finish(exchange, made)
    }
    const result = world.handleRest({ method, path, query: queryOf(exchange), body, accept })
    if (result instanceof Promise) result.then(take).catch((error: Error) => fail(exchange, error))
    else take(result)
  }

  function finish(exchange: Exchange, made: Answer): void {
    if (made.route !== undefined) exchange.meter = meters.of(made.route)
    send(exchange, made)
  }
}

/** Queries are few, each asked for again and again. */
const MOST_QUERIES = 1000
const queries = new BoundedCache<string, URLSearchParams>(MOST_QUERIES)

function queryOf({ request, search }: Exchange): URLSearchParams {
  return (request.url as string).length > LONGEST_REMEMBERED_TARGET
    ? new URLSearchParams(search)
    : queries.getOrCompute(search, (text) => new URLSearchParams(text))
}

function restAnswer(given: RestAnswer, isGet: boolean, isOpen: boolean, accept: string | undefined): Answer {
  const { status, body, allow, cacheable, route } = given
  const repeatable = isGet && cacheable && status === 200
  const headers = status !== 200 ? [...NO_CACHING] : repeatable ? [...resultCaching(isOpen)] : []
  if (allow) headers.push('allow', allow.join(', '))
  return status >= 400 && acceptsProblem(accept)
    ? new Answer({ status, contentType: 'application/problem+json', body: problemText(status, body), headers, route })
    : new Answer({ status, contentType: 'application/json', body, headers, repeatable, route })
}
