/** Large requests that are in work at once: each takes some fifty times the memory of its body. */
const MOST_INSIDE = 3

/** Bodies that wait, in all. */
const MOST_WAITING_BYTES = 67_108_864

/** Why a request is not let in. */
export type Refuse = (reason: 'wait' | 'bodies') => void

interface Waiting {
  readonly bytes: number
  readonly work: () => Promise<void>
  readonly timer: NodeJS.Timeout
}

/** Lets few large requests in at a time; the others wait as they came, not taken apart yet, and not for long. */
export class Gate {
  readonly #maxWaitMs: number
  readonly #outside = new Set<Waiting>()
  #waitingBytes = 0
  #inside = 0

  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs
  }

  /** Does the work for a body of so many bytes now, or when there is room for it. It ends when the request is answered. */
  run(bytes: number, work: () => Promise<void>, refuse: Refuse): void {
    if (this.#inside < MOST_INSIDE) this.#letIn(work)
    else if (this.#waitingBytes + bytes > MOST_WAITING_BYTES) refuse('bodies')
    else {
      const giveUp = () => {
        this.#leave(waiting)
        refuse('wait')
      }
      const waiting: Waiting = { bytes, work, timer: setTimeout(giveUp, this.#maxWaitMs) }
      this.#outside.add(waiting)
      this.#waitingBytes += bytes
    }
  }

  #letIn(work: () => Promise<void>): void {
    this.#inside++
    work().finally(() => {
      this.#inside--
      const [next] = this.#outside
      if (next === undefined) return
      this.#leave(next)
      this.#letIn(next.work)
    })
  }

  #leave(waiting: Waiting): void {
    clearTimeout(waiting.timer)
    this.#outside.delete(waiting)
    this.#waitingBytes -= waiting.bytes
  }
}
