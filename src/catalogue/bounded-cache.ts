/**
 * A cache with at most `capacity` entries (a whole number, 1 or more). When full, it drops the entry whose last use is
 * oldest. Reading an entry counts as a use: it moves to the end of the `Map`. While the cache is at most half full, a
 * read moves nothing, since moving costs more than reading.
 *
 * Written by hand because the library also runs in browsers: lru-cache would be one more package, and moves entries on
 * every read.
 *
 * Values may be anything but `undefined`, which stands for "not there".
 *
 * @example
 * const cache = new BoundedCache<string, number>(2)
 * cache.set('a', 1)
 * cache.set('b', 2)
 * cache.get('a')
 * cache.set('c', 3)
 * cache.get('b') // undefined: 'a' was used later than 'b'
 */
export class BoundedCache<K, V> {
  readonly capacity: number
  readonly #entries = new Map<K, V>()

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1) {
      throw new RangeError(`The capacity of a cache must be a whole number of 1 or more, not ${capacity}.`)
    }
    this.capacity = capacity
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined && this.#entries.size > this.capacity / 2) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.capacity) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest)
        break
      }
    }
  }

  /** The entry of `key`, computed and stored on first use. If `compute` throws, nothing is stored. */
  getOrCompute(key: K, compute: (key: K) => V): V {
    const known = this.get(key)
    if (known !== undefined) {
      return known
    }
    const value = compute(key)
    this.set(key, value)
    return value
  }
}
