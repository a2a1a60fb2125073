/** Large requests that are in work at once: each takes some fifty times the memory of its body. */
const MOST_INSIDE = 3

/** Work for a large request. */
interface Waiting {
  /** Ends when the request is answered. */
  readonly work: () => Promise<void>
  /** Called instead of `work` when it has waited too long. */
  readonly refuse: () => void
  readonly since: number
}

/** Lets few large requests in at a time; the others wait as they came, not taken apart yet. */
export class Gate {
  readonly #maxWaitMs: number
  readonly #outside: Waiting[] = []
  #inside = 0

  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs
  }

  /** Does the work, which must not fail, now or when there is room for it. */
  run(work: () => Promise<void>, refuse: () => void): void {
    this.#outside.push({ work, refuse, since: performance.now() })
    this.#letIn()
  }

  #letIn(): void {
    while (this.#inside < MOST_INSIDE) {
      const next = this.#outside.shift()
      if (next === undefined) return
      if (performance.now() - next.since > this.#maxWaitMs) next.refuse()
      else {
        this.#inside++
        next.work().finally(() => {
          this.#inside--
          this.#letIn()
        })
      }
    }
  }
}
