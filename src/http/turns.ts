import type { WorkQueue } from './work-queue.ts'

/** So long an operation works on before it is others' turn. */
const TURN_MS = 5

/** An operation that has had this many turns is a long one. */
const SHORT_TURNS = 10

/** To be called now and then by an operation: undefined to work on, or a promise of its next turn. */
export type Pause = () => Promise<void> | undefined

/**
 * Takes long operations apart, so that others are answered in between. Operations that have had few turns come first. Of
 * the long ones each is done before the next goes on: done by turns, all of them would fill the memory at once.
 */
export class Turns {
  readonly #queue: WorkQueue
  readonly #short: (() => void)[] = []
  readonly #long: (() => void)[] = []
  #isQueued = false

  constructor(queue: WorkQueue) {
    this.#queue = queue
  }

  /** The pauses of an operation whose first turn begins now. */
  begin(): Pause {
    let endsAt = performance.now() + TURN_MS
    let had = 0
    return () => {
      if (performance.now() < endsAt) return undefined
      had++
      return new Promise((resolve) => {
        const goOn = () => {
          endsAt = performance.now() + TURN_MS
          resolve()
        }
        if (had < SHORT_TURNS) this.#short.push(goOn)
        else if (had === SHORT_TURNS) this.#long.push(goOn)
        else this.#long.unshift(goOn)
        this.#queueNext()
      })
    }
  }

  #queueNext(): void {
    if (this.#isQueued || this.#short.length + this.#long.length === 0) return
    this.#isQueued = true
    this.#queue.goOn(() => {
      this.#isQueued = false
      const goOn = this.#short.shift() ?? this.#long.shift()
      goOn?.()
      this.#queueNext()
    })
  }
}
