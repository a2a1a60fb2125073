import { LRUCache } from 'lru-cache'

/** Bytes of all cards that are kept. */
const MOST_BYTES = 16e6

/** Answers with rate cards, each made once and kept, up to a number of bytes: a thread takes a second for a new one. */
export class RateCards<Card extends { readonly byteLength: number }> {
  readonly #kept = new LRUCache<string, Card>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  })
  readonly #making = new Map<string, Promise<Card>>()

  /** A card that was made before. */
  kept(key: string): Card | undefined {
    return this.#kept.get(key)
  }

  isBeingMade(key: string): boolean {
    return this.#making.has(key)
  }

  /** Makes a card, unless it is being made for another caller. */
  make(key: string, make: () => Promise<Card>): Promise<Card> {
    const begun = this.#making.get(key)
    if (begun !== undefined) return begun
    const making = make()
      .then((card) => {
        this.#kept.set(key, card)
        return card
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }
}
