import { LRUCache } from 'lru-cache'

/** What waits of one caller. */
interface Line<Item> {
  readonly caller: string
  /** In the order of arrival. */
  readonly items: Set<Item>
  /** Milliseconds that it has had; one that comes back from a pause starts where the others are. */
  hadMs: number
  /** What is left of the milliseconds that its last item took, once others were waited for. */
  lastMs: number
}

/** Callers without anything in line that are remembered. */
const MOST_CALLERS = 1000

/**
 * What waits for its turn, by caller: the next is of the caller that has had the least time (start-time fair queueing). Between
 * items of one caller the order is that of arrival.
 */
export class CallerQueue<Item> {
  readonly #known = new LRUCache<string, Line<Item>>({ max: MOST_CALLERS })
  readonly #waiting = new Map<string, Line<Item>>()
  /** Where callers start that come now. */
  #startMs = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  lengthOf(caller: string): number {
    return this.#waiting.get(caller)?.items.size ?? 0
  }

  add(caller: string, item: Item): void {
    const line = this.#lineOf(caller)
    if (line.items.size === 0) {
      line.hadMs = Math.max(line.hadMs, this.#startMs)
      this.#waiting.set(caller, line)
    }
    line.items.add(item)
    this.#length++
  }

  /** The caller whose turn is next, of those that may have one. */
  next(mayHave: (caller: string) => boolean = () => true): string | undefined {
    let next: Line<Item> | undefined
    for (const line of this.#waiting.values())
      if ((next === undefined || line.hadMs < next.hadMs) && mayHave(line.caller)) next = line
    return next?.caller
  }

  /** Takes the first item of a caller; how long it takes is told by `charge`. */
  take(caller: string): Item | undefined {
    const line = this.#waiting.get(caller)
    const [first] = line?.items ?? []
    if (line === undefined || first === undefined) return undefined
    this.#startMs = line.hadMs
    line.lastMs = 0
    this.remove(caller, first)
    return first
  }

  /** Counts milliseconds that a caller has had. */
  charge(caller: string, milliseconds: number): void {
    const line = this.#lineOf(caller)
    line.hadMs += milliseconds
    line.lastMs += milliseconds
  }

  /** What is left of the milliseconds that the last item of a caller took, once others were waited for. */
  lastMs(caller: string): number {
    return this.#lineOf(caller).lastMs
  }

  /** Counts milliseconds in which nothing was done but waiting for others, before the next item of a caller. */
  noteWaiting(caller: string, milliseconds: number): void {
    this.#lineOf(caller).lastMs -= milliseconds
  }

  /** Takes an item out of the line; whether it was there. */
  remove(caller: string, item: Item): boolean {
    const line = this.#waiting.get(caller)
    if (line?.items.delete(item) !== true) return false
    this.#length--
    if (line.items.size === 0) this.#waiting.delete(caller)
    return true
  }

  /** Whether another caller has so many more in line that one of a caller may take the place of its last. */
  hasLonger(caller: string): boolean {
    return this.#longerThan(caller) !== undefined
  }

  /** Takes the last item that may go out of the longest line, which is then no shorter than that of a caller with one more. */
  takeOfLonger(caller: string, mayGo: (item: Item) => boolean = () => true): Item | undefined {
    const line = this.#longerThan(caller)
    const last = [...(line?.items ?? [])].findLast(mayGo)
    if (line !== undefined && last !== undefined) this.remove(line.caller, last)
    return last
  }

  /** Whether a caller has had less time than another. */
  hasHadLess(caller: string, than: string): boolean {
    return (this.#known.get(caller)?.hadMs ?? 0) < this.#lineOf(than).hadMs
  }

  #longerThan(caller: string): Line<Item> | undefined {
    let longest: Line<Item> | undefined
    let most = this.lengthOf(caller) + 1
    for (const line of this.#waiting.values()) if (line.items.size > most) [longest, most] = [line, line.items.size]
    return longest
  }

  #lineOf(caller: string): Line<Item> {
    const known = this.#waiting.get(caller) ?? this.#known.get(caller)
    if (known !== undefined) return known
    const line: Line<Item> = { caller, items: new Set(), hadMs: 0, lastMs: 0 }
    this.#known.set(caller, line)
    return line
  }
}
