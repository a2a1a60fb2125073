import { describe, expect, it } from 'vitest'
import { standInWorld } from '../http/support/stand-in-world.ts'
import { startService } from '../http/support/test-service.ts'
import { WAYS } from './support/ways.ts'

describe('where only trusted documents are executed', () => {
  const world = standInWorld({ documents: ['query Greeting($name: String) { hello(name: $name) }'] })
  const trusted = [...(world.trustedDocuments ?? [])][0] as [string, string]

  describe.each(WAYS)('a request sent %s', (_way, send) => {
    it('may name one by its hash', async () => {
      const service = await startService({ world })
      const data = { hello: 'Hello, Ada!' }
      const variables = { name: 'Ada' }
      expect((await send(service, { documentId: trusted[0], variables })).data).toEqual(data)
      expect((await send(service, { documentId: `sha256:${trusted[0]}`, variables })).data).toEqual(data)
      expect(
        (await send(service, { extensions: { persistedQuery: { version: 1, sha256Hash: trusted[0] } }, variables }))
          .data,
      ).toEqual(data)
    })

    it('may send its text', async () => {
      const service = await startService({ world })
      expect((await send(service, { query: trusted[1] })).data).toEqual({ hello: 'Hello, you!' })
    })

    it('may send no other', async () => {
      const service = await startService({ world })
      const { status, errors } = await send(service, { query: '{ hello }' })
      expect([status, errors?.[0]?.extensions.code]).toEqual([403, 'DOCUMENT_NOT_TRUSTED'])
    })

    it('gets an error of its own for a hash that is not known', async () => {
      const service = await startService({ world })
      const { status, errors } = await send(service, { documentId: 'f'.repeat(64) })
      expect([status, errors?.[0]?.extensions.code]).toEqual([404, 'PERSISTED_DOCUMENT_NOT_FOUND'])
    })
  })
})
