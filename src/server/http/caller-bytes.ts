/** Bytes that are held for callers: so many in all, and half of them for one caller at most, who may have one piece of any size. */
export class CallerBytes {
  readonly #most: number
  readonly #byCaller = new Map<string, number>()
  #inAll = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Whether so many more are too many, whoever they are for. */
  isFull(bytes: number): boolean {
    return this.#inAll > 0 && this.#inAll + bytes > this.#most
  }

  /** Whether so many more are too many for a caller. */
  isTooMuchFor(caller: string, bytes: number): boolean {
    const own = this.#byCaller.get(caller) ?? 0
    return this.isFull(bytes) || (own > 0 && own + bytes > this.#most / 2)
  }

  /** Counts bytes for a caller; fewer than 0 where they are held no more. */
  add(caller: string, bytes: number): void {
    this.#inAll += bytes
    const own = (this.#byCaller.get(caller) ?? 0) + bytes
    if (own === 0) this.#byCaller.delete(caller)
    else this.#byCaller.set(caller, own)
  }
}
