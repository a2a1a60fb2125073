import type { Config } from '../config.ts'
import { acceptedKey, apiKeyOf } from './api-keys.ts'
import { clientAddress } from './client-address.ts'
import type { Exchange } from './exchange.ts'
import type { Metrics } from './metrics.ts'
import { RateLimiter } from './rate-limiter.ts'
import type { Responder } from './responder.ts'

/** Whether a request may be worked on; if not, it has been answered. `apiKeyHashes` are those accepted now. */
export type Admit = (exchange: Exchange, apiKeyHashes: readonly Buffer[]) => boolean

const KEY_NEEDED = 'An API key is needed: Authorization: Bearer KEY, or X-API-Key: KEY'
const TOO_MANY = 'Too many requests; Retry-After says in how many seconds to come again'

/** Checks API keys, then rate limits: per key or, where there is none, per address. Wrong keys count by address. */
export function createAdmission(config: Config, metrics: Metrics, { refuse }: Responder): Admit {
  const limiter = config.rateLimit && new RateLimiter(config.rateLimit)
  const limited = metrics.counter('impactql_requests_limited_total', '')
  return (exchange, apiKeyHashes) => {
    const needsKey = apiKeyHashes.length > 0
    if (!needsKey && limiter === undefined) return true
    const key = needsKey ? acceptedKey(apiKeyOf(exchange), apiKeyHashes) : undefined
    if (limiter !== undefined && !take(limiter, exchange, key)) return false
    if (!needsKey || key !== undefined) return true
    refuse(exchange, 401, 'UNAUTHENTICATED', KEY_NEEDED, ['www-authenticate', 'Bearer'])
    return false
  }

  function take(bounds: RateLimiter, exchange: Exchange, key: string | undefined): boolean {
    const client = key === undefined ? `address ${clientAddress(exchange, config.trustedProxies)}` : `key ${key}`
    const { isAllowed, headers } = bounds.take(client, exchange.startedAt)
    exchange.headers.push(...headers)
    if (isAllowed) return true
    limited.value++
    refuse(exchange, 429, 'RATE_LIMITED', TOO_MANY)
    return false
  }
}
