/** Large requests that are in work at once: each takes some hundred times the memory of its body. */
const MOST_INSIDE = 3

/** Their bodies, in all. One that is larger goes alone. */
const MOST_INSIDE_BYTES = 2_097_152

/** Bodies that wait, in all. */
const MOST_WAITING_BYTES = 33_554_432

/** Why a request is not let in. */
export type Refuse = (reason: 'wait' | 'bodies') => void

interface Waiting {
  readonly bytes: number
  readonly work: () => Promise<void>
  readonly timer: NodeJS.Timeout
}

/**
 * Lets few large requests in at a time, in the order in which they came; the others wait as they came, not taken apart yet,
 * and not for long.
 */
export class Gate {
  readonly #maxWaitMs: number
  readonly #outside = new Set<Waiting>()
  #waitingBytes = 0
  #inside = 0
  #insideBytes = 0

  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs
  }

  /** Does the work for a body of so many bytes now, or when there is room for it. It ends when the request is answered. */
  run(bytes: number, work: () => Promise<void>, refuse: Refuse): void {
    if (this.#outside.size === 0 && this.#hasRoom(bytes)) this.#letIn(bytes, work)
    else if (this.#waitingBytes + bytes > MOST_WAITING_BYTES) refuse('bodies')
    else {
      const giveUp = () => {
        this.#leave(waiting)
        refuse('wait')
        this.#letNextIn()
      }
      const waiting: Waiting = { bytes, work, timer: setTimeout(giveUp, this.#maxWaitMs) }
      this.#outside.add(waiting)
      this.#waitingBytes += bytes
    }
  }

  #hasRoom(bytes: number): boolean {
    return this.#inside === 0 || (this.#inside < MOST_INSIDE && this.#insideBytes + bytes <= MOST_INSIDE_BYTES)
  }

  #letIn(bytes: number, work: () => Promise<void>): void {
    this.#inside++
    this.#insideBytes += bytes
    work().finally(() => {
      this.#inside--
      this.#insideBytes -= bytes
      this.#letNextIn()
    })
  }

  #letNextIn(): void {
    for (const next of this.#outside) {
      if (!this.#hasRoom(next.bytes)) return
      this.#leave(next)
      this.#letIn(next.bytes, next.work)
    }
  }

  #leave(waiting: Waiting): void {
    clearTimeout(waiting.timer)
    this.#outside.delete(waiting)
    this.#waitingBytes -= waiting.bytes
  }
}
