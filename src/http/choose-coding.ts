import { BoundedCache } from '../reference/bounded-cache.ts'

/** How a body is written. */
export type Coding = 'identity' | 'gzip' | 'br'

/** Clients send few different headers. */
const remembered = new BoundedCache<string, Coding>(100)

/**
 * The coding a client likes best, by the weights of its Accept-Encoding header (RFC 9110, 12.5.3); of two it likes the
 * same, the smaller one. A client that says nothing gets the body as it is.
 *
 * Example: `chooseCoding('gzip;q=1.0, br;q=0.5')` is `gzip`.
 */
export function chooseCoding(acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined || acceptEncoding === '') return 'identity'
  return remembered.getOrCompute(acceptEncoding, best)
}

function best(header: string): Coding {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',').slice(0, 20)) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
    const q = parameters.find((each) => each.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isFinite(weight) ? weight : 0)
  }
  const any = weights.get('*') ?? 0
  const gzip = weights.get('gzip') ?? any
  const br = weights.get('br') ?? any
  const identity = weights.get('identity') ?? 0
  if (br > 0 && br >= gzip && br >= identity) return 'br'
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity'
}
