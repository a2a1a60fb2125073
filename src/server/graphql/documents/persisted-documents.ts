import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { documentText } from '../../../explorer/api/document-text.ts'
import { ConfigError } from '../../settings/config.ts'
import { refusal } from '../answers/errors.ts'
import type { OperationParams } from '../graphql-request.ts'

/**
 * Parses JSON of the form `{"<sha256 in hexadecimal>": "query ..."}` to documents by hash. Throws a ConfigError that
 * names every entry with a wrong hash, which would let a client run a document that was not reviewed.
 */
export function readTrustedDocuments(text: string, file: string): ReadonlyMap<string, string> {
  const entries = Object.entries(readObject(text, file))
  const faults = entries.flatMap(([key, document]) => {
    if (typeof document !== 'string')
      return `TRUSTED_DOCUMENTS: expected a document under ${key} of ${file}, got ${typeof document}`
    const sha256 = hash('sha256', document)
    return normaliseHash(key) === sha256
      ? []
      : `TRUSTED_DOCUMENTS: expected ${sha256} as the hash of a document of ${file}, got "${key}"`
  })
  if (faults.length > 0) throw new ConfigError(faults)
  return new Map(entries.map(([key, document]) => [normaliseHash(key), document as string]))
}

/** Normalises a hash: `sha256:ABC…` and `abc…` name the same document. */
function normaliseHash(id: string): string {
  const lower = id.toLowerCase()
  return lower.startsWith('sha256:') ? lower.slice('sha256:'.length) : lower
}

function readObject(text: string, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    throw new ConfigError([`TRUSTED_DOCUMENTS: expected a JSON file, got "${file}" (${(error as Error).message})`])
  }
  throw new ConfigError([`TRUSTED_DOCUMENTS: expected an object of documents by hash in ${file}`])
}

/**
 * The explorer's operations by hash, since the service trusts its own page. Their file loads on demand: it takes about
 * 30 ms, and most services start without it.
 */
export function explorerDocuments(): ReadonlyMap<string, string> {
  const operations: object = createRequire(import.meta.url)('../../../generated/explorer-operations.ts')
  const documents = Object.entries(operations).filter(([name]) => name.endsWith('Document'))
  const texts = documents.flatMap(([, document]) => [documentText(document), documentText(document, true)])
  return new Map(texts.map((text) => [hash('sha256', text), text]))
}

/** Characters of automatic persisted documents, in all; below, of one. */
const MOST_CHARACTERS = 2_000_000
const MOST_CHARACTERS_OF_ONE = 100_000

/**
 * Finds the text of the document that a request means. A request sends the text itself, the hash of a trusted document,
 * or a hash that it sent earlier with its text. The last are automatic persisted queries, as in Apollo Client and urql.
 */
export class PersistedTexts {
  readonly #trusted: ReadonlyMap<string, string> | undefined
  readonly #trustedTexts: ReadonlySet<string> | undefined
  readonly #remembered = new LRUCache<string, string>({
    maxSize: MOST_CHARACTERS,
    maxEntrySize: MOST_CHARACTERS_OF_ONE,
    sizeCalculation: (text) => 100 + text.length,
  })

  /** With trusted documents, no others are accepted. */
  constructor(trusted: ReadonlyMap<string, string> | undefined) {
    this.#trusted = trusted
    this.#trustedTexts = trusted && new Set(trusted.values())
  }

  textOf({ query, documentId, extensions }: OperationParams): string | GraphQLError {
    const automatic = hashOf(extensions)
    if (query) {
      if (this.#trustedTexts !== undefined && !this.#trustedTexts.has(query)) {
        return refusal('The service runs trusted documents only, and this is not one', 'DOCUMENT_NOT_TRUSTED', 403)
      }
      return automatic === undefined ? query : this.#remember(query, automatic)
    }
    const id = documentId ?? automatic
    if (id === undefined)
      return refusal(
        'The request has no `query`. Send JSON such as {"query": "{ criteria { code } }"}',
        'BAD_REQUEST',
        400,
      )
    const key = normaliseHash(id)
    const known = this.#trusted?.get(key) ?? this.#remembered.get(key)
    if (known !== undefined) return known
    if (documentId == null) return this.#unknown()
    return refusal(`No document has the hash "${id.slice(0, 100)}"`, 'PERSISTED_DOCUMENT_NOT_FOUND', 404)
  }

  #remember(query: string, sha256: string): string | GraphQLError {
    if (this.#trusted !== undefined) return query
    if (normaliseHash(sha256) !== hash('sha256', query)) {
      return refusal('The hash does not match the document', 'BAD_REQUEST', 400)
    }
    this.#remembered.set(normaliseHash(sha256), query)
    return query
  }

  /** Clients know these messages: they then send the text with the hash, or always the text. */
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
