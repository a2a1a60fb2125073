import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'
import type { Listener } from './listener.ts'
import type { Log } from './log.ts'
import { labels, type Metrics } from './metrics.ts'
import { createServer as createHttpServer, STATUS_CODES } from './node-http.ts'

/** Idle connections are kept this long: longer than proxies in front usually do, so that they are the ones to close. */
const KEEP_ALIVE_MS = 65_000

/** A connection on which nothing moves is closed after this long: a client that does not read its answer. */
const SILENCE_MS = 120_000

/** How often slow requests are looked for. */
const CHECK_MS = 1000

/** Told of a request that was refused before it could be taken up, with node's code for what is wrong with it. */
type NoteUnread = (status: number, code: string) => void

/**
 * A plain node:http server. There is deliberately no `upgrade` listener: a request with `Upgrade: h2c` is then answered as
 * the HTTP/1.1 request it also is.
 */
export function createServer(config: Config, { listen, noteConnection }: Listener, metrics: Metrics, log: Log): Server {
  const server = createHttpServer({
    requestTimeout: config.requestTimeoutMs,
    headersTimeout: Math.min(config.requestTimeoutMs, 20_000),
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(CHECK_MS, config.requestTimeoutMs),
    noDelay: true,
    // Nothing here depends on the host's name, and node's own refusal would come without headers.
    requireHostHeader: false,
  })
  server.timeout = SILENCE_MS
  server.on('connection', noteConnection)
  server.on('request', listen)
  // With a listener the body is asked for only when it may come (readBody), and not when it would be refused.
  server.on('checkContinue', listen)
  // An expectation that is not known is passed over.
  server.on('checkExpectation', listen)
  const isOpenToAll = config.allowedOrigins.includes('*')
  const noteUnread: NoteUnread = (status, code) => {
    metrics.counter('impactql_requests_unread_total', labels('status', String(status))).value++
    log.info('request not read', { status, code })
  }
  server.on('clientError', (error, socket) => answerClientError(error, socket as Socket, isOpenToAll, noteUnread))
  return server
}

/** What cannot be read as HTTP, or not in time, is answered as far as there is still someone to answer. */
function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: { headersSent: boolean } },
  isOpenToAll: boolean,
  noteUnread: NoteUnread,
): void {
  const hasAnswer = socket._httpMessage?.headersSent === true
  if (!socket.writable || error.code === 'ECONNRESET' || hasAnswer) {
    socket.destroy()
    return
  }
  const code = error.code ?? ''
  const status = STATUS[code] ?? 400
  noteUnread(status, code)
  const body = JSON.stringify({ detail: STATUS_CODES[status] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    // The origin of what could not be read is not known.
    ...(isOpenToAll ? ['Access-Control-Allow-Origin: *'] : []),
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}
