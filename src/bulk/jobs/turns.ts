/** Work of a caller that waits for its turn. */
interface Line {
  /** How much the caller has had. */
  had: number
  readonly waiting: { readonly cost: number; readonly start: () => Promise<void> }[]
}

/**
 * Work that is done some at a time, in turns: that of the caller goes first who has had the least. Who comes anew is taken to have
 * had as much as the one whose turn it is, so that nobody saves turns up. Example: with one place, `a a a b` are done as `a b a a`.
 */
export class Turns {
  readonly #most: number
  readonly #lines = new Map<string, Line>()
  #running = 0
  /** What the caller whose turn came last had had before. */
  #level = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Does a piece of work when its turn has come. `cost`: how much it is. */
  run<Result>(whose: string, work: () => Promise<Result>, cost = 1): Promise<Result> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(whose) ?? { had: 0, waiting: [] }
      if (line.waiting.length === 0) line.had = Math.max(line.had, this.#level)
      line.waiting.push({ cost, start: () => work().then(resolve, reject) })
      this.#lines.set(whose, line)
      this.#next()
    })
  }

  #next(): void {
    while (this.#running < this.#most) {
      for (const [whose, { had, waiting }] of this.#lines)
        if (waiting.length === 0 && had <= this.#level) this.#lines.delete(whose)
      const [line] = [...this.#lines.values()]
        .filter(({ waiting }) => waiting.length > 0)
        .toSorted((a, b) => a.had - b.had)
      const next = line?.waiting.shift()
      if (line === undefined || next === undefined) return
      this.#level = line.had
      line.had += next.cost
      this.#running++
      void next.start().finally(() => {
        this.#running--
        this.#next()
      })
    }
  }
}
