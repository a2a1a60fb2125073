import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyServer } from '../../arbitraries.ts'
import { runs } from '../../runs.ts'
import { runBoth } from './support/run-both.ts'

describe('Variables of a compiled operation', () => {
  const FLEET = `query ($items: [FleetItemInput!]!, $first: Int = 2, $__proto__: Float) {
    fleet(items: $items) { size assessed items { label quantity fault { code path message nearest } } impacts(duration: $__proto__) { embedded { value } } }
    cpus(first: $first) { edges { cursor } }
  }`
  const server = { server: {} }

  it.each([
    ['a default within an input', { items: [{ asset: server }] }],
    ['one item for a list', { items: { asset: server } }],
    ['an id that is a number', { items: [{ asset: { server: { archetype: 7 } } }] }],
    ['a faulty item among good ones', { items: [{ asset: server }, { quantity: -1, asset: server }] }],
    ['null for what has a default', { items: [{ quantity: null, asset: server }], first: null }],
    ['undefined', { items: [{ label: undefined, quantity: undefined, asset: server }], first: undefined }],
    ['a whole number that is written as a decimal', { items: [{ quantity: 3.0, asset: server }] }],
    ['a name of JavaScript', JSON.parse(`{ "items": [{ "asset": { "server": {} } }], "__proto__": 8760 }`)],
    ['variables that nobody declared', { items: [{ asset: server }], toString: 1, more: {} }],
  ])('are read as graphql-js reads them: %s', async (_, variables) => {
    const { compiled, executed } = await runBoth(FLEET, variables)
    expect(compiled).not.toContain('"errors"')
    expect(compiled).toBe(executed)
  })

  it.each(['constructor', 'toString', '__proto__'])(
    'are read as graphql-js reads them: one without a value that is named %s, inside of a literal',
    async (name) => {
      const source = `query ($${name}: Float) { fleet(items: [{ asset: { server: { usage: { avgPower: $${name} } } } }]) { assessed } }`
      const { compiled, executed } = await runBoth(source)
      expect(compiled).toContain('"assessed":1')
      expect(compiled).toBe(executed)
    },
  )

  const LITERALS = `query ($n: String, $u: Int, $l: Float, $r: RamInput = {}, $rs: [RamInput!], $s: Boolean!) {
    server(input: { configuration: { ram: [$r, { capacity: 8, units: $u }], cpu: { name: $n, units: 2 } } }) { ...f }
    again: server(input: { configuration: { ram: $rs }, usage: { timeWorkload: $l } }) { ...f }
    component(input: { ram: $r }) { ...f }
    fleet(items: { asset: { server: { configuration: { ram: { units: $u } } } }, label: $n }, strict: $s) { assessed }
  }
  fragment f on Assessable { impacts { embedded { value } use { value } } warnings { message } }`

  it.each([
    ['all', { n: 'EPYC 7763', u: 3, l: 20, r: { capacity: 4 }, rs: [{ units: 2 }], s: true }],
    ['one item for a list', { r: {}, rs: { capacity: 16 }, s: false }],
    ['null', { n: null, u: null, l: null, r: {}, rs: null, s: false }],
    ['null where there must be one', { r: null, s: false }],
    ['none', { s: false }],
    ['numbers that are out of range', { u: -1, l: 1000, r: { units: -3 }, s: false }],
  ])('inside of literals are read as graphql-js reads them: %s', async (_, variables) => {
    const { compiled, executed } = await runBoth(LITERALS, variables)
    expect(compiled).toBe(executed)
  })

  it.each([
    ['an unknown field', { items: [{ asset: { server: { nope: 1 } } }] }],
    ['an own __proto__', JSON.parse(`{ "items": [{ "asset": { "server": {}, "__proto__": {} } }] }`)],
    ['a field that is missing', { items: [{ label: 'a' }] }],
    ['two of one kind', { items: [{ asset: { server: {}, terminal: { kind: 'LAPTOP' } } }] }],
    ['none of one kind', { items: [{ asset: {} }] }],
    ['null for one of a kind', { items: [{ asset: { server: null } }] }],
    ['a list for an input', { items: [{ asset: [] }] }],
    ['a text for an input', { items: ['server'] }],
    ['a fraction for a whole number', { items: [{ quantity: 1.5, asset: server }] }],
    ['an unknown word of an enumeration', { items: [{ asset: { terminal: { kind: 'PHONE' } } }] }],
    ['null in a list', { items: [null] }],
    ['nothing', {}],
  ])('are refused as graphql-js refuses them: %s', async (_, variables) => {
    const { compiled, executed } = await runBoth(FLEET, variables)
    expect(compiled).toContain('"errors"')
    expect(compiled).toBe(executed)
  })

  it('are read alike, with any value', async () => {
    const source = 'query ($input: ServerInput) { server(input: $input) { impacts { embedded { value } } } }'
    const input = fc.oneof(
      anyServer,
      fc.jsonValue(),
      fc.record({ configuration: fc.jsonValue(), usage: fc.jsonValue() }),
    )
    await fc.assert(
      fc.asyncProperty(input, async (value) => {
        const { compiled, executed } = await runBoth(source, { input: value })
        expect(compiled).toBe(executed)
      }),
      runs(100),
    )
  })
})
