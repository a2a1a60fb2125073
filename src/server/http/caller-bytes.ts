/** Counts bytes held for callers: a total, with half for one caller at most, who may have one piece of any size. */
export class CallerBytes {
  readonly #most: number
  readonly #byCaller = new Map<string, number>()
  #inAll = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Whether this many more bytes exceed the total. */
  isFull(bytes: number): boolean {
    return this.#inAll > 0 && this.#inAll + bytes > this.#most
  }

  /** Whether this many more bytes are too many for one caller. */
  isTooMuchFor(caller: string, bytes: number): boolean {
    const own = this.#byCaller.get(caller) ?? 0
    return this.isFull(bytes) || (own > 0 && own + bytes > this.#most / 2)
  }

  /** Adds bytes of a caller; negative when they are released. */
  add(caller: string, bytes: number): void {
    this.#inAll += bytes
    const own = (this.#byCaller.get(caller) ?? 0) + bytes
    if (own === 0) this.#byCaller.delete(caller)
    else this.#byCaller.set(caller, own)
  }
}
