import { nearestNames } from '../../catalogue/matching/nearest-names.ts'
import { shownText } from '../../input/fault.ts'
import type { Json } from './json.ts'
import { RestError } from './rest-error.ts'

/** Unknown parameters that an answer lists. */
const MOST_LISTED = 20

/** Throws a RestError for query parameters that a path does not have, with the closest that it has. */
export function refuseUnknownParameters(query: URLSearchParams, known: readonly string[]): void {
  if (query.size === 0) return
  const unknown = [...new Set(query.keys())].filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  const details = unknown.slice(0, MOST_LISTED).map((key): Json => {
    const nearest = [...nearestNames(key, known)]
    const hint = nearest.length > 0 ? `. Did you mean ${nearest.join(', ')}?` : ''
    const expected = known.length > 0 ? `one of ${known.join(', ')}` : 'no parameters'
    return {
      type: 'unknown_parameter',
      loc: ['query', shownText(key)],
      msg: `expected ${expected}${hint}`,
      input: shownText(query.get(key) ?? ''),
      nearest,
    }
  })
  throw new RestError(400, details)
}
