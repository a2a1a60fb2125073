import { LRUCache } from 'lru-cache'

/** Bytes of files that are kept: some ten to a hundred. */
const MOST_BYTES = 48e6

/** Files of rate cards, each made once and kept, up to a number of bytes. */
export class RateCards {
  readonly #kept = new LRUCache<string, Uint8Array>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
  })
  readonly #making = new Map<string, Promise<Uint8Array>>()

  /** A file that was made before. */
  kept(key: string): Uint8Array | undefined {
    return this.#kept.get(key)
  }

  isBeingMade(key: string): boolean {
    return this.#making.has(key)
  }

  /** Makes a file, unless it is being made for another caller. */
  make(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const begun = this.#making.get(key)
    if (begun !== undefined) return begun
    const making = make()
      .then((file) => {
        this.#kept.set(key, file)
        return file
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }
}
