import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchPersisted } from './programs/relay.ts'
import { startRealService } from './support/real-service.ts'

const QUERY = 'query Laptop { terminal(input: { kind: LAPTOP }) { impact(criterion: GWP) { embedded { value } } } }'
const HASH = createHash('sha256').update(QUERY).digest('hex')
const folder = mkdtempSync(join(tmpdir(), 'impactql-relay-'))
let service: Awaited<ReturnType<typeof startRealService>>

beforeAll(async () => {
  const file = join(folder, 'persisted.json')
  writeFileSync(file, JSON.stringify({ [HASH]: QUERY }))
  service = await startRealService({ TRUSTED_DOCUMENTS: file })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

test('a document that Relay did not persist is not known', async () => {
  const { errors } = await fetchPersisted(service.url)({ id: '0'.repeat(64) }, {})
  expect(errors).toMatchObject([{ extensions: { code: 'PERSISTED_DOCUMENT_NOT_FOUND' } }])
})

test('a document that Relay persisted is executed by its hash', async () => {
  const answer = await fetchPersisted(service.url)({ id: HASH }, {})
  expect(answer).toEqual({ data: { terminal: { impact: { embedded: { value: 190 } } } } })
})
