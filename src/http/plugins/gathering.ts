import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config/config.ts'
import { busy, type HttpFault } from '../http-fault.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it counts as being in work. */
    hasPlace: boolean
  }
}

/** So long the event loop works on without looking for what has come in meanwhile, single requests apart. */
const SLICE_MS = 10

/** Requests in one slice, at most; of those that take long there are fewer. */
const MOST_PER_SLICE = 32

/** Turns in which only arrivals are taken in before work goes on. Node.js accepts one connection per turn. */
const MOST_ARRIVAL_TURNS = 100

/** Requests that have been received and wait for their turn, or are worked on. */
export interface Gathering {
  readonly inWork: number
  /** To be called for each connection: there may be more of them. */
  readonly noteArrival: () => void
  /** To be called when a request has ended that had a place. */
  readonly leave: () => void
}

interface Waiting {
  readonly since: number
  readonly reply: FastifyReply
  readonly goOn: (fault?: HttpFault) => void
}

/**
 * Lets requests wait until all that has come in one turn of the event loop is received, and then work one after the other:
 * the same work done many times in a row takes half the time that it takes between reading one request and the next, for what
 * a processor remembers of code and data is then still there.
 *
 * It keeps a service whose work is computing responsive beyond its capacity, too. Between slices of work arrivals are seen:
 * health checks are answered, and requests that would wait too long are refused instead of kept in buffers of the kernel, for an
 * unknown time. A request has a place from when its body is there: sending slowly keeps none from others.
 */
export function addGathering(
  app: FastifyInstance,
  { maxConcurrent, maxWaitMs }: Config,
  onShed: (reason: string) => void,
): Gathering {
  const line: Waiting[] = []
  let inWork = 0
  let isScheduled = false
  let hasArrivals = false
  let arrivalTurns = 0
  /** Whether the last slice took long or left requests over, so that there may be more arrivals than have been seen. */
  let isBehind = false
  /** Of what it is not known how long it takes, one is tried first. */
  let perSlice = 1
  let sliceBeganAt: number | undefined

  const shed = (reason: string) => {
    onShed(reason)
    return busy()
  }
  app.decorateRequest('hasPlace', false)
  app.addHook('onRequest', (_, __, done) => {
    hasArrivals = true
    done(inWork >= maxConcurrent ? shed('concurrency') : undefined)
  })
  app.addHook('preHandler', (request, reply, goOn) => {
    // One that reads a body itself takes long, and computes little.
    if (request.routeOptions.config.streamedForMs !== undefined) {
      goOn()
      return
    }
    if (inWork >= maxConcurrent) {
      goOn(shed('concurrency'))
      return
    }
    inWork++
    request.hasPlace = true
    line.push({ since: performance.now(), reply, goOn })
    schedule()
  })
  return {
    get inWork() {
      return inWork
    },
    noteArrival: () => {
      hasArrivals = true
    },
    leave: () => {
      inWork--
    },
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(takeTurn)
  }

  function takeTurn(): void {
    isScheduled = false
    endSlice()
    const isGathering = isBehind && hasArrivals && arrivalTurns < MOST_ARRIVAL_TURNS
    arrivalTurns = isGathering ? arrivalTurns + 1 : 0
    hasArrivals = false
    if (!isGathering && line.length > 0) workOneSlice()
    if (line.length > 0 || sliceBeganAt !== undefined) schedule()
  }

  /** By now all that the slice before left to promises is done: how long it took decides how much the next may hold. */
  function endSlice(): void {
    if (sliceBeganAt === undefined) return
    const isLong = performance.now() - sliceBeganAt > SLICE_MS
    sliceBeganAt = undefined
    perSlice = isLong ? Math.max(1, perSlice >> 1) : Math.min(MOST_PER_SLICE, perSlice << 1)
    isBehind = isLong || line.length > 0
  }

  function workOneSlice(): void {
    let now = performance.now()
    const end = now + SLICE_MS
    sliceBeganAt = now
    for (let done = 0; now < end && done < perSlice; now = performance.now()) {
      const next = line.shift()
      if (next === undefined) return
      // Its client may have left.
      if (next.reply.request.raw.socket.destroyed) continue
      if (now - next.since > maxWaitMs) next.goOn(shed('wait'))
      else {
        done++
        next.goOn()
      }
    }
  }
}
