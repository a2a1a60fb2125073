import { createHash } from 'node:crypto'

export interface AnswerParts {
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
export interface Encoded {
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

  constructor({ status, contentType, body, headers = {}, repeatable = false, route }: AnswerParts) {
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
