import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { CallerQueue } from '../caller-queue.ts'
import type { Config } from '../settings/config.ts'
import { CallerBytes } from './caller-bytes.ts'
import { busy, type HttpFault } from './http-fault.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it counts as being in work. */
    isAdmitted: boolean
    /** Who asks, by API key or, where there is none, by address: callers take turns. */
    caller: string
  }
}

/** So long the event loop works on without looking for what has come in meanwhile, single requests apart. */
const SLICE_MS = 10

/** Requests in one slice, at most; of those that take long there are fewer. */
const MOST_PER_SLICE = 32

/** Turns in which only arrivals are taken in before work goes on. Node.js accepts one connection per turn. */
const MOST_ARRIVAL_TURNS = 100

const NEVER = Number.POSITIVE_INFINITY

/** Who takes no longer has its turn over before others could ask again. */
const SHORT_MS = 2

/** Who has had an answer for no longer than this is expected to ask again. */
const RECENT_MS = 20
const MOST_ANSWERED = 100

/** Requests that have been received and wait for their turn, or are worked on. */
export interface Gathering {
  readonly inWork: number
  /** To be called for each connection: there may be more of them. */
  readonly noteArrival: () => void
  /** To be called when a request has ended that had a place. */
  readonly leave: (request: FastifyRequest) => void
  /** Waits for another turn of a request that is in work. */
  readonly turn: (request: FastifyRequest) => Promise<void>
}

interface Waiting {
  readonly isGone: () => boolean
  /** When it is to be refused; never, where it is in work. */
  readonly lateAt: number
  readonly goOn: (fault?: HttpFault) => void
  /** Whether nothing of it is left to promises. */
  readonly isDone: () => boolean
}

/**
 * Lets requests wait until all that has come in one turn of the event loop is received, and then work one after the other:
 * the same work done many times in a row takes half the time that it takes between reading one request and the next, for what
 * a processor remembers of code and data is then still there.
 *
 * It keeps a service whose work is computing responsive beyond its capacity, too. Between slices of work arrivals are seen:
 * health checks are answered, and requests that would wait too long are refused instead of kept in buffers of the kernel, for an
 * unknown time. A request has a place from when its body is there: sending slowly keeps none from others. Where no place is free,
 * the last one of the caller that has the most waiting is refused.
 *
 * The next turn goes to the caller that has had the least time. Work is not interrupted, so that one that asks again as soon as it
 * is answered would still wait for a long turn of another each time. After a long turn its caller therefore waits while others that
 * have had less are expected to ask again, in all no longer than that turn took: both then have half of the time, at least.
 */
export function addGathering(
  app: FastifyInstance,
  { maxConcurrent, maxWaitMs }: Config,
  callerOf: (request: FastifyRequest) => string,
  onShed: (reason: string) => void,
): Gathering {
  const queue = new CallerQueue<Waiting>()
  /** When callers had their last answers. */
  const answeredAt = new LRUCache<string, number>({ max: MOST_ANSWERED })
  let inWork = 0
  let isScheduled = false
  let hasArrivals = false
  let arrivalTurns = 0
  /** Whether the last slice took long or left requests over, so that there may be more arrivals than have been seen. */
  let isBehind = false
  /** Of what it is not known how long it takes, one is tried first. */
  let perSlice = 1
  let sliceBeganAt: number | undefined
  /** Whose request left the rest to promises when it was worked on last, and when; undefined where it left nothing. */
  let left: { readonly caller: string; readonly at: number } | undefined
  /** For whose next turn others are waited for. */
  let waiting: { readonly caller: string; readonly since: number; readonly timer: NodeJS.Timeout } | undefined

  const shed = (reason: string) => {
    onShed(reason)
    return busy()
  }
  app.decorateRequest('isAdmitted', false)
  app.decorateRequest('caller', '')
  app.addHook('onRequest', (request, _, done) => {
    hasArrivals = true
    request.caller = callerOf(request)
    const isFull = inWork >= maxConcurrent && !queue.hasLonger(request.caller)
    done(isFull ? shed('concurrency') : undefined)
  })
  app.addHook('preHandler', (request, reply, goOn) => {
    // One that reads a body itself takes long, and computes little.
    if (request.routeOptions.config.streamedForMs !== undefined) {
      goOn()
      return
    }
    if (inWork >= maxConcurrent) {
      const other = queue.takeOfLonger(request.caller, ({ lateAt }) => lateAt !== NEVER)
      const refuse = other?.goOn ?? goOn
      refuse(shed('concurrency'))
      if (other === undefined) return
    }
    inWork++
    request.isAdmitted = true
    add(request, { goOn, isDone: () => reply.sent, lateAt: performance.now() + maxWaitMs })
  })
  return {
    get inWork() {
      return inWork
    },
    noteArrival: () => {
      hasArrivals = true
    },
    leave: ({ caller }) => {
      inWork--
      answeredAt.set(caller, performance.now())
    },
    turn: (request) =>
      new Promise((resolve) => {
        add(request, { goOn: () => resolve(), isDone: () => false, lateAt: NEVER })
      }),
  }

  function add({ caller, raw }: FastifyRequest, item: Pick<Waiting, 'goOn' | 'isDone' | 'lateAt'>): void {
    queue.add(caller, { ...item, isGone: () => raw.socket.destroyed })
    schedule()
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(takeTurn)
  }

  function takeTurn(): void {
    isScheduled = false
    endWaiting()
    endSlice()
    const isGathering = isBehind && hasArrivals && arrivalTurns < MOST_ARRIVAL_TURNS
    arrivalTurns = isGathering ? arrivalTurns + 1 : 0
    hasArrivals = false
    if (!isGathering && queue.length > 0 && !beginWaiting()) workOneSlice()
    if ((queue.length > 0 && waiting === undefined) || sliceBeganAt !== undefined) schedule()
  }

  /** Waits for others where the next turn is to leave them time; whether it does. */
  function beginWaiting(): boolean {
    const now = performance.now()
    const caller = queue.next()
    if (caller === undefined || !leavesTime(caller, now)) return false
    waiting = { caller, since: now, timer: setTimeout(schedule, 1) }
    return true
  }

  function endWaiting(): void {
    if (waiting === undefined) return
    clearTimeout(waiting.timer)
    queue.noteWaiting(waiting.caller, performance.now() - waiting.since)
    waiting = undefined
  }

  /** Whether a caller whose last turn was a long one is to wait for others, which are expected to ask again. */
  function leavesTime(caller: string, now: number): boolean {
    if (queue.lastMs(caller) < SHORT_MS) return false
    for (const [other, at] of answeredAt.entries()) {
      if (now - at > RECENT_MS) return false
      if (queue.hasHadLess(other, caller)) return true
    }
    return false
  }

  /** By now all that the slice before left to promises is done: how long it took decides how much the next may hold. */
  function endSlice(): void {
    if (sliceBeganAt === undefined) return
    const now = performance.now()
    const isLong = now - sliceBeganAt > SLICE_MS
    sliceBeganAt = undefined
    if (left !== undefined) queue.charge(left.caller, now - left.at)
    left = undefined
    perSlice = isLong ? Math.max(1, perSlice >> 1) : Math.min(MOST_PER_SLICE, perSlice << 1)
    isBehind = isLong || queue.length > 0
  }

  function workOneSlice(): void {
    let now = performance.now()
    const end = now + SLICE_MS
    sliceBeganAt = now
    for (let done = 0; now < end && done < perSlice; ) {
      const caller = queue.next()
      // What is left to promises is done after the slice, and counts for one caller.
      if (caller === undefined || (left !== undefined && left.caller !== caller)) return
      if (done > 0 && leavesTime(caller, now)) return
      const item = queue.take(caller)
      if (item === undefined) return
      if (item.isGone()) {
        // Its client has left: what is in work ends itself.
        if (item.lateAt === NEVER) item.goOn()
        continue
      }
      if (now > item.lateAt) item.goOn(shed('wait'))
      else {
        done++
        item.goOn()
      }
      const before = now
      now = performance.now()
      queue.charge(caller, now - before)
      if (left !== undefined || !item.isDone()) left = { caller, at: now }
    }
  }
}

