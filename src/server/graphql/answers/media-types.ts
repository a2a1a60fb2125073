import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** Longer Accept headers are cut: reading one of 16 KB takes 6 ms. */
const LONGEST_HEADER = 2000

/** All texts are in UTF-8, so this parameter is dropped: `application/json; charset=utf-8`. */
const CHARSET = /;\s*charset="?utf-8"?/g

/**
 * The media types and ranges of an Accept header (RFC 9110, 12.5.1), the most preferred first; empty without a header.
 *
 * @example
 * acceptedTypes('text/event-stream;q=0, application/json;q=0.9, text/html') // ['text/html', 'application/json']
 */
export function acceptedTypes(accept: string | undefined): readonly string[] {
  return accept === undefined ? [] : negotiator(accept).mediaTypes()
}

/**
 * The available media type that a client prefers. Ties go to the one that it names first, else to the first in `types`.
 * Undefined if it accepts none. Without a header it accepts anything.
 */
export function bestType<Type extends string>(accept = '*/*', types: readonly Type[]): Type | undefined {
  return negotiator(accept).mediaType([...types]) as Type | undefined
}

function negotiator(accept: string): Negotiator {
  const types = accept.slice(0, LONGEST_HEADER).toLowerCase().replace(CHARSET, '')
  return new Negotiator({ headers: { accept: types } })
}

export const JSON_TYPE = 'application/json; charset=utf-8'
export const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8'

type ResultType = typeof JSON_TYPE | typeof RESPONSE_TYPE

/** Clients send few different headers. */
const remembered = new LRUCache<string, { readonly type: ResultType | undefined }>({ max: 100 })

/**
 * The media type of a result for an Accept header: application/json for clients that accept anything. Undefined for
 * clients that accept neither, or also a stream.
 *
 * Example: `chooseResultType('application/graphql-response+json, application/json;q=0.9')` is
 * application/graphql-response+json.
 */
export function chooseResultType(accept: string | undefined): ResultType | undefined {
  if (accept === undefined) return JSON_TYPE
  let known = remembered.get(accept)
  if (known === undefined) {
    known = { type: best(accept) }
    remembered.set(accept, known)
  }
  return known.type
}

function best(accept: string): ResultType | undefined {
  if (acceptedTypes(accept).includes('text/event-stream')) return undefined
  return bestType(accept, [JSON_TYPE, RESPONSE_TYPE])
}
