import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** A longer Accept header is cut: reading one of 16 KB takes 6 ms. */
const LONGEST_HEADER = 2000

/** All texts are in UTF-8, as clients may ask for: `application/json; charset=utf-8`. */
const CHARSET = /;\s*charset="?utf-8"?/g

/**
 * The media types and ranges that an Accept header takes (RFC 9110, 12.5.1), the most liked first; none where there is no header.
 *
 * @example
 * acceptedTypes('text/event-stream;q=0, application/json;q=0.9, text/html') // ['text/html', 'application/json']
 */
export function acceptedTypes(accept: string | undefined): readonly string[] {
  return accept === undefined ? [] : negotiator(accept).mediaTypes()
}

/**
 * The media type that a client likes best of those that can be given: of two that it likes the same, the one that it names
 * first, else the first in `types`. Undefined where it takes none of them. Without a header it takes anything.
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
 * The media type of a result, by an Accept header: application/json for clients that take anything; undefined for those that
 * accept neither, or also take a stream.
 *
 * Example: `chooseResultType('application/graphql-response+json, application/json;q=0.9')` is the former.
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
