import type { WorkQueue } from './work-queue.ts'

/** So long an operation works on before it is others' turn. */
const TURN_MS = 5

/** An operation that has had this many turns is a long one. */
const SHORT_TURNS = 10

/** To be called now and then by an operation: undefined to work on, or a promise of its next turn. */
export type Pause = () => Promise<void> | undefined

/**
 * Takes long operations apart, so that others are answered in between. Operations that have had few turns come before long
 * ones. Of either, each goes on to its end before the next: all of them half done would fill the memory.
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
        const line = had < SHORT_TURNS ? this.#short : this.#long
        if (had === 1 || had === SHORT_TURNS) line.push(goOn)
        else line.unshift(goOn)
        this.#queueNext()
      })
    }
  }

  #queueNext(): void {
    if (this.#isQueued || this.#short.length + this.#long.length === 0) return
    this.#isQueued = true
    this.#queue.goOn(() => {
      const goOn = this.#short.shift() ?? this.#long.shift()
      goOn?.()
      // Only then has it had its turn, and is in line again where it needs another.
      setImmediate(() => {
        this.#isQueued = false
        this.#queueNext()
      })
    })
  }
}
