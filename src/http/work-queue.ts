/** Work for a request that has been received. */
interface Waiting {
  readonly work: () => void
  /** Called instead of `work` when it has waited too long; work that was begun is not refused. */
  readonly refuse?: () => void
  readonly since: number
}

/** So long the event loop works on without looking for what has come in meanwhile, single pieces of work apart. */
const SLICE_MS = 10

/** Pieces of work in one slice, at most; of those that take long there are fewer. */
const MOST_PER_SLICE = 32

/** Turns in which only arrivals are taken in before work goes on. Node accepts one connection per turn. */
const MOST_ARRIVAL_TURNS = 100

/**
 * Requests in line, worked on together when all that has come in one turn of the event loop is received: the same work done
 * many times in a row takes half the time that it takes between reading one request and the next, for what a processor
 * remembers of code and data is then still there.
 *
 * It keeps a service whose work is computing responsive beyond its capacity, too. Between slices of work arrivals are seen:
 * health checks are answered, and who would wait too long is refused instead of kept in buffers of the kernel where nobody
 * knows for how long.
 */
export class WorkQueue {
  readonly #maxConcurrent: number
  readonly #maxWaitMs: number
  readonly #line: Waiting[] = []
  #inFlight = 0
  #receiving = 0
  /** Whether the last slice took long or left work over, so that there may be more arrivals than have been seen. */
  #isBehind = false
  #isScheduled = false
  #hasArrivals = false
  #arrivalTurns = 0
  /** Of what it is not known how long it takes, one is tried first. */
  #perSlice = 1
  #sliceBeganAt: number | undefined

  constructor(maxConcurrent: number, maxWaitMs: number) {
    this.#maxConcurrent = maxConcurrent
    this.#maxWaitMs = maxWaitMs
  }

  /** Requests in work; those included that wait, or are still being received. */
  get inFlight(): number {
    return this.#inFlight
  }

  /** Counts a request, or says that there is no room for it. */
  enter(): boolean {
    this.#hasArrivals = true
    if (this.#inFlight - this.#receiving >= this.#maxConcurrent) return false
    this.#inFlight++
    return true
  }

  /** Frees the place of a request while its body is received: who sends slowly keeps none from others. */
  beginReceiving(): void {
    this.#receiving++
  }

  /** Takes the place again, or says that there is no room any more. */
  endReceiving(): boolean {
    this.#receiving--
    return this.#inFlight - this.#receiving <= this.#maxConcurrent
  }

  leave(): void {
    this.#inFlight--
  }

  /** To be called for each connection: there may be more of them. */
  readonly noteArrival = (): void => {
    this.#hasArrivals = true
  }

  /** Does the work in its turn. */
  run(work: () => void, refuse: () => void): void {
    this.#add({ work, refuse, since: performance.now() })
  }

  /** Goes on with work that was begun, when those before it in the line have had their turn. */
  goOn(work: () => void): void {
    this.#add({ work, since: performance.now() })
  }

  #add(waiting: Waiting): void {
    this.#line.push(waiting)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#workOn)
  }

  readonly #workOn = (): void => {
    this.#isScheduled = false
    this.#endSlice()
    const isGathering = this.#isBehind && this.#hasArrivals && this.#arrivalTurns < MOST_ARRIVAL_TURNS
    this.#hasArrivals = false
    if (isGathering) {
      this.#arrivalTurns++
      this.#schedule()
    } else {
      this.#arrivalTurns = 0
      this.#workOneSlice()
      this.#isBehind = this.#line.length > 0
      if (this.#isBehind || this.#sliceBeganAt !== undefined) this.#schedule()
    }
  }

  /** By now all that the slice before left to promises is done: how long it took says how much the next may hold. */
  #endSlice(): void {
    if (this.#sliceBeganAt === undefined) return
    const isLong = performance.now() - this.#sliceBeganAt > SLICE_MS
    this.#sliceBeganAt = undefined
    this.#perSlice = isLong ? Math.max(1, this.#perSlice >> 1) : Math.min(MOST_PER_SLICE, this.#perSlice << 1)
    this.#isBehind ||= isLong
  }

  #workOneSlice(): void {
    if (this.#line.length === 0) return
    let now = performance.now()
    const end = now + SLICE_MS
    this.#sliceBeganAt = now
    for (let done = 0; now < end && done < this.#perSlice; now = performance.now()) {
      const next = this.#line.shift()
      if (next === undefined) return
      if (next.refuse && now - next.since > this.#maxWaitMs) next.refuse()
      else {
        done++
        next.work()
      }
    }
  }
}
