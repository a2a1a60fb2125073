import type { Exchange } from './exchange.ts'

/** Headers of answers that pages of other origins may read, besides those they always may. */
const EXPOSED = 'ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Allow'

/** Header names a preflight may ask for; anything else would be a way to write headers of one's own. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/

const METHODS = 'GET, HEAD, POST, OPTIONS'
const PREFLIGHT_SECONDS = '86400'

/** Which pages of other origins may read answers. Never with credentials: nothing here depends on cookies. */
export interface Cors {
  /** Added to every answer, errors too: name, value, name, value. */
  readonly headersFor: (origin: string | undefined) => readonly string[]
  /** What answers depend on besides Accept-Encoding, for Vary. */
  readonly vary: string
}

export function createCors(origins: readonly string[]): Cors {
  if (origins.includes('*')) {
    const headers = ['access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED]
    return { headersFor: () => headers, vary: '' }
  }
  const allowed = new Map(
    origins.map((origin) => [
      origin,
      ['access-control-allow-origin', origin, 'access-control-expose-headers', EXPOSED],
    ]),
  )
  return { headersFor: (origin) => (origin === undefined ? [] : (allowed.get(origin) ?? [])), vary: ', Origin' }
}

/**
 * What OPTIONS is told beyond that: the methods of the path in Allow and, for pages of other origins, every method there is
 * (so that they may read a 405 or a 404), and the headers that they ask for.
 */
export function preflightHeaders(exchange: Exchange, allowed: readonly string[]): readonly string[] {
  const asked = exchange.header('access-control-request-headers')
  const headers = [
    'allow',
    allowed.join(', '),
    'access-control-allow-methods',
    METHODS,
    'access-control-max-age',
    PREFLIGHT_SECONDS,
  ]
  return asked !== undefined && HEADER_NAMES.test(asked) ? [...headers, 'access-control-allow-headers', asked] : headers
}
