import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { documentText } from '../../../src/explorer/api/document-text.ts'
import * as explorerOperations from '../../../src/generated/explorer-operations.ts'
import { readTrustedDocuments } from '../../../src/server/graphql/documents/persisted-documents.ts'
import { readConfig } from '../../../src/server/settings/config.ts'
import { buildWorld } from '../../../src/server/world.ts'
import { startService } from './support/test-service.ts'

describe('a file of trusted documents', () => {
  it('lets pass its documents and those of the explorer, and no other', async () => {
    const own = '{ dataRelease { id } }'
    const folder = mkdtempSync(join(tmpdir(), 'impactql-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'documents.json')
    writeFileSync(file, JSON.stringify({ [hash('sha256', own)]: own }))
    const env = { TRUSTED_DOCUMENTS: file }
    const { graphql } = await startService({ env, world: () => buildWorld(readConfig(env)) })
    expect((await graphql({ query: own })).data).toBeDefined()
    const documents = Object.entries(explorerOperations).filter(([name]) => name.endsWith('Document'))
    expect(documents.length).toBeGreaterThan(5)
    for (const [name, document] of documents) {
      const { errors = [] } = await graphql({ query: documentText(document) })
      // Without variables some cannot be executed; all of them may.
      for (const { extensions } of errors) expect([name, extensions.code]).toEqual([name, 'BAD_USER_INPUT'])
    }
    expect((await graphql({ query: `${own} ` })).errors?.[0]?.extensions.code).toBe('DOCUMENT_NOT_TRUSTED')
  })

  it('is refused when a hash is not that of its document', () => {
    const text = JSON.stringify({ [`${'0'.repeat(64)}`]: '{ hello }' })
    expect(() => readTrustedDocuments(text, 'documents.json')).toThrow(/expected [0-9a-f]{64} as the hash/)
  })

  it.each([
    ['is no JSON', 'nonsense'],
    ['is no object', '[]'],
    ['has no texts', '{"a":1}'],
    ['is empty', ''],
  ])('is refused when it %s', (_what, text) => {
    expect(() => readTrustedDocuments(text, 'documents.json')).toThrow(/^TRUSTED_DOCUMENTS: .*documents\.json/)
  })
})
