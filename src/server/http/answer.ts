import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, onSendHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import { pathAsked } from './request.ts'

/**
 * For every answer: nothing is guessed from its bytes, and no page that is linked learns where a reader came from. Each page
 * has its own policy for what it may load (`pages/`). The other headers of @fastify/helmet are about pages with cookies, or
 * about TLS, which is for a proxy. The plugin would write these two past Fastify, and Node.js then merge them with the rest.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(HEADERS)
    done()
  })
}

const HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const

/** A request id of a client is taken over when it is one word of at most this many characters. */
const SANE_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/

/** The id of a request: the client's where it is a sane one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers['x-request-id']
  return typeof id === 'string' && SANE_ID.test(id) ? id : randomUUID()
}

/** Gives the id back with every answer. */
export function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

/** Headers of answers that pages of other origins may read, besides those they always may. */
const EXPOSED =
  'ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Allow, Data-Release, Location, Content-Range, Accept-Ranges'

/** Header names a preflight may ask for; anything else would be a way to write headers of one's own. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/

const ASKED = 'access-control-request-headers'

/**
 * Which pages of other origins may read answers. Never with credentials: nothing here depends on cookies. A preflight is
 * answered on every path with every method, so that a page may read a 404 or a 405.
 */
export function addCrossOrigin(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', ({ raw: { headers } }, _, done) => {
    const asked = headers[ASKED]
    if (asked !== undefined && !HEADER_NAMES.test(String(asked))) delete headers[ASKED]
    done()
  })
  app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: 'GET, HEAD, POST, DELETE, OPTIONS',
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    strictPreflight: false,
  })
}

declare module 'fastify' {
  interface FastifyReply {
    /** What is sent, where it is more than a text: it has an ETag, and its compressed forms are kept. */
    answer: Answer | undefined
  }
}

/**
 * Names in Vary what answers depend on besides their address, for caches in front: their coding anywhere, and their media type at
 * /graphql and where something is refused; results of jobs name it themselves.
 */
export function addVary(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('vary', 'accept-encoding')
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 || pathAsked(request) === '/graphql')
      reply.header('vary', `Accept, ${reply.getHeader('vary')}`)
    done(null, payload)
  })
}

/**
 * Gives repeatable answers their ETag, and 304 instead of an answer that the client has: If-None-Match, by weak comparison
 * (RFC 9110, 13.1.2). @fastify/etag would hash every body of every answer each time.
 */
export function addValidators(app: FastifyInstance): void {
  app.decorateReply('answer', undefined)
  app.addHook('onSend', (request, reply, payload, done) => {
    const { answer } = reply
    if (answer?.repeatable !== true) {
      done(null, payload)
      return
    }
    const { etag } = answer
    reply.header('etag', etag)
    const isKnown = names(request.headers['if-none-match'], etag)
    if (isKnown) reply.code(304).removeHeader('content-type')
    done(null, isKnown ? null : payload)
  })
}

function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = etag.slice('W/'.length)
  return ifNoneMatch.split(',').some((each) => {
    const tag = each.trim()
    return tag === '*' || tag.replace(/^W\//, '') === opaque
  })
}

/** Smaller bodies do not get smaller by compression, or not by enough to pay for it. */
const LEAST_BYTES = 1024

/** Larger bodies are compressed on another thread: this many bytes take some 2 ms. */
const MOST_BYTES_AT_ONCE = 131_072

/**
 * Compresses answers, and keeps the compressed forms of those that are remembered: the query editor has 9 MB.
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', sendKept)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: LEAST_BYTES,
    syncThreshold: MOST_BYTES_AT_ONCE,
    globalDecompression: false,
  })
  // What prevents taking or doing jobs now, one sentence each.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], keep as never].flat()
  })
}

/** With a Content-Encoding the plugin leaves an answer as it is. */
const sendKept: onSendHookHandler = (request, reply, payload, done) => {
  const { 'accept-encoding': accepted } = request.headers
  const encoded = accepted === undefined || payload === null ? undefined : reply.answer?.encodedFor(String(accepted))
  if (encoded !== undefined) reply.header('content-encoding', encoded.coding)
  done(null, encoded?.body ?? payload)
}

const keep: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const { 'accept-encoding': accepted } = request.headers
  const coding = reply.getHeader('content-encoding')
  const { answer } = reply
  if (answer === undefined || typeof coding !== 'string' || payload === null || payload === undefined) {
    done(null, payload)
    return
  }
  const take = (body: Buffer) => {
    answer.keepEncoded(String(accepted), { coding, body })
    done(null, body)
  }
  if (Buffer.isBuffer(payload)) take(payload)
  else buffer(payload as NodeJS.ReadableStream).then(take, done)
}

