import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Listener } from './listener.ts'

/** A connection may be closed when nothing came over any for this long: what was sent before has arrived by then. */
const QUIET_MS = 200

const LOOK_MS = 20

/**
 * Stops a server so that no request is lost that reached it: it stops listening, answers what comes over open connections
 * (with `Connection: close`), and closes those when they are quiet. After `graceMs` all are closed.
 */
export async function stopServer(server: Server, listener: Listener, graceMs: number): Promise<void> {
  // The server's own `close` would at once close connections that are idle, on which a request may be under way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
  const deadline = performance.now() + graceMs
  const stoppedAt = performance.now()
  const drained = (async () => {
    for (;;) {
      const quietSince = Math.max(listener.lastRequestAt(), stoppedAt)
      if (listener.inFlight() === 0 && performance.now() - quietSince >= QUIET_MS) server.closeIdleConnections()
      if (performance.now() >= deadline) return server.closeAllConnections()
      if (await Promise.race([closed.then(() => true), wait(LOOK_MS, false)])) return
    }
  })()
  await drained
  await closed
}
