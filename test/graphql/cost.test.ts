import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { countLists, NO_LISTS } from '../../src/graphql/cost/input-lists.ts'
import { planCost } from '../../src/graphql/cost/operation-cost.ts'
import { standInWorld } from '../http/support/stand-in-world.ts'
import { startService } from '../http/support/test-service.ts'
import { FLEET, items } from './support/stand-in-fleet.ts'

describe('the cost of an operation', () => {
  function costOf(query: string, variables: Record<string, unknown> = {}): number {
    const { schema } = standInWorld()
    const document = parse(query)
    const operation = document.definitions.find((each) => each.kind === 'OperationDefinition')
    if (!operation) throw new Error('no operation')
    const fragments = new Map(
      document.definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [])),
    )
    const lists = new Map(Object.entries(variables).map(([name, value]) => [name, countLists(value) ?? NO_LISTS]))
    return planCost(schema, operation, fragments)({ variables, lists, settings: {} })
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
    ['counts an item that stands for a list of one', FLEET, { items: {} }, 1 + 2 + 1],
    [
      'multiplies what is nested',
      'query ($items: [AssetInput!]!, $c: [String!]) { fleet(items: $items) { impacts(criteria: $c) { value } } }',
      { items: items(10), c: ['a', 'b'] },
      1 + 10 * (1 + 2) + 10 * 5,
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
