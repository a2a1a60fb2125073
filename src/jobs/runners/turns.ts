/** Whose a piece of work is, the widest first: a key, and a job of it. */
export type Whose = readonly [first: string, ...rest: string[]]

/** A piece of work that waits. */
interface Waiting {
  readonly start: () => Promise<void>
  /** Whether nothing else is to be done meanwhile. */
  readonly isAlone: boolean
}

/** Those who wait, by whom they are for, in the order of their turns; below each of them those within. */
class Line {
  readonly #own: Waiting[] = []
  readonly #lines = new Map<string, Line>()

  add([first, ...rest]: readonly string[], work: Waiting): void {
    if (first === undefined) {
      this.#own.push(work)
      return
    }
    const line = this.#lines.get(first) ?? new Line()
    line.add(rest, work)
    this.#lines.set(first, line)
  }

  get first(): Waiting | undefined {
    if (this.#own[0] !== undefined) return this.#own[0]
    const [line] = this.#lines.values()
    return line?.first
  }

  /** Takes the first out; whose it was has the next turn after all others. */
  shift(): void {
    if (this.#own.shift() !== undefined) return
    const [entry] = this.#lines
    if (entry === undefined) return
    const [whose, line] = entry
    line.shift()
    this.#lines.delete(whose)
    if (line.first !== undefined) this.#lines.set(whose, line)
  }
}

/**
 * Work that is done some at a time. Keys take turns, and the jobs of a key take turns within its own, each with one piece of work:
 * a long line holds up no short one, and ten jobs have no more than one.
 */
export class Turns {
  readonly #most: number
  readonly #line = new Line()
  #taken = 0
  #running = 0
  #waiting = 0

  constructor(most: number) {
    this.#most = most
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Does a piece of work when its turn has come; one that is `isAlone` when all others have ended, and before the next begins. */
  run<Result>(whose: Whose, work: () => Promise<Result>, isAlone = false): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#line.add(whose, { start: () => work().then(resolve, reject), isAlone })
      this.#waiting++
      this.#next()
    })
  }

  #next(): void {
    let first = this.#line.first
    while (first !== undefined) {
      const { start, isAlone } = first
      const takes = isAlone ? this.#most : 1
      if (this.#taken + takes > this.#most) return
      this.#line.shift()
      this.#waiting--
      this.#running++
      this.#taken += takes
      void start().finally(() => {
        this.#running--
        this.#taken -= takes
        this.#next()
      })
      first = this.#line.first
    }
  }
}
