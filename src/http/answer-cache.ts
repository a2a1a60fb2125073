import { LRUCache } from 'lru-cache'
import type { Answer } from './answer.ts'

/** What an entry takes besides its texts. */
const ENTRY_BYTES = 400

/** One entry never takes more than this share of the whole. */
const LARGEST_SHARE = 1 / 16

/**
 * Answers by request, up to a number of bytes; when it is full, what was used longest ago goes. It belongs to one world: what
 * is remembered must never change an answer.
 */
export class AnswerCache {
  hits = 0
  readonly #entries: LRUCache<string, Answer>

  constructor(capacityBytes: number) {
    const maxEntrySize = Math.floor(capacityBytes * LARGEST_SHARE)
    this.#entries = new LRUCache({ maxSize: capacityBytes, maxEntrySize, sizeCalculation: sizeOf })
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get(key: string): Answer | undefined {
    const answer = this.#entries.get(key)
    if (answer !== undefined) this.hits++
    return answer
  }

  set(key: string, answer: Answer): void {
    this.#entries.set(key, answer)
  }
}

/** Compressed forms are smaller than a third of the body each, and are counted as if they were there. */
function sizeOf(answer: Answer, key: string): number {
  return ENTRY_BYTES + 2 * key.length + 2 * Buffer.byteLength(answer.body)
}
