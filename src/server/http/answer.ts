import { hash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { pathAsked } from './request.ts'

/**
 * Every answer tells browsers not to guess types, and not to send the address of a page to linked sites. Each page has
 * its own policy for what it may load (`pages/`). The other headers of @fastify/helmet concern pages with cookies, or
 * TLS, which belongs to a proxy. The plugin writes these two past Fastify, and Node.js would have to merge them with
 * the rest.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(HEADERS)
    done()
  })
}

const HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const

/** A valid request id from a client: one word of limited length. */
const SANE_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/

/** The id of a request: the client's if valid, else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers['x-request-id']
  return typeof id === 'string' && SANE_ID.test(id) ? id : randomUUID()
}

/** Returns the request id with every answer. */
export function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

/** Headers that pages of other origins may read, besides the ones always allowed. */
const EXPOSED =
  'ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Allow, Data-Release, Location, Content-Range, Accept-Ranges'

/** Header names that a preflight may request; anything else could inject headers. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/

const ASKED = 'access-control-request-headers'

/**
 * Allows pages of other origins to read answers, never with credentials: nothing here depends on cookies. Every path
 * and method answers a preflight, so that a page can read a 404 or a 405.
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
    /** An answer with an ETag and cached compressed forms, for content other than plain text. */
    answer: Answer | undefined
  }
}

/**
 * Sets Vary, for caches in front. Answers vary by encoding everywhere, and by media type at /graphql and in errors.
 * Results of jobs set it themselves.
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
 * Gives repeatable answers an ETag, and 304 if the client already has the answer: If-None-Match, by weak comparison
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

/** Whether an If-None-Match has the ETag, by weak comparison. */
export function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((each) => {
    const tag = each.trim()
    return tag === '*' || tag.replace(/^W\//, '') === opaque
  })
}

/** Compression does not shrink smaller bodies enough to pay off. */
const LEAST_BYTES = 1024

/** Larger bodies are compressed on another thread: this many bytes take about 2 ms. */
const MOST_BYTES_AT_ONCE = 131_072

/** Compresses answers, and caches the compressed forms of cached answers. */
export async function addCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', sendKept)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: LEAST_BYTES,
    syncThreshold: MOST_BYTES_AT_ONCE,
    globalDecompression: false,
  })
  // Hooks of a route run after those of the application. The plugin has added its own by now.
  app.addHook('onRoute', (route) => {
    const hooks = [route.onSend ?? []].flat().map((hook) => ifAccepted(hook as onSendHookHandler<unknown>))
    route.onSend = [...hooks, keep as never]
  })
}

/**
 * The plugin compresses what has no form for the request yet. It loads an HTTP client to look at its first answer,
 * which takes 30 ms.
 */
function ifAccepted(compress: onSendHookHandler<unknown>): onSendHookHandler<unknown> {
  return function (request, reply, payload, done) {
    const { 'accept-encoding': accepted } = request.headers
    if (accepted === undefined || reply.answer?.encodedFor(String(accepted)) !== undefined) done(null, payload)
    else return compress.call(this, request, reply, payload, done)
  }
}

const sendKept: onSendHookHandler = (request, reply, payload, done) => {
  const { 'accept-encoding': accepted } = request.headers
  const encoded = accepted === undefined || payload === null ? undefined : reply.answer?.encodedFor(String(accepted))
  if (encoded !== undefined && encoded.coding !== 'identity') reply.header('content-encoding', encoded.coding)
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
  /** Further headers, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the same request gives the same bytes; such an answer has an ETag. */
  readonly repeatable?: boolean
  /** The template of the route, for metrics. */
  readonly route?: string | undefined
  /** An ETag that is known without the body. */
  readonly etag?: string
}

const MOST_USUAL_TYPE = 'application/json'

/** A body in a coding: gzip, br, or identity for the body itself. */
interface Encoded {
  readonly coding: string
  readonly body: Buffer
}

/** Accept-Encoding headers cached per answer; clients send few different ones. */
const MOST_ENCODED = 4

/**
 * An answer without the headers of connection and client. Its ETag and compressed forms are created when first needed,
 * and cached with it.
 */
