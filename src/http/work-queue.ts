/** Work for a request that has been received. */
interface Waiting {
  readonly work: () => void
  /** Called instead of `work` when it has waited too long. */
  readonly refuse: () => void
  readonly since: number
}

/** So long the event loop works on without looking for what has come in meanwhile, single pieces of work apart. */
const SLICE_MS = 10

/** Pieces of work in one slice: what they leave to promises is done after it. */
const MOST_PER_SLICE = 16

/** Turns in which only arrivals are taken in before work goes on. Node accepts one connection per turn. */
const MOST_ARRIVAL_TURNS = 100

/**
 * Keeps a service whose work is computing responsive beyond its capacity. Requests are worked on at once as long as that
 * takes little time in one turn of the event loop. Then they wait in line, so that between slices of work arrivals are
 * seen: health checks are answered, and who would wait too long is refused instead of kept in buffers of the kernel where
 * nobody knows for how long.
 */
export class WorkQueue {
  readonly #maxConcurrent: number
  readonly #maxWaitMs: number
  readonly #line: Waiting[] = []
  #inFlight = 0
  #receiving = 0
  #turnBeganAt: number | undefined
  /** Whether the turn before took long, so that there may be more arrivals than have been seen. */
  #isBusy = false
  #hasArrivals = false
  #arrivalTurns = 0

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

  /** Does the work now, or in its turn. */
  run(work: () => void, refuse: () => void): void {
    const now = performance.now()
    if (this.#turnBeganAt === undefined) {
      this.#turnBeganAt = now
      setImmediate(this.#endTurn)
    }
    if (this.#line.length === 0 && !this.#isBusy && now - this.#turnBeganAt < SLICE_MS) work()
    else {
      this.#line.push({ work, refuse, since: now })
      if (this.#line.length === 1) setImmediate(this.#workOn)
    }
  }

  /** Goes on with work that was begun, when those before it in the line have had their turn. */
  goOn(work: () => void): void {
    this.#line.push({ work, refuse: work, since: Number.POSITIVE_INFINITY })
    if (this.#line.length === 1) setImmediate(this.#workOn)
  }

  readonly #endTurn = (): void => {
    const took = performance.now() - (this.#turnBeganAt ?? 0)
    this.#turnBeganAt = undefined
    if (took < SLICE_MS) return
    this.#isBusy = true
    setImmediate(this.#calmDown)
  }

  readonly #calmDown = (): void => {
    this.#isBusy = this.#line.length > 0
  }

  readonly #workOn = (): void => {
    if (this.#hasArrivals && this.#arrivalTurns < MOST_ARRIVAL_TURNS) {
      this.#hasArrivals = false
      this.#arrivalTurns++
    } else {
      this.#arrivalTurns = 0
      this.#workOneSlice()
    }
    if (this.#line.length > 0) setImmediate(this.#workOn)
    else this.#isBusy = false
  }

  #workOneSlice(): void {
    const end = performance.now() + SLICE_MS
    let done = 0
    for (let now = performance.now(); now < end && done < MOST_PER_SLICE; now = performance.now()) {
      const next = this.#line.shift()
      if (next === undefined) return
      if (now - next.since > this.#maxWaitMs) next.refuse()
      else {
        done++
        next.work()
      }
    }
  }
}
