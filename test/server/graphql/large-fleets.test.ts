import { type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../../schema/schema.ts'
import { inputSize, NO_SIZE, planCost } from '../../../src/server/graphql/cost/operation-cost.ts'
import { readConfig } from '../../../src/server/settings/config.ts'
import { type Data, world } from '../../world.ts'
import { realWorld } from '../http/support/real-world.ts'
import { shareService } from '../http/support/test-service.ts'

const fleet = (selection: string) => `query ($items: [FleetItemInput!]!) { fleet(items: $items) { ${selection} } }`
const LIKELY = 'impact(criterion: GWP, duration: 8760) { total { value likely { low median high } } }'

const servers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    asset: { server: { configuration: { ram: [{ units: 1, capacity: 1 + index }] }, usage: { avgPower: 50 } } },
  }))

describe('the likely range of a fleet', () => {
  const service = shareService({ world: realWorld() })

  test('that costs more than a request may is refused with cost, limit and the way to jobs, before anything is drawn', async () => {
    const { status, errors } = await service().graphql({ query: fleet(LIKELY), variables: { items: servers(14_000) } })
    expect(status).toBe(400)
    expect(errors?.[0]?.message).toContain('/v2/jobs')
    expect(errors?.[0]?.extensions).toMatchObject({ limit: 'cost', maximum: 1_250_000, actual: expect.any(Number) })
  })

  test('with more items than a request may have is refused with the way to jobs, unless the service has none', async () => {
    const { errors } = await service().graphql({ query: fleet(LIKELY), variables: { items: servers(20_001) } })
    expect(errors?.[0]?.message).toMatch(/A list has 20001 items\b.* A job \(\/v2\/jobs\) accepts more$/)
    const variables = { input: {}, intervals: Array.from({ length: 20_001 }, () => ({ hours: 1 })) }
    const query = `query ($input: ServerInput, $intervals: [IntervalInput!]!) {
      server(input: $input) { timeline(intervals: $intervals, criterion: GWP) { points { hours } } } }`
    const other = await service().graphql({ query, variables })
    expect(other.errors?.[0]?.extensions).toMatchObject({ limit: 'items', maximum: 20_000, actual: 20_001 })
    expect(other.errors?.[0]?.message).not.toContain('/v2/jobs')
  })

  test('of 10,000 different servers with names of processors costs less than a request may', async () => {
    const { data } = await service().graphql({ query: '{ cpuModels(first: 2000) { nodes { name } } }' })
    const names: string[] = (data as Data).cpuModels.nodes.map(({ name }: Data) => name)
    const items = Array.from({ length: 10_000 }, (_, index) => {
      const cpu = { units: 1 + (index % 2), name: names[index % names.length] as string }
      return {
        asset: { server: { configuration: { cpu, ram: [{ units: 1 + (index % 24), capacity: 8 + (index % 64) }] } } },
      }
    })
    const config = readConfig({})
    const document = parse(fleet(LIKELY))
    const operation = document.definitions[0] as OperationDefinitionNode
    const sizes = new Map([['items', inputSize(items) ?? NO_SIZE]])
    const cost = planCost(schema, operation, new Map())({ variables: { items }, sizes, settings: world })
    expect(cost).toBeLessThan(config.maxCost)
    expect(cost).toBeLessThan((config.maxCostPer4Kb * JSON.stringify(items).length) / 4000)
  })

  test('of 300 different servers is there', async () => {
    const { data, errors } = await service().graphql({ query: fleet(LIKELY), variables: { items: servers(300) } })
    expect(errors).toBeUndefined()
    const { value, likely } = (data as Data).fleet.impact.total
    expect(likely.low).toBeLessThan(likely.median)
    expect(likely.median).toBeLessThan(likely.high)
    expect(value).toBeGreaterThan(likely.low / 2)
  })
})