interface AnswerInit {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
  /** Further headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the same request gives the same bytes: such an answer has an ETag. */
  readonly repeatable?: boolean
  /** The template of the route, for metrics. */
  readonly route?: string | undefined
}

/** A body in a coding, as it was last sent. */
interface Encoded {
  readonly coding: string
  readonly body: Buffer
}

/** Accept-Encoding headers whose outcome is remembered with an answer: clients send few different ones. */
const MOST_ENCODED = 4

/**
 * What is sent for a request, apart from what belongs to the connection and the client. Its ETag and its compressed forms
 * are made when first asked for, and remembered with it.
 */
export class Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly repeatable: boolean
  readonly route: string | undefined
  /** By the Accept-Encoding header that they were chosen for. */
  readonly #encoded = new Map<string, Encoded>()
  #etag: string | undefined

  constructor({ status, contentType, body, headers = {}, repeatable = false, route }: AnswerInit) {
    this.status = status
    this.contentType = contentType
    this.body = body
    this.headers = headers
    this.repeatable = repeatable
    this.route = route
  }

  /**
   * A weak ETag, for it is the same in every coding; another media type has another (RFC 9110, 8.8.3).
   *
   * Example: `W/"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"`.
   */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha256').update(this.contentType).update(this.body).digest('base64url')}"`
    return this.#etag
  }

  /** The same as bytes, which are sent faster each further time. */
  toBytes(): Answer {
    return new Answer({ ...this, body: Buffer.from(this.body as string) })
  }

  encodedFor(acceptEncoding: string): Encoded | undefined {
    return this.#encoded.get(acceptEncoding)
  }

  keepEncoded(acceptEncoding: string, encoded: Encoded): void {
    const same = [...this.#encoded.values()].find(({ coding }) => coding === encoded.coding)
    if (this.#encoded.size < MOST_ENCODED) this.#encoded.set(acceptEncoding, same ?? encoded)
  }
}

/** What an entry takes besides its texts. */
const ENTRY_BYTES = 400

/** One entry never takes more than this share of the whole. */
const LARGEST_SHARE = 1 / 16

/** Requests that were met are kept in mind, by 32 bits each: one in the place of each that falls there, in 256 kB. */
const SLOTS = 65_536

/**
 * Answers by request, up to a number of bytes; when it is full, what was used longest ago goes. An answer is remembered when its
 * request comes a second time: most descriptions are sent once, and keeping them is a sixth of the work for them. It belongs to
 * one world: what is remembered must never change an answer.
 */
export class AnswerCache {
  hits = 0
  readonly #entries: LRUCache<string, Answer>
  readonly #met = new Uint32Array(SLOTS)

  constructor(capacityBytes: number) {
    const maxEntrySize = Math.floor(capacityBytes * LARGEST_SHARE)
    this.#entries = new LRUCache({ maxSize: capacityBytes, maxEntrySize, sizeCalculation: sizeOf })
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get(key: string): Answer | undefined {
    const answer = this.#entries.get(key)
    if (answer !== undefined) this.hits++
    return answer
  }

  /** Remembers an answer, as bytes, where its request was met before. */
  keep(key: string, answer: Answer): void {
    const number = numberOf(key)
    const slot = number % SLOTS
    if (this.#met[slot] === number) this.#entries.set(key, answer.toBytes())
    this.#met[slot] = number
  }
}

/** FNV-1a; two keys of one number are remembered one request earlier. */
function numberOf(key: string): number {
  let number = 0x811c9dc5
  for (let i = 0; i < key.length; i++) number = Math.imul(number ^ key.charCodeAt(i), 0x01000193)
  return number >>> 0
}

/** Compressed forms are smaller than a third of the body each, and are counted as if they were there. */
function sizeOf(answer: Answer, key: string): number {
  return ENTRY_BYTES + 2 * key.length + 2 * Buffer.byteLength(answer.body)
}

/** Results depend on the request and the data release alone. Where a key is needed, no shared cache may hand one on. */
export function resultCaching(isOpen: boolean): Readonly<Record<string, string>> {
  return isOpen ? SHARED : PRIVATE
}

const SHARED = { 'cache-control': 'public, max-age=600, must-revalidate' }
const PRIVATE = { 'cache-control': 'private, max-age=600, must-revalidate' }

/** Sends an answer; the hooks do the rest. */
export function sendAnswer(reply: FastifyReply, answer: Answer): void {
  reply.answer = answer
  reply.code(answer.status).headers(answer.headers).header('content-type', answer.contentType).send(answer.body)
}
