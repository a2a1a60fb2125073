import { gunzipped, isGzip } from '../text-chunks.ts'

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

export interface UploadBounds {
  /** Bytes as sent. */
  readonly maxBytes: number
  /** Bytes after decompression. */
  readonly maxUnpackedBytes: number
}

/**
 * The bytes of an upload, with gzip decompressed. Only a few pieces are in memory at a time, and reading stops at the
 * limits. Throws an UploadFault.
 */
export async function* receivedBytes(
  body: AsyncIterable<Buffer>,
  { maxBytes, maxUnpackedBytes }: UploadBounds,
): AsyncGenerator<Buffer> {
  const [sent, all] = await startOf(bounded(body, maxBytes, `The body has more than ${maxBytes} bytes`))
  if (sent.length === 0) throw new UploadFault(422, 'The body is empty: send a file')
  const plain = isGzip(sent) ? gunzipped(all, cannotBeUnpacked) : all
  let start = Buffer.alloc(0)
  for await (const chunk of bounded(
    plain,
    maxUnpackedBytes,
    `The file unpacks to more than ${maxUnpackedBytes} bytes`,
  )) {
    if (start.length < 2) start = Buffer.concat([start, chunk.subarray(0, 2)])
    if (isGzip(sent) && isGzip(start)) throw new UploadFault(422, 'The file is compressed twice')
    yield chunk
  }
}

function cannotBeUnpacked(reason: string): UploadFault {
  return new UploadFault(422, `The file cannot be unpacked: ${reason}`)
}

async function* bounded(chunks: AsyncIterable<Buffer>, most: number, message: string): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > most) throw new UploadFault(413, message)
    yield chunk
  }
}

/** The first bytes, and the whole stream. */
async function startOf(chunks: AsyncGenerator<Buffer>): Promise<readonly [Buffer, AsyncGenerator<Buffer>]> {
  let start = Buffer.alloc(0)
  while (start.length < 2) {
    const { value, done } = await chunks.next()
    if (done === true) break
    start = Buffer.concat([start, value])
  }
  const all = async function* () {
    yield start
    yield* chunks
  }
  return [start, all()]
}
