import { hash } from 'node:crypto'
import type { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { refusal } from '../answers/refusal.ts'
import type { OperationParams } from '../operation-runner.ts'
import { normaliseHash } from './trusted-documents.ts'

/** Characters of documents that clients had remembered, in all, and of one. */
const MOST_CHARACTERS = 2_000_000
const MOST_CHARACTERS_OF_ONE = 100_000

/**
 * The text of the document that a request means: by itself, by the hash of a trusted document, or by a hash that a client sent
 * once with its text (automatic persisted queries, as Apollo Client and urql have them).
 */
export class PersistedTexts {
  readonly #trusted: ReadonlyMap<string, string> | undefined
  readonly #trustedTexts: ReadonlySet<string> | undefined
  readonly #remembered = new LRUCache<string, string>({
    maxSize: MOST_CHARACTERS,
    maxEntrySize: MOST_CHARACTERS_OF_ONE,
    sizeCalculation: (text) => 100 + text.length,
  })

  /** With trusted documents there are no others. */
  constructor(trusted: ReadonlyMap<string, string> | undefined) {
    this.#trusted = trusted
    this.#trustedTexts = trusted && new Set(trusted.values())
  }

  textOf({ query, documentId, extensions }: OperationParams): string | GraphQLError {
    const automatic = hashOf(extensions)
    if (query) {
      if (this.#trustedTexts !== undefined && !this.#trustedTexts.has(query)) {
        return refusal('Only trusted documents are executed, and this is none', 'DOCUMENT_NOT_TRUSTED', 403)
      }
      return automatic === undefined ? query : this.#remember(query, automatic)
    }
    const id = documentId ?? automatic
    if (id === undefined) return refusal('Must provide query string.', 'BAD_REQUEST', 400)
    const key = normaliseHash(id)
    const known = this.#trusted?.get(key) ?? this.#remembered.get(key)
    if (known !== undefined) return known
    if (documentId == null) return this.#unknown()
    return refusal(`No document is known by the hash "${id.slice(0, 100)}"`, 'PERSISTED_DOCUMENT_NOT_FOUND', 404)
  }

  #remember(query: string, sha256: string): string | GraphQLError {
    if (this.#trusted !== undefined) return query
    if (normaliseHash(sha256) !== hash('sha256', query)) {
      return refusal('The hash is not that of the document', 'BAD_REQUEST', 400)
    }
    this.#remembered.set(normaliseHash(sha256), query)
    return query
  }

  /** Clients know these messages: they send the text with the hash, or from then on the text alone. */
  #unknown(): GraphQLError {
    return this.#trusted === undefined
      ? refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 200)
      : refusal('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED', 200)
  }
}

function hashOf(extensions: OperationParams['extensions']): string | undefined {
  const persisted = extensions?.persistedQuery as { readonly sha256Hash?: unknown } | null | undefined
  return typeof persisted?.sha256Hash === 'string' ? persisted.sha256Hash : undefined
}
