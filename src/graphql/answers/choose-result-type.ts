import { LRUCache } from 'lru-cache'
import { acceptedTypes, bestType } from './accepted-types.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8'

export type ResultType = typeof JSON_TYPE | typeof RESPONSE_TYPE

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
