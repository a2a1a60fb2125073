import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestEnds } from './plugins/request-ends.ts'

/** By then the port is closed everywhere: in a cluster the primary process holds it, and gets a message. */
const SETTLE_MS = 100

/** A connection may be closed when nothing came over any for this long: what was sent before has arrived by then. */
const QUIET_MS = 200

const LOOK_MS = 20

/**
 * Stops a server so that no request is lost that reached it: it stops listening, answers what comes over open connections
 * and, from `onSettled` on, asks clients to close them; it closes them itself when they are quiet. After `graceMs` all are
 * closed. Clients are asked only then because a client that connects anew while the port is being closed is lost.
 */
export async function stopServer(
  server: Server,
  ends: RequestEnds,
  graceMs: number,
  onSettled: () => void,
): Promise<void> {
  // The server's own `close` would at once close connections that are idle, on which a request may be under way.
  let isClosed = false
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => {
      isClosed = true
      resolve()
    })
  })
  const deadline = performance.now() + graceMs
  await wait(Math.min(SETTLE_MS, graceMs))
  onSettled()
  const settledAt = performance.now()
  while (!isClosed && performance.now() < deadline) {
    const quietSince = Math.max(ends.lastAt, settledAt)
    if (ends.open === 0 && performance.now() - quietSince >= QUIET_MS) server.closeIdleConnections()
    await Promise.race([closed, wait(LOOK_MS)])
  }
  server.closeAllConnections()
  await closed
}
