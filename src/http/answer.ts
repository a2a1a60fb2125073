import { hash } from 'node:crypto'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Coding } from './choose-coding.ts'

export interface AnswerParts {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  /** Further headers: name, value, name, value. */
  readonly headers?: readonly string[]
  /** Whether the same request gives the same bytes: such an answer has an ETag. */
  readonly repeatable?: boolean
  /** The template of the route, for metrics. */
  readonly route?: string | undefined
}

/** Smaller bodies do not get smaller by compression, or not by enough to pay for it. */
const LEAST_BYTES_TO_COMPRESS = 1024

/** Larger bodies are compressed on another thread: this many bytes take some 2 ms. */
const MOST_BYTES_AT_ONCE = 131_072

/** What is kept is compressed better than what is sent once. Levels of zlib (1 to 9) and qualities of brotli (0 to 11). */
const LEVELS = { kept: { gzip: 6, br: 5 }, sentOnce: { gzip: 1, br: 1 } } as const

/**
 * What is sent for a request, apart from what belongs to the connection and the client. Its ETag and its compressed forms
 * are made when first asked for and remembered with it.
 */
export class Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers: readonly string[]
  readonly repeatable: boolean
  readonly route: string | undefined
  readonly bytes: number
  /** A text of ASCII alone need not be encoded as UTF-8. */
  readonly charset: 'latin1' | 'utf8'
  readonly #encoded: { gzip?: Buffer; br?: Buffer } = {}
  #etag: string | undefined

  constructor({ status, contentType, body, headers = NONE, repeatable = false, route }: AnswerParts) {
    this.status = status
    this.contentType = contentType
    this.body = body
    this.headers = headers
    this.repeatable = repeatable
    this.route = route
    this.bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    this.charset = this.bytes === body.length ? 'latin1' : 'utf8'
  }

  /** SHA-256 of the body in base64url, without the quotes. */
  get etag(): string {
    // `hash` takes a string or bytes; its declaration wants to know which.
    this.#etag ??= hash('sha256', this.body as string, 'base64url')
    return this.#etag
  }

  get isCompressible(): boolean {
    return this.bytes >= LEAST_BYTES_TO_COMPRESS
  }

  /** The body in a coding, given at once where it is there or small, else later. */
  encode(coding: Exclude<Coding, 'identity'>, use: (body: Buffer) => void): void {
    const known = this.#encoded[coding]
    if (known !== undefined) {
      use(known)
      return
    }
    const keep = (body: Buffer) => {
      if (this.repeatable) this.#encoded[coding] = body
      use(body)
    }
    const level = LEVELS[this.repeatable ? 'kept' : 'sentOnce'][coding]
    const brotli = {
      params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes },
    }
    const later = (error: Error | null, body: Buffer) => {
      if (error) throw error
      keep(body)
    }
    if (this.bytes > MOST_BYTES_AT_ONCE) {
      if (coding === 'gzip') gzip(this.body, { level }, later)
      else brotliCompress(this.body, brotli, later)
    } else keep(coding === 'gzip' ? gzipSync(this.body, { level }) : brotliCompressSync(this.body, brotli))
  }
}

const NONE: readonly string[] = []
