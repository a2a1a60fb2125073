import { buildSchema, type GraphQLSchema, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { inputSize, NO_SIZE, planCost } from '../../../src/server/graphql/cost/operation-cost.ts'
import { standInWorld } from '../http/support/stand-in-world.ts'
import { startService } from '../http/support/test-service.ts'
import { FLEET, items } from './support/stand-in-fleet.ts'

describe('the cost of an operation', () => {
  function costOf(
    query: string,
    variables: Record<string, unknown> = {},
    { schema }: { schema: GraphQLSchema } = standInWorld(),
  ): number {
    const document = parse(query)
    const operation = document.definitions.find((each) => each.kind === 'OperationDefinition')
    if (!operation) throw new Error('no operation')
    const fragments = new Map(
      document.definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [])),
    )
    const sizes = new Map(Object.entries(variables).map(([name, value]) => [name, inputSize(value) ?? NO_SIZE]))
    return planCost(schema, operation, fragments)({ variables, sizes, settings: {} })
  }

  it.each([
    ['is one a field', '{ hello asset { name } }', {}, 3],
    ['counts impacts by criteria', '{ asset { impacts(criteria: ["gwp", "pe"]) { value } } }', {}, 2 + 2],
    ['counts the default criteria where none are named', '{ asset { impacts { value } } }', {}, 2 + 3],
    [
      'counts criteria of a variable',
      'query ($c: [String!]) { asset { impacts(criteria: $c) { value } } }',
      { c: ['a', 'b', 'c', 'd'] },
      2 + 4,
    ],
    [
      'counts the criteria a variable has by default',
      'query ($c: [String!] = ["a"]) { asset { impacts(criteria: $c) { value } } }',
      {},
      2 + 1,
    ],
    [
      'counts a variable that is not given like one that is not there',
      'query ($c: [String!]) { asset { impacts(criteria: $c) { value } } }',
      {},
      2 + 3,
    ],
    ['counts the items of a fleet', FLEET, { items: items(100) }, 1 + 100 * (2 + 1) + 100 * 5],
    [
      'counts seven other hosts for one of any family',
      FLEET,
      { items: [{ anyHost: true }, { anyHost: false }] },
      1 + 2 * (2 + 1) + (2 + 7) * 5,
    ],
    ['counts an item that stands for a list of one', FLEET, { items: {} }, 1 + 2 + 1],
    [
      'multiplies what is nested',
      'query ($items: [AssetInput!]!, $c: [String!]) { fleet(items: $items) { impacts(criteria: $c) { value } } }',
      { items: items(10), c: ['a', 'b'] },
      1 + 10 * (1 + 2) + 10 * 5,
    ],
    [
      'counts nothing that a variable leaves out',
      'query ($on: Boolean! = false) { hello asset @include(if: $on) { name self @skip(if: true) { name } } }',
      {},
      1,
    ],
    [
      'counts what a variable leaves in',
      'query ($on: Boolean!) { hello ...A @include(if: $on) @skip(if: false) } fragment A on Query { asset { name } }',
      { on: true },
      3,
    ],
    [
      'counts fragments where they are spread',
      '{ asset { ...A self { ...A } } } fragment A on Asset { name }',
      {},
      1 + 1 + 2,
    ],
  ])('%s', (_what, query, variables, cost) => {
    expect(costOf(query, variables)).toBe(cost)
  })

  describe('counts the texts of inputs, which are compared with names,', () => {
    const named = (...names: string[]) => names.map((name) => ({ self: [{ name }] }))
    const fields = 1 + 2 * (2 + 1) + 2 * (5 + 5)

    it.each([
      ['in variables', FLEET, { items: named('a', 'b') }, fields + 2 * 50],
      ['the same one once', FLEET, { items: named('a', 'a') }, fields + 50],
      ['labels apart', FLEET, { items: [{ label: 'a' }, { label: 'b' }] }, fields - 2 * 5],
      [
        'in the document',
        '{ fleet(items: [{ name: "a" }, { name: "b", label: "c" }]) { name } }',
        {},
        1 + 2 + 2 * 5 + 2 * 50,
      ],
      [
        'in lists of the document',
        '{ fleet(items: [{ names: ["a", "b", "a"] }]) { name } }',
        {},
        1 + 1 + 4 * 5 + 2 * 50,
      ],
      [
        'in variables inside of literals',
        'query ($n: String) { fleet(items: [{ name: $n }]) { name } }',
        { n: 'a' },
        1 + 1 + 5 + 50,
      ],
      [
        'not the words that only choose',
        'query ($c: [String!]) { asset { impacts(criteria: $c) { value } } }',
        { c: ['a', 'b'] },
        2 + 2,
      ],
    ])('%s', (_what, query, variables, cost) => {
      expect(costOf(query, variables)).toBe(cost)
    })
  })

  describe('counts what is inside of an input, of 20 parts, for the list below that has them:', () => {
    const schema = buildSchema(`
      input ThingInput { parts: [ThingInput!] }
      type Part { name: String }
      type Thing { parts: [Part!]! }
      type Query { thing(input: ThingInput): Thing }`)
    const parts = Array(20).fill({})
    const literal = (part: string) => `{ parts: [${Array(20).fill(part)}] }`
    // thing, parts, a name of each, and 5 for each item of the input.
    const cost = 1 + 1 + 20 * 1 + 20 * 5

    it.each([
      ['10 are assumed where none is given', '{ thing { parts { name } } }', {}, 1 + 1 + 10],
      ['in the document', `{ thing(input: ${literal('{}')}) { parts { name } } }`, {}, cost],
      [
        'in the document, each a variable',
        `query ($part: ThingInput!) { thing(input: ${literal('$part')}) { parts { name } } }`,
        { part: {} },
        cost,
      ],
      [
        'in a variable',
        'query ($input: ThingInput) { thing(input: $input) { parts { name } } }',
        { input: { parts } },
        cost,
      ],
    ])('%s', (_what, query, variables, expected) => {
      expect(costOf(query, variables, { schema })).toBe(expected)
    })
  })

  it('of fragments that double each other is computed at once, however high', () => {
    const fragments = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Asset { ...F${i + 1} ...F${i + 1} }`,
    ).join(' ')
    const last = 'fragment F60 on Asset { impacts(criteria: $c) { value } }'
    const startedAt = process.threadCpuUsage()
    expect(costOf(`query ($c: [String!]) { asset { ...F0 } } ${fragments} ${last}`, { c: ['a'] })).toBe(
      Number.MAX_SAFE_INTEGER,
    )
    expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(1000)
  })

  it('counts what is in the input besides the fields', async () => {
    const fields = 1 + 100 * (2 + 1)
    const request = { query: FLEET, variables: { items: items(100) } }
    const within = await startService({ env: { MAX_COST: String(fields + 100 * 5) } })
    const beyond = await startService({ env: { MAX_COST: String(fields + 100 * 5 - 1) } })
    expect((await within.graphql(request)).status).toBe(200)
    expect((await beyond.graphql(request)).status).toBe(400)
  })
})
