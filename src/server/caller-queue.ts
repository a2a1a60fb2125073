import { LRUCache } from 'lru-cache'

/** A caller's waiting items. */
interface Line<Item> {
  readonly caller: string
  /** In the order of arrival. */
  readonly items: Set<Item>
  /** Milliseconds it has had; after a pause, a caller starts level with the others. */
  hadMs: number
  /** What is left of the last item's milliseconds after waiting for others. */
  lastMs: number
}

/** Callers with nothing waiting that are remembered. */
const MOST_CALLERS = 1000

/**
 * Waiting items by caller, so that a busy caller delays only itself. The caller with the least time so far is next
 * (start-time fair queueing). Items of one caller keep their order of arrival.
 */
export class CallerQueue<Item> {
  readonly #known = new LRUCache<string, Line<Item>>({ max: MOST_CALLERS })
  readonly #waiting = new Map<string, Line<Item>>()
  /** Where new callers start. */
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

  /** The caller whose turn is next, among those allowed. */
  next(mayHave: (caller: string) => boolean = () => true): string | undefined {
    let next: Line<Item> | undefined
    for (const line of this.#waiting.values())
      if ((next === undefined || line.hadMs < next.hadMs) && mayHave(line.caller)) next = line
    return next?.caller
  }

  /** Takes a caller's first item; report its time with `charge`. */
  take(caller: string): Item | undefined {
    const line = this.#waiting.get(caller)
    const [first] = line?.items ?? []
    if (line === undefined || first === undefined) return undefined
    this.#startMs = line.hadMs
    line.lastMs = 0
    this.remove(caller, first)
    return first
  }

  /** Adds milliseconds to a caller's time. */
  charge(caller: string, milliseconds: number): void {
    const line = this.#lineOf(caller)
    line.hadMs += milliseconds
    line.lastMs += milliseconds
  }

  /** Adds milliseconds to a caller's time that do not lengthen its last item. */
  chargeEarlier(caller: string, milliseconds: number): void {
    this.#lineOf(caller).hadMs += milliseconds
  }

  /** What is left of the milliseconds of the caller's last item after waiting for others. */
  lastMs(caller: string): number {
    return this.#lineOf(caller).lastMs
  }

  /** Counts milliseconds spent waiting for others before a caller's next item. */
  noteWaiting(caller: string, milliseconds: number): void {
    this.#lineOf(caller).lastMs -= milliseconds
  }

  /** Removes an item; returns whether it was waiting. */
  remove(caller: string, item: Item): boolean {
    const line = this.#waiting.get(caller)
    if (line?.items.delete(item) !== true) return false
    this.#length--
    if (line.items.size === 0) this.#waiting.delete(caller)
    return true
  }

  /** Whether another caller's line is so much longer that a new item of this caller may replace its last one. */
  hasLonger(caller: string): boolean {
    return this.#longerThan(caller) !== undefined
  }

  /**
   * Takes the last removable item of the longest line. That line then is at least as long as the caller's with one
   * more.
   */
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
