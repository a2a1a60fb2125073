import type { GraphQLError } from 'graphql'
import { refusal, tooLarge } from '../answers/refusal.ts'
import type { Selected } from './selected-below.ts'

/** Where a context carries the bounds of its operation. */
export const BOUNDS = Symbol('bounds')

export interface Bounds {
  readonly timeLimitMs: number
  /** Values that an answer may have: numbers, words, objects and lists. */
  readonly maxAnswerValues: number
  readonly maxAnswerBytes: number
}

/** Reading the clock costs as much as reading a field: each of the first fields looks, then one in so many. */
const FIELDS_PER_LOOK = 64

/** How often operations are looked after that wait for something. */
const LOOK_MS = 50

/**
 * What one operation may use while it runs. What it costs is estimated before; this counts what it does. Over a bound all its
 * fields throw, and `refusal` is the reason: nothing of it is answered.
 */
export class RunningBounds {
  readonly #bounds: Bounds
  readonly #endsAt: number
  readonly #isCancelled: (() => boolean) | undefined
  #fields = 0
  #values = 0
  #bytes = 0
  #refusal: GraphQLError | undefined
  #onOver: (() => void) | undefined

  /** `isCancelled` is called now and then: whether nobody waits for the answer any more. */
  constructor(bounds: Bounds, isCancelled?: () => boolean) {
    this.#bounds = bounds
    this.#endsAt = performance.now() + bounds.timeLimitMs
    this.#isCancelled = isCancelled
  }

  /** Why the operation ended; undefined where it is within its bounds. */
  get refusal(): GraphQLError | undefined {
    return this.#refusal
  }

  /** To be called before a field that does work is resolved. Throws where the operation is over. */
  check(): void {
    const looks = ++this.#fields < FIELDS_PER_LOOK || this.#fields % FIELDS_PER_LOOK === 0
    if (looks && this.#refusal === undefined) this.#look()
    if (this.#refusal !== undefined) throw this.#refusal
  }

  /** Counts a number, a text, or a list of them, and gives it back. Throws where it is too much. */
  countLeaf<Value>(value: Value): Value {
    if (typeof value === 'string') this.#bytes += value.length
    else if (Array.isArray(value)) {
      this.#values += value.length
      this.#bytes += 2 * value.length
      if (typeof value[0] === 'string') for (const each of value) this.#bytes += String(each).length
    }
    this.#checkCounts()
    return value
  }

  /** Counts an object or a list of them by what is selected of each, and gives it back. Throws where it is too much. */
  countObjects<Value>(value: Value, each: Selected): Value {
    if (value === null || value === undefined) return value
    const objects = Array.isArray(value) ? value.flat().length : 1
    this.#values += objects * each.values
    this.#bytes += objects * each.bytes
    this.#checkCounts()
    return value
  }

  #checkCounts(): void {
    const { maxAnswerValues: maximum, maxAnswerBytes } = this.#bounds
    if (this.#values > maximum)
      this.#end(tooLarge('values', `The answer has more than ${maximum} values`, maximum, this.#values))
    if (this.#bytes > maxAnswerBytes) this.#end(this.#tooManyBytes(this.#bytes))
    if (this.#refusal !== undefined) throw this.#refusal
  }

  /** Checks the text of the answer, which has marks and digits that are not counted while it comes about. */
  checkText(text: string): GraphQLError | undefined {
    const { maxAnswerBytes } = this.#bounds
    if (text.length * 3 <= maxAnswerBytes) return undefined
    const bytes = Buffer.byteLength(text)
    return bytes > maxAnswerBytes ? this.#tooManyBytes(bytes) : undefined
  }

  /** Ends the operation where it waits: its client has left. */
  abandon(): void {
    this.#end(this.#timeout())
  }

  /** What is promised, or nothing when the operation is over its bounds before. */
  within<Value>(promised: Promise<Value>): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#onOver = () => {
        watched.delete(this)
        resolve(undefined)
      }
      if (this.#refusal !== undefined) this.#onOver()
      else {
        watched.add(this)
        timer ??= setInterval(lookAtAll, LOOK_MS).unref()
      }
      const done = () => {
        watched.delete(this)
        this.#onOver = undefined
      }
      promised.then(
        (value) => {
          done()
          resolve(value)
        },
        (error: Error) => {
          done()
          reject(error)
        },
      )
    })
  }

  /** To be called now and then while the operation waits. */
  look(now: number): void {
    if (now > this.#endsAt) this.#end(this.#timeout())
  }

  #look(): void {
    if (performance.now() > this.#endsAt || this.#isCancelled?.()) this.#end(this.#timeout())
  }

  #end(why: GraphQLError): void {
    this.#refusal ??= why
    this.#onOver?.()
  }

  #timeout(): GraphQLError {
    return refusal(`The operation took longer than ${this.#bounds.timeLimitMs} ms`, 'TIMEOUT', 503)
  }

  #tooManyBytes(bytes: number): GraphQLError {
    const { maxAnswerBytes: maximum } = this.#bounds
    return tooLarge('bytes', `The answer has more than ${maximum} bytes`, maximum, bytes)
  }
}

/** One timer for all: most operations are done before a timer of their own would be set up. */
const watched = new Set<RunningBounds>()
let timer: NodeJS.Timeout | undefined

function lookAtAll(): void {
  const now = performance.now()
  for (const bounds of watched) bounds.look(now)
  if (watched.size > 0) return
  clearInterval(timer)
  timer = undefined
}
