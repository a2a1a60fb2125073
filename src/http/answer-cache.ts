import { LRUCache } from 'lru-cache'
import type { Answer } from './answer.ts'

/** What an entry takes besides its texts. */
const ENTRY_BYTES = 400

/** One entry never takes more than this share of the whole. */
const LARGEST_SHARE = 1 / 16

/** Requests that were met are kept in mind, by 32 bits each: one in the place of each that falls there, in 256 kB. */
const PLACES = 65_536

/**
 * Answers by request, up to a number of bytes; when it is full, what was used longest ago goes. An answer is remembered when its
 * request comes a second time: most descriptions are sent once, and keeping them is a sixth of the work for them. It belongs to
 * one world: what is remembered must never change an answer.
 */
export class AnswerCache {
  hits = 0
  readonly #entries: LRUCache<string, Answer>
  readonly #met = new Uint32Array(PLACES)

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

  /** Remembers an answer, as bytes, where its request was met before. */
  keep(key: string, answer: Answer): void {
    const number = numberOf(key)
    const place = number % PLACES
    if (this.#met[place] === number) this.#entries.set(key, answer.toBytes())
    this.#met[place] = number
  }
}

/** FNV-1a; two keys of one number are remembered one request earlier. */
function numberOf(key: string): number {
  let number = 0x811c9dc5
  for (let i = 0; i < key.length; i++) number = Math.imul(number ^ key.charCodeAt(i), 0x01000193)
  return number >>> 0
}

/** Compressed forms are smaller than a third of the body each, and are counted as if they were there. */
function sizeOf(answer: Answer, key: string): number {
  return ENTRY_BYTES + 2 * key.length + 2 * Buffer.byteLength(answer.body)
}
