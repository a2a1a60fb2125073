import type { Answer } from './answer.ts'

/** What an entry takes besides its texts. */
const ENTRY_BYTES = 400

/** One entry never takes more than this share of the whole. */
const LARGEST_SHARE = 1 / 16

/** Requests that were met once are kept in mind, by a number each, until there are this many. */
const MOST_MET = 20_000

/**
 * Answers by request, up to a number of bytes; when it is full, what was used longest ago goes. An answer is remembered when
 * its request comes a second time: most descriptions are sent once, and keeping them would only push out the others. It
 * belongs to one world: what is remembered must never change an answer.
 */
export class AnswerCache {
  readonly capacityBytes: number
  readonly #entries = new Map<string, Answer>()
  readonly #met = new Set<number>()
  #bytes = 0
  #hits = 0

  constructor(capacityBytes: number) {
    this.capacityBytes = capacityBytes
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#bytes
  }

  get hits(): number {
    return this.#hits
  }

  get(key: string): Answer | undefined {
    const answer = this.#entries.get(key)
    if (answer === undefined) return undefined
    this.#hits++
    this.#entries.delete(key)
    this.#entries.set(key, answer)
    return answer
  }

  set(key: string, answer: Answer): void {
    if (!this.#isMetAgain(key)) return
    const bytes = sizeOf(key, answer)
    if (bytes > this.capacityBytes * LARGEST_SHARE) return
    const previous = this.#entries.get(key)
    if (previous !== undefined) {
      this.#bytes -= sizeOf(key, previous)
      this.#entries.delete(key)
    }
    this.#entries.set(key, answer)
    this.#bytes += bytes
    for (const [oldest, itsAnswer] of this.#entries) {
      if (this.#bytes <= this.capacityBytes) break
      this.#entries.delete(oldest)
      this.#bytes -= sizeOf(oldest, itsAnswer)
    }
  }

  #isMetAgain(key: string): boolean {
    const number = numberOf(key)
    if (this.#met.has(number)) return true
    if (this.#met.size >= MOST_MET) this.#met.clear()
    this.#met.add(number)
    return false
  }
}

/** FNV-1a, 32 bits; two keys of one number merely are remembered one request earlier. */
function numberOf(key: string): number {
  let number = 0x811c9dc5
  for (let i = 0; i < key.length; i++) number = Math.imul(number ^ key.charCodeAt(i), 0x01000193)
  return number >>> 0
}

/** Compressed forms are smaller than a third of the body each, and are counted as if they were there. */
function sizeOf(key: string, answer: Answer): number {
  return ENTRY_BYTES + 2 * key.length + 2 * answer.bytes
}
