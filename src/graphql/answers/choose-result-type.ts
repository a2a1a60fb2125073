import { LRUCache } from 'lru-cache'
import { mediaRanges } from './media-ranges.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8'

export type ResultType = typeof JSON_TYPE | typeof RESPONSE_TYPE

/** Clients send few different headers. */
const remembered = new LRUCache<string, { readonly type: ResultType | undefined }>({ max: 100 })

/**
 * The media type of a result, by the weights of the Accept header (RFC 9110, 12.5.1): of two that are liked the same, the
 * one that is named first, and application/json for clients that take anything. Undefined for those that accept neither, or would
 * rather have a stream.
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

function best(header: string): ResultType | undefined {
  let type: ResultType | undefined
  let highest = 0
  let wildcard = 0
  for (const { name, weight, charset } of mediaRanges(header)) {
    if (name === 'text/event-stream' && weight > 0) return undefined
    if (charset !== undefined && charset !== 'utf-8') continue
    const named =
      name === 'application/json' ? JSON_TYPE : name === 'application/graphql-response+json' ? RESPONSE_TYPE : undefined
    if (named !== undefined && weight > highest) {
      type = named
      highest = weight
    }
    if (name === '*/*' || name === 'application/*') wildcard = Math.max(wildcard, weight)
  }
  return type ?? (wildcard > 0 ? JSON_TYPE : undefined)
}
