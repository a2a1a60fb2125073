/** Work that is done some at a time; those who wait take turns, each with one piece of work, so that a long line holds up no short one. */
export class Turns {
  readonly #most: number
  /** By whom they are for, in the order of their turns. */
  readonly #lines = new Map<string, (() => Promise<void>)[]>()
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#lines.values().reduce((sum, { length }) => sum + length, 0)
  }

  /** Does a piece of work when its turn has come. */
  run<Result>(whose: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(whose) ?? []
      line.push(() => work().then(resolve, reject))
      this.#lines.set(whose, line)
      this.#next()
    })
  }

  #next(): void {
    while (this.#running < this.#most) {
      const [first] = this.#lines
      if (first === undefined) return
      const [whose, line] = first
      // It goes to the end of all lines.
      this.#lines.delete(whose)
      const work = line.shift() as () => Promise<void>
      if (line.length > 0) this.#lines.set(whose, line)
      this.#running++
      void work().finally(() => {
        this.#running--
        this.#next()
      })
    }
  }
}
