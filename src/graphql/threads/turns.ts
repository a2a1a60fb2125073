/** Lets so many work at once; others wait in line, each no longer than it will. */
export class Turns {
  #free: number
  readonly #line = new Set<() => void>()
  readonly #atOnce: number

  constructor(atOnce: number) {
    this.#atOnce = atOnce
    this.#free = atOnce
  }

  /** Whether nobody works. */
  get isIdle(): boolean {
    return this.#free === this.#atOnce
  }

  get waiting(): number {
    return this.#line.size
  }

  /** Whether a turn came within so many milliseconds; `onLeave` is given what ends the waiting before. To be given back. */
  take(milliseconds: number, onLeave: (leave: () => void) => void): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const leave = () => {
        clearTimeout(timer)
        if (this.#line.delete(begin)) resolve(false)
      }
      const timer = setTimeout(leave, milliseconds)
      this.#line.add(begin)
      onLeave(leave)
    })
  }

  /** Gives a turn to who has waited for longest. */
  giveBack(): void {
    const [next] = this.#line
    if (next === undefined) this.#free++
    else {
      this.#line.delete(next)
      next()
    }
  }
}
