import type { GraphQLObjectType } from 'graphql'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { schema } from '../../../schema/schema.ts'
import { standInWorld } from '../http/support/stand-in-world.ts'
import { startService } from '../http/support/test-service.ts'
import { type AskedService, serviceOf } from './support/ask-service.ts'
import { WAYS } from './support/ways.ts'

describe('a trusted document', () => {
  const trusting = (...queries: readonly string[]) =>
    serviceOf({ trustedDocuments: new Map(queries.map((query, index) => [`hash-${index}`, query])) })
  const PARTS = '{ server { components { label kind attributes { name } } } }'

  /** How often the service looks for the type of a part, after some runs: a compiled document need not. */
  async function looksForTypes({ ask }: AskedService): Promise<number> {
    for (let run = 0; run < 30; run++) await ask({ query: PARTS })
    const isTypeOf = vi.spyOn(schema.getType('Cpu') as GraphQLObjectType & { isTypeOf(): boolean }, 'isTypeOf')
    onTestFinished(() => isTypeOf.mockRestore())
    isTypeOf.mockClear()
    expect((await ask({ query: PARTS })).json.data.server.components.length).toBeGreaterThan(2)
    return isTypeOf.mock.calls.length
  }

  it('is answered as others are, with the places of its errors', async () => {
    const query = '{\n  criteria { code }\n\n  server(input: { archetype: "nope" }) {\n    archetype\n  }\n}'
    const [trusted, other] = [trusting(query), serviceOf()]
    const { json } = await other.ask({ query })
    expect(json.errors).toMatchObject([{ locations: [{ line: 4, column: 3 }], path: ['server'] }])
    for (let time = 0; time < 3; time++) expect((await trusted.ask({ query })).json).toEqual(json)
  })

  it('is compiled, and others are not', async () => {
    expect(await looksForTypes(trusting(PARTS))).toBe(0)
    expect(await looksForTypes(serviceOf())).toBeGreaterThan(0)
  })

  it('is compiled after any number of others, and again after they took its place', async () => {
    const others = Array.from({ length: 500 }, (_, n) => `query Other${n} { __typename }`)
    const service = trusting(PARTS, ...others)
    for (let round = 0; round < 2; round++) {
      for (const query of others.flatMap((each) => [each, each])) {
        expect((await service.ask({ query })).json.data).toEqual({ __typename: 'Query' })
      }
      expect(await looksForTypes(service)).toBe(0)
    }
  })
})

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
