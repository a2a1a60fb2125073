import type { RateLimit } from '../config.ts'

/** What a client has left. */
export interface Allowance {
  readonly isAllowed: boolean
  /** Name, value, name, value: RateLimit-Policy, RateLimit and, when refused, Retry-After. */
  readonly headers: readonly string[]
}

/** Clients that are told apart; beyond, those that came first are forgotten. Some 10 MB. */
const MOST_CLIENTS = 50_000

interface Window {
  used: number
  endsAt: number
}

/**
 * Counts requests of a client in windows of fixed length that begin with its first request. Headers are those of
 * draft-ietf-httpapi-ratelimit-headers: what is left (r), and the seconds until it is full again (t).
 */
export class RateLimiter {
  readonly #quota: number
  readonly #windowMs: number
  readonly #policy: string
  readonly #windows = new Map<string, Window>()

  constructor({ quota, windowSeconds }: RateLimit) {
    this.#quota = quota
    this.#windowMs = windowSeconds * 1000
    this.#policy = `"default";q=${quota};w=${windowSeconds}`
  }

  get size(): number {
    return this.#windows.size
  }

  /** Counts a request at `now` (milliseconds). */
  take(client: string, now: number): Allowance {
    let window = this.#windows.get(client)
    if (window === undefined || window.endsAt <= now) {
      window = { used: 0, endsAt: now + this.#windowMs }
      this.#remember(client, window)
    }
    const isAllowed = window.used < this.#quota
    if (isAllowed) window.used++
    const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000))
    const state = `"default";r=${this.#quota - window.used};t=${seconds}`
    const headers = ['ratelimit-policy', this.#policy, 'ratelimit', state]
    return { isAllowed, headers: isAllowed ? headers : [...headers, 'retry-after', String(seconds)] }
  }

  #remember(client: string, window: Window): void {
    this.#windows.delete(client)
    this.#windows.set(client, window)
    if (this.#windows.size <= MOST_CLIENTS) return
    for (const first of this.#windows.keys()) {
      this.#windows.delete(first)
      break
    }
  }
}
