import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { busy } from '../http-fault.ts'

/** Smaller answers fit into what the kernel keeps for a connection. */
const LEAST_BYTES = 16_384

/** A client that reads nothing of a large answer for this long is cut: Node.js looks whether bytes have left meanwhile. */
const STALL_MS = 10_000

/** A client is given at least this long before it is cut to make room. */
const LEAST_MS = 1000

interface Unread {
  readonly bytes: number
  readonly since: number
}

/**
 * Bounds the bytes that wait in sockets to be read by clients, in all: beyond `mostBytes` those are cut that have been reading
 * for longest, and where none has had its time, the answer is refused instead of kept. `silenceMs` is how long any connection
 * may be silent.
 */
export function addUnreadAnswers(
  app: FastifyInstance,
  { mostBytes, silenceMs }: { readonly mostBytes: number; readonly silenceMs: number },
  onShed: (reason: string) => void,
): void {
  /** The oldest first. */
  const waiting = new Map<ServerResponse, Unread>()
  let bytesInAll = 0

  app.addHook('onSend', (_, { raw, statusCode }, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (bytes < LEAST_BYTES || raw.destroyed) {
      done(null, payload)
      return
    }
    if (bytesInAll + bytes > mostBytes) makeRoom(bytes)
    if (waiting.size > 0 && bytesInAll + bytes > mostBytes && statusCode < 500) {
      onShed('unread')
      done(busy('Too many answers wait to be read'))
      return
    }
    bytesInAll += bytes
    waiting.set(raw, { bytes, since: performance.now() })
    raw.socket?.setTimeout(STALL_MS)
    raw.once('close', () => forget(raw))
    done(null, payload)
  })

  function makeRoom(bytes: number): void {
    const now = performance.now()
    for (const [response, { since }] of waiting) {
      if (bytesInAll + bytes <= mostBytes || now - since < LEAST_MS) return
      forget(response)
      response.destroy()
    }
  }

  function forget(response: ServerResponse): void {
    const unread = waiting.get(response)
    if (unread === undefined) return
    waiting.delete(response)
    bytesInAll -= unread.bytes
    response.socket?.setTimeout(silenceMs)
  }
}
