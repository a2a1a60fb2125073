import { CallerQueue } from './caller-queue.ts'

/** Waiting turns per client; below, in all. */
const MOST_OF_ONE = 16
const MOST_IN_ALL = 64

/** Starts a turn; `false` ends the wait. */
type Begin = (hasTurn: boolean) => void

/**
 * Limits concurrency; others wait in line for a limited time. One client has at most all turns but one, so that another
 * need not wait for its long ones.
 */
export class FairQueue {
  #free: number
  readonly #atOnce: number
  readonly #queue = new CallerQueue<Begin>()
  /** Current turns per client. */
  readonly #atWork = new Map<string, number>()

  constructor(atOnce: number) {
    this.#atOnce = atOnce
    this.#free = atOnce
  }

  /** Whether nobody works. */
  get isIdle(): boolean {
    return this.#free === this.#atOnce
  }

  /**
   * Waits for a client's turn for so many milliseconds; `onLeave` receives a function that ends the wait. Returns the
   * function that gives the turn back; undefined if none came, or if too many wait already.
   */
  async take(
    client: string,
    milliseconds: number,
    onLeave: (leave: () => void) => void = () => {},
  ): Promise<(() => void) | undefined> {
    if (this.#queue.lengthOf(client) >= MOST_OF_ONE) return undefined
    if (this.#queue.length >= MOST_IN_ALL) {
      const other = this.#queue.takeOfLonger(client)
      if (other === undefined) return undefined
      other(false)
    }
    const hasTurn = await new Promise<boolean>((resolve) => {
      const end = (has: boolean) => {
        clearTimeout(timer)
        this.#queue.remove(client, end)
        resolve(has)
      }
      const timer = setTimeout(end, milliseconds, false)
      this.#queue.add(client, end)
      onLeave(() => end(false))
      this.#goOn()
    })
    if (!hasTurn) return undefined
    const beganAt = performance.now()
    return () => {
      this.#free++
      this.#count(client, -1)
      this.#queue.charge(client, performance.now() - beganAt)
      this.#goOn()
    }
  }

  /** Gives free turns to the next in line. */
  #goOn(): void {
    const mostOfOne = Math.max(1, this.#atOnce - 1)
    while (this.#free > 0) {
      const client = this.#queue.next((each) => (this.#atWork.get(each) ?? 0) < mostOfOne)
      const begin = client === undefined ? undefined : this.#queue.take(client)
      if (client === undefined || begin === undefined) return
      this.#free--
      this.#count(client, 1)
      begin(true)
    }
  }

  #count(client: string, more: number): void {
    const count = (this.#atWork.get(client) ?? 0) + more
    if (count === 0) this.#atWork.delete(client)
    else this.#atWork.set(client, count)
  }
}
