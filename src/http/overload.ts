/** Why a request is refused: as many as may be in work are, or it would have waited too long. */
export type Overload = 'concurrency' | 'wait'

/**
 * Says when to refuse work. Two things are bounded: how many requests are in work at once, and how long a request may have
 * waited for its turn. The second is what happens to a service whose work is computing: all requests that arrived while it
 * was busy are handed over in one turn of the event loop, so the time since that turn's first request is the least that the
 * present one has waited.
 */
export class OverloadGuard {
  readonly #maxConcurrent: number
  readonly #maxWaitMs: number
  #inFlight = 0
  #turnBeganAt: number | undefined

  constructor(maxConcurrent: number, maxWaitMs: number) {
    this.#maxConcurrent = maxConcurrent
    this.#maxWaitMs = maxWaitMs
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** Counts a request that is now (in milliseconds) handed over, or says why not. */
  enter(now: number): Overload | undefined {
    if (this.#turnBeganAt === undefined) {
      this.#turnBeganAt = now
      setImmediate(this.#endTurn)
    } else if (now - this.#turnBeganAt > this.#maxWaitMs) {
      return 'wait'
    }
    if (this.#inFlight >= this.#maxConcurrent) return 'concurrency'
    this.#inFlight++
    return undefined
  }

  leave(): void {
    this.#inFlight--
  }

  readonly #endTurn = (): void => {
    this.#turnBeganAt = undefined
  }
}
