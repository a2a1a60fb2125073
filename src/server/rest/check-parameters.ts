import { nearestNames } from '../../catalogue/matching/nearest-names.ts'
import { shownText } from '../../input/fault.ts'
import type { Json } from './json.ts'
import { RestError } from './rest-error.ts'

/** Refused parameters that an answer lists. */
const MOST_LISTED = 20

/** Parameters of several paths that take several values. */
const LISTS: ReadonlySet<string> = new Set(['criteria', 'columns'])

/**
 * Throws a RestError for query parameters that a path does not have, with the closest that it has, and for those that
 * are given with different values. `lists` may have several.
 */
export function checkParameters(
  query: URLSearchParams,
  known: readonly string[],
  lists: ReadonlySet<string> = LISTS,
): void {
  if (query.size === 0) return
  const details = [...new Set(query.keys())].flatMap((key) => {
    if (!known.includes(key)) return [unknownParameter(key, query, known)]
    return !lists.has(key) && new Set(query.getAll(key)).size > 1 ? [repeatedParameter(key, query)] : []
  })
  if (details.length > 0) throw new RestError(400, details.slice(0, MOST_LISTED))
}

/** The query of /v1: of several values of a parameter that takes one, the last counts, as in FastAPI. */
export function withLastValues(query: URLSearchParams): URLSearchParams {
  if (new Set(query.keys()).size === query.size) return query
  const entries = [...query]
  const single = new Map(entries.filter(([key]) => !LISTS.has(key)))
  return new URLSearchParams([...single, ...entries.filter(([key]) => LISTS.has(key))])
}

function unknownParameter(key: string, query: URLSearchParams, known: readonly string[]): Json {
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
}

function repeatedParameter(key: string, query: URLSearchParams): Json {
  return {
    type: 'repeated_parameter',
    loc: ['query', key],
    msg: 'expected one value',
    input: query
      .getAll(key)
      .slice(0, MOST_LISTED)
      .map((each) => shownText(each)),
    nearest: [],
  }
}
