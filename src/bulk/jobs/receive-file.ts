import { createHash } from 'node:crypto'
import { isGzip } from '../text-chunks.ts'

type UploadFaultStatus = 409 | 413 | 415 | 422 | 429 | 503 | 507

/** A refused body, with its HTTP status. */
export class UploadFault extends Error {
  override readonly name = 'UploadFault'
  readonly status: UploadFaultStatus

  constructor(status: UploadFaultStatus, message: string) {
    super(message)
    this.status = status
  }
}

/** Bytes of the header of gzip: its first two, and where it has the time of compression. */
const GZIP_HEADER = 10
const GZIP_TIME = { from: 4, to: 8 }

/**
 * The bytes of an upload as they are sent, at most `maxBytes`. Only a few pieces are in memory at a time. Throws an
 * UploadFault.
 */
export async function* receivedBytes(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > maxBytes) throw new UploadFault(413, `The body has more than ${maxBytes} bytes`)
    yield piece
  }
  if (bytes === 0) throw new UploadFault(422, 'The body is empty: send a file')
}

/** The hash of a request: of its query, and of its file without the time at which it was compressed. */
export class RequestHash {
  readonly #hash = createHash('sha256')
  #start: Buffer | undefined = Buffer.alloc(0)

  constructor(query: string) {
    this.#hash.update(`${query}\n`)
  }

  update(piece: Buffer): void {
    if (this.#start === undefined) {
      this.#hash.update(piece)
      return
    }
    this.#start = Buffer.concat([this.#start, piece])
    if (this.#start.length >= GZIP_HEADER) this.#endStart()
  }

  digest(): string {
    this.#endStart()
    return this.#hash.digest('hex')
  }

  #endStart(): void {
    const start = this.#start ?? Buffer.alloc(0)
    this.#hash.update(isGzip(start) ? start.fill(0, GZIP_TIME.from, GZIP_TIME.to) : start)
    this.#start = undefined
  }
}
