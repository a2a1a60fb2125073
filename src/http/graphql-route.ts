import type { Config } from '../config.ts'
import { Answer } from './answer.ts'
import { NO_CACHING, resultCaching } from './caching.ts'
import { CLIENT_LEFT, type Exchange } from './exchange.ts'
import { Gate } from './gate.ts'
import type { GraphqlReply, GraphqlRequest } from './graphql/graphql-request.ts'
import type { Intake } from './intake.ts'
import { READ_AND_POST, refuseMethod } from './methods.ts'
import { RETRY, type Responder } from './responder.ts'
import type { Runtime } from './runtime.ts'

/** Bodies from here on may hold so much that few are taken apart at a time. */
const LARGE_BYTES = 32_768

/** Browsers ask for a page: they get the editor, or are told that there is none, and nothing is executed. */
export function asksForPage(exchange: Exchange): boolean {
  return exchange.method === 'GET' && exchange.header('accept')?.includes('text/html') === true
}

/** Answers requests to /graphql: the editor for browsers, operations for everyone. */
export function createGraphqlRoute(
  config: Config,
  runtime: () => Runtime,
  { enqueue, receive }: Intake,
  { send, sendLater, refuse, shed, fail, finish, commonHeaders }: Responder,
): (exchange: Exchange) => void {
  const gate = new Gate(config.maxWaitMs)
  return (exchange) => {
    const { method } = exchange
    if (method === 'POST') receive(exchange, config.maxGraphqlBodyBytes, (body) => take(exchange, body))
    else if (method !== 'GET') refuseMethod(refuse, exchange, READ_AND_POST)
    else if (asksForPage(exchange)) sendLater(exchange, runtime().graphqlPage())
    else enqueue(exchange, () => answer(exchange, undefined))
  }

  function take(exchange: Exchange, body: Buffer): void {
    if (body.length < LARGE_BYTES) answer(exchange, body)
    else {
      const work = async () => (exchange.isAbandoned ? finish(exchange, CLIENT_LEFT) : answer(exchange, body))
      gate.run(
        body.length,
        () => work().catch((error: Error) => fail(exchange, error)),
        (reason) => shed(exchange, reason),
      )
    }
  }

  function answer(exchange: Exchange, body: Buffer | undefined): void | Promise<void> {
    const { request, response, method, path, search, id } = exchange
    const span = exchange.span?.child()
    const graphqlRequest: GraphqlRequest = {
      method,
      url: path + search,
      headers: request.headers,
      body,
      requestId: id,
      onAbort: (abort) => {
        if (exchange.isAbandoned) abort()
        else response.once('close', () => exchange.isFinished || abort())
      },
    }
    const settle = (reply: GraphqlReply) => {
      span?.end('graphql', { 'http.response.status_code': reply.status }, reply.status >= 500)
      write(exchange, reply)
    }
    const result = runtime().graphql.answer(graphqlRequest)
    if (result instanceof Promise) return result.then(settle).catch((error: Error) => fail(exchange, error))
    settle(result)
  }

  function write(exchange: Exchange, { status, contentType, body, headers = [] }: GraphqlReply): void {
    if (typeof body !== 'string') {
      stream(exchange, status, contentType, body)
      return
    }
    const isGet = exchange.method === 'GET'
    const repeatable = isGet && status === 200 && !body.startsWith('{"errors"')
    const caching = repeatable ? resultCaching(runtime().world.apiKeyHashes.length === 0) : NO_CACHING
    const own = status === 503 ? [...headers, ...RETRY] : [...headers]
    if (isGet) own.push(...caching, 'vary', 'Accept')
    send(exchange, new Answer({ status, contentType, body, headers: own, repeatable }))
  }

  /** Sends events or parts as they come, until the client leaves. */
  function stream(exchange: Exchange, status: number, contentType: string, chunks: AsyncIterable<Uint8Array>): void {
    const { response } = exchange
    response.writeHead(status, [...commonHeaders(exchange), 'content-type', contentType, ...NO_CACHING])
    const write = async () => {
      for await (const chunk of chunks) {
        if (response.destroyed) break
        if (response.write(chunk)) continue
        await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
      }
      response.end()
      finish(exchange, status)
    }
    write().catch((error: Error) => fail(exchange, error))
  }
}
