import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { CallerQueue } from '../caller-queue.ts'
import type { Config } from '../settings/config.ts'
import { CallerBytes } from './caller-bytes.ts'
import { busy, type HttpFault } from './http-fault.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it counts as in progress. */
    isAdmitted: boolean
    /** The caller by API key or address: callers take turns. */
    caller: string
  }
}

/** How long work may continue before new arrivals are read. A single request may exceed it, and the answers follow. */
const SLICE_MS = 10

/** Maximum requests in one slice; fewer if they are slow. */
const MOST_PER_SLICE = 32

/** Event loop turns that only accept arrivals before work continues. Node.js accepts one connection per turn. */
const MOST_ARRIVAL_TURNS = 100

const NEVER = Number.POSITIVE_INFINITY

/** A shorter turn ends before others could send a new request. */
const SHORT_MS = 2

/** A caller answered less than this long ago is expected to send a new request. */
const RECENT_MS = 20
const MOST_ANSWERED = 100

/** Requests that were received and wait for their turn, or are in progress. */
export interface Gathering {
  readonly inWork: number
  /** Call it for each connection, since more may follow. */
  readonly noteArrival: () => void
  /** Call it when an admitted request has ended. */
  readonly leave: (request: FastifyRequest) => void
  /** Waits for another turn of a request in progress. */
  readonly turn: (request: FastifyRequest) => Promise<void>
  /** Sends an answer: after the work on other requests, if it is made without waiting, else at once. */
  readonly answer: (request: FastifyRequest, send: () => void) => void
}

interface Waiting {
  readonly isGone: () => boolean
  /** When it is refused; never for one in progress. */
  readonly lateAt: number
  readonly goOn: (fault?: HttpFault) => void
  /** Whether no promise of it is pending. */
  readonly isDone: () => boolean
}

interface Unsent {
  readonly caller: string
  readonly send: () => void
}

/**
 * Collects all requests that arrive in one turn of the event loop, then works on them one after the other. The
 * processor then still has their code and data in its caches, so the same work takes half the time. It sends their
 * answers after that, for the same reason, and because the kernel then wakes a client of several only once.
 *
 * It also keeps a compute-bound service responsive beyond its capacity. Between slices of work it reads arrivals:
 * health checks are answered, and requests that would wait too long are refused instead of staying in kernel buffers. A
 * request is admitted once its body is complete, so slow senders block nobody. If no place is free, the last request of
 * the caller with the most waiting is refused.
 *
 * The next turn goes to the caller with the least time so far. Work is not interrupted, so a caller that sends its next
 * request right after each answer would still wait for a long turn of another each time. After a long turn its caller
 * therefore waits while others with less time are expected to send again, at most as long as that turn took. Both then
 * get at least half of the time.
 */
export function addGathering(
  app: FastifyInstance,
  { maxConcurrent, maxWaitMs }: Config,
  callerOf: (request: FastifyRequest) => string,
  onShed: (reason: string) => void,
): Gathering {
  const queue = new CallerQueue<Waiting>()
  /** When each caller had its last answer. */
  const answeredAt = new LRUCache<string, number>({ max: MOST_ANSWERED })
  let inWork = 0
  let isScheduled = false
  let hasArrivals = false
  let arrivalTurns = 0
  /** Whether the last slice was long or left requests, so that more arrivals may be pending. */
  let isBehind = false
  /** Try one first while the time per request is unknown. */
  let perSlice = 1
  let sliceBeganAt: number | undefined
  /** Answers that wait for the end of the work; undefined outside it. */
  let unsent: Unsent[] | undefined
  /** The caller whose last turn left pending promises, and when; undefined if it left none. */
  let left: { readonly caller: string; readonly at: number } | undefined
  /** The caller whose next turn waits for others. */
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
    // A request that streams its body takes long but computes little.
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
    answer: ({ caller }, send) => {
      if (unsent === undefined) send()
      else unsent.push({ caller, send })
    },
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
    if (!isGathering && queue.length > 0 && !beginWaiting()) {
      const answers: Unsent[] = []
      unsent = answers
      workOneSlice(answers)
      unsent = undefined
      sendAll(answers)
    }
    if ((queue.length > 0 && waiting === undefined) || sliceBeganAt !== undefined) schedule()
  }

  function sendAll(answers: Unsent[]): void {
    for (const { caller, send } of answers.splice(0)) {
      const before = performance.now()
      send()
      queue.chargeEarlier(caller, performance.now() - before)
    }
  }

  /** Waits for others if the next turn must leave them time; returns whether it does. */
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

  /** Whether a caller with a long last turn must wait for others that are expected to send again. */
  function leavesTime(caller: string, now: number): boolean {
    if (queue.lastMs(caller) < SHORT_MS) return false
    for (const [other, at] of answeredAt.entries()) {
      if (now - at > RECENT_MS) return false
      if (queue.hasHadLess(other, caller)) return true
    }
    return false
  }

  /** The last slice's promises are done by now: its time determines the size of the next. */
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

  /** `answers` receives those that are made. Those of one caller do not wait for the work of the next. */
  function workOneSlice(answers: Unsent[]): void {
    let now = performance.now()
    const end = now + SLICE_MS
    sliceBeganAt = now
    for (let done = 0; now < end && done < perSlice; ) {
      const caller = queue.next()
      // Pending promises are resolved after the slice, and count for one caller.
      if (caller === undefined || (left !== undefined && left.caller !== caller)) return
      if (done > 0 && leavesTime(caller, now)) return
      if (answers.length > 0 && answers[0]?.caller !== caller) {
        sendAll(answers)
        now = performance.now()
      }
      const item = queue.take(caller)
      if (item === undefined) return
      const made = answers.length
      if (item.isGone()) {
        // Its client has left: work in progress ends itself.
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
      if (left !== undefined || !(answers.length > made || item.isDone())) left = { caller, at: now }
    }
  }
}

/**
 * Refuses requests while the process exceeds its memory limit, if one is set. The plugin's other measure, the event
 * loop delay, is not used: one stall of a second would refuse every request until the next check.
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

/** Smaller answers fit into the kernel's buffers. */
const LEAST_BYTES = 16_384

/** A client that reads nothing of a large answer for this long is disconnected; Node.js checks for progress. */
const STALL_MS = 10_000

/** Minimum time before a client is disconnected to make room. */
const LEAST_MS = 1000

interface Unread {
  readonly caller: string
  readonly bytes: number
  readonly since: number
}

/**
 * Limits the bytes that wait in sockets for slow clients: a total, and half of it per caller. Beyond `mostBytes`, the
 * longest readers are disconnected; beyond half of it, those of the caller. If none has had its minimum time, the new
 * answer is refused instead. `silenceMs` is how long any connection may be silent.
 */
export function addUnreadAnswers(
  app: FastifyInstance,
  { mostBytes, silenceMs }: { readonly mostBytes: number; readonly silenceMs: number },
  onShed: (reason: string) => void,
): void {
  /** Oldest first. */
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
      done(busy('Too many answers wait for clients to read them'))
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