/**
 * Refuses requests while the process has more memory than it may, where that is set. The plugin's other measure, the delay of
 * the event loop, is not used: one stall of a second, long over, would have every request refused until the next look.
 */
export async function addMemoryPressure(
  app: FastifyInstance,
  { maxMemoryBytes }: Config,
  onShed: (reason: string) => void,
): Promise<void> {
  if (maxMemoryBytes === 0) return
  await app.register(import('@fastify/under-pressure'), {
    maxRssBytes: maxMemoryBytes,
    pressureHandler: () => {
      onShed('memory')
      throw busy()
    },
  })
}

/** Smaller answers fit into what the kernel keeps for a connection. */
const LEAST_BYTES = 16_384

/** A client that reads nothing of a large answer for this long is cut: Node.js looks whether bytes have left meanwhile. */
const STALL_MS = 10_000

/** A client is given at least this long before it is cut to make room. */
const LEAST_MS = 1000

interface Unread {
  readonly caller: string
  readonly bytes: number
  readonly since: number
}

/**
 * Bounds the bytes that wait in sockets to be read by clients, in all, and to half of it those of one caller. Beyond `mostBytes` those
 * are cut that have been reading for longest, beyond half of it those of the caller, and where none has had its time, the answer is
 * refused instead of kept. `silenceMs` is how long any connection may be silent.
 */
export function addUnreadAnswers(
  app: FastifyInstance,
  { mostBytes, silenceMs }: { readonly mostBytes: number; readonly silenceMs: number },
  onShed: (reason: string) => void,
): void {
  /** The oldest first. */
  const waiting = new Map<ServerResponse, Unread>()
  const held = new CallerBytes(mostBytes)

  app.addHook('onSend', ({ caller = '' }, { raw, statusCode }, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (bytes < LEAST_BYTES || raw.destroyed) {
      done(null, payload)
      return
    }
    makeRoom(caller, bytes)
    if (held.isTooMuchFor(caller, bytes) && statusCode < 500) {
      onShed('unread')
      done(busy('Too many answers wait to be read'))
      return
    }
    held.add(caller, bytes)
    waiting.set(raw, { caller, bytes, since: performance.now() })
    raw.socket?.setTimeout(STALL_MS)
    raw.once('close', () => forget(raw))
    done(null, payload)
  })

  function makeRoom(caller: string, bytes: number): void {
    const now = performance.now()
    for (const [response, each] of waiting) {
      if (!held.isTooMuchFor(caller, bytes) || now - each.since < LEAST_MS) return
      if (each.caller !== caller && !held.isFull(bytes)) continue
      forget(response)
      response.destroy()
    }
  }

  function forget(response: ServerResponse): void {
    const unread = waiting.get(response)
    if (unread === undefined) return
    waiting.delete(response)
    held.add(unread.caller, -unread.bytes)
    response.socket?.setTimeout(silenceMs)
  }
}