export class Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly repeatable: boolean
  readonly route: string | undefined
  /** By the Accept-Encoding header they were chosen for. */
  #encoded: Map<string, Encoded> | undefined
  #etag: string | undefined

  constructor({ status, contentType, body, headers = {}, repeatable = false, route, etag }: AnswerInit) {
    this.#etag = etag
    this.status = status
    this.contentType = contentType
    this.body = body
    this.headers = headers
    this.repeatable = repeatable
    this.route = route
  }

  /**
   * A weak ETag, because it is the same for every encoding; another media type has another (RFC 9110, 8.8.3).
   *
   * Example: `W/"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"`.
   */
  get etag(): string {
    this.#etag ??= `W/"${this.#hash()}"`
    return this.#etag
  }

  /** The body is hashed by itself: V8 puts its pieces together for that, and need not do so again to send it. */
  #hash(): string {
    const ofBody = hash('sha256', this.body, 'base64url')
    return this.contentType === MOST_USUAL_TYPE ? ofBody : hash('sha256', this.contentType + ofBody, 'base64url')
  }

  /** Converts the body to bytes, which are faster to send repeatedly. */
  toBytes(): Answer {
    return new Answer({ ...this, body: Buffer.from(this.body as string) })
  }

  encodedFor(acceptEncoding: string): Encoded | undefined {
    return this.#encoded?.get(acceptEncoding)
  }

  keepEncoded(acceptEncoding: string, encoded: Encoded): void {
    this.#encoded ??= new Map()
    const same = [...this.#encoded.values()].find(({ coding }) => coding === encoded.coding)
    if (this.#encoded.size < MOST_ENCODED) this.#encoded.set(acceptEncoding, same ?? encoded)
  }
}

const [gzipped, gunzipped] = [promisify(gzip), promisify(gunzip)]

/**
 * A page or a rate card, kept compressed alone: the query editor takes 9 MB, and as gzip a quarter of it. Clients
 * without gzip that read it at the same time share its unpacked bytes, which leave memory with the last of them.
 */
export class PackedAnswer {
  readonly #answer: Answer
  readonly #gzip: Buffer
  #unpacking: Promise<Buffer> | undefined
  #unpacked: WeakRef<Buffer> | undefined

  private constructor(answer: Answer, packed: Buffer) {
    this.#answer = answer
    this.#gzip = packed
  }

  /** Compresses an answer; `level` is that of gzip. */
  static async of(answer: Answer, level?: number): Promise<PackedAnswer> {
    const packed = await gzipped(answer.body, level === undefined ? {} : { level })
    return new PackedAnswer(new Answer({ ...answer, etag: answer.etag, body: '' }), packed)
  }

  /** Bytes that stay in memory. */
  get byteLength(): number {
    return this.#gzip.byteLength
  }

  /** The answer to a request. */
  async answerTo({ headers }: FastifyRequest): Promise<Answer> {
    const isGzip = new Negotiator({ headers }).encodings(['gzip', 'identity']).includes('gzip')
    const coding = isGzip ? 'gzip' : 'identity'
    const body = isGzip ? this.#gzip : (this.#unpacked?.deref() ?? (await this.#unpack()))
    const answer = new Answer({ ...this.#answer, etag: this.#answer.etag, body })
    answer.keepEncoded(String(headers['accept-encoding']), { coding, body })
    return answer
  }

  #unpack(): Promise<Buffer> {
    this.#unpacking ??= gunzipped(this.#gzip)
      .then((body) => {
        this.#unpacked = new WeakRef(body)
        return body
      })
      .finally(() => {
        this.#unpacking = undefined
      })
    return this.#unpacking
  }
}

/** Bytes of an entry besides its texts. */
const ENTRY_BYTES = 400

/** The largest share of the cache for one entry. */
const LARGEST_SHARE = 1 / 16

/** Slots that remember recent requests by 32 bits each, in 256 kB; a new request replaces the one in its slot. */
const SLOTS = 65_536

/**
 * Caches answers by request, up to a number of bytes, least recently used first out. Only a repeated request is cached:
 * most requests come once, and caching them would add a sixth to their work. The cache belongs to one world and must
 * never change an answer.
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

  /** Caches an answer, as bytes, if its request came before. */
  keep(key: string, answer: Answer): void {
    const number = numberOf(key)
    const slot = number % SLOTS
    if (this.#met[slot] === number) this.#entries.set(key, answer.toBytes())
    this.#met[slot] = number
  }
}

/** FNV-1a; a collision only caches a request one time too early. */
function numberOf(key: string): number {
  let number = 0x811c9dc5
  for (let i = 0; i < key.length; i++) number = Math.imul(number ^ key.charCodeAt(i), 0x01000193)
  return number >>> 0
}

/** Counts compressed forms from the start, each as less than a third of the body. */
function sizeOf(answer: Answer, key: string): number {
  return ENTRY_BYTES + 2 * key.length + 2 * Buffer.byteLength(answer.body)
}

/** Results depend only on the request and the data release. If keys are required, no shared cache may pass them on. */
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
