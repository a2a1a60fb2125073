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
