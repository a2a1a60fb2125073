import { hash } from 'node:crypto'
import { ConfigError } from '../../config/config.ts'

/**
 * The documents of a JSON text `{"<sha256 in hexadecimal>": "query ..."}`, by hash. Throws a ConfigError that names every
 * entry whose hash is not that of its document: such an entry would let a client run a document that was not reviewed.
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

/** `sha256:ABC…` and `abc…` name the same document. */
export function normaliseHash(id: string): string {
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
