import type { Exchange } from './exchange.ts'

/** Why there is no body: too large, in a coding that is not read, the client gone, or too many bytes waiting in all. */
export type BodyFault = 'too large' | 'encoded' | 'aborted' | 'no room'

/** After a refusal this much of a body is still read and thrown away, so that the client gets to read why. */
const MOST_DISCARDED_BYTES = 67_108_864

/** Bodies that are being received, in all. */
let waitingBytes = 0

/** All bodies together, per process. */
const MOST_WAITING_BYTES = 268_435_456

/**
 * Collects the body of a request: at most `limit` bytes, refused before they are read where Content-Length says so, and as
 * soon as they are too many where it does not. Calls back once. A body that the client announces with
 * `Expect: 100-continue` is asked for only when it may come.
 */
export function readBody(exchange: Exchange, limit: number, use: (body: Buffer | BodyFault) => void): void {
  const { request, response } = exchange
  const { headers } = request
  const length = headers['content-length']
  const hasBody = (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
  const isEncoded = headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity'
  if (!hasBody) use(EMPTY)
  else if (isEncoded) refuse('encoded')
  else if (length !== undefined && Number(length) > limit) refuse('too large')
  else {
    if (headers.expect !== undefined) response.writeContinue()
    collect()
  }

  function collect(): void {
    const chunks: Buffer[] = []
    let bytes = 0
    let isDone = false
    request.on('data', take)
    request.on('end', () => finish(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes)))
    request.on('error', () => finish('aborted'))
    request.on('close', () => finish('aborted'))

    function take(chunk: Buffer): void {
      bytes += chunk.length
      waitingBytes += chunk.length
      chunks.push(chunk)
      if (bytes > limit) finish('too large')
      else if (waitingBytes > MOST_WAITING_BYTES) finish('no room')
    }

    function finish(result: Buffer | BodyFault): void {
      if (isDone) return
      isDone = true
      waitingBytes -= bytes
      request.off('data', take)
      if (result === 'aborted' || typeof result === 'object') use(result)
      else {
        chunks.length = 0
        refuse(result)
      }
    }
  }

  /** What still comes is thrown away; who waits to be asked for it is not asked. */
  function refuse(fault: BodyFault): void {
    if (headers.expect === undefined) discard()
    use(fault)
  }

  function discard(): void {
    let discarded = 0
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > MOST_DISCARDED_BYTES) request.destroy()
    })
  }
}

const EMPTY = Buffer.alloc(0)
