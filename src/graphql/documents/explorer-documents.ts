import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { documentText } from '../../explorer/api/document-text.ts'

/**
 * The operations of the explorer by hash: the service trusts its own page. Their file is required when they are needed,
 * since it takes some 30 ms, and most services start without it.
 */
export function explorerDocuments(): ReadonlyMap<string, string> {
  const operations: object = createRequire(import.meta.url)('../../generated/explorer-operations.ts')
  const documents = Object.entries(operations).filter(([name]) => name.endsWith('Document'))
  const texts = documents.flatMap(([, document]) => [documentText(document), documentText(document, true)])
  return new Map(texts.map((text) => [hash('sha256', text), text]))
}
