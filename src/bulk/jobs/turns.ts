/** A caller's waiting work. */
interface Line {
  /** How much work the caller has had. */
  had: number
  readonly waiting: { readonly cost: number; readonly start: () => Promise<void> }[]
}

/**
 * Runs work with limited concurrency, in turns: the caller with the least work so far goes first. A new caller starts
 * level with the one whose turn it is, so that nobody saves up turns. Example: with one slot, `a a a b` run as `a b a
 * a`.
 */
export class Turns {
  readonly #most: number
  readonly #lines = new Map<string, Line>()
  #running = 0
  /** Work that the last caller had had before its turn. */
  #level = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Runs work when its turn comes. `cost` is its size. */
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
