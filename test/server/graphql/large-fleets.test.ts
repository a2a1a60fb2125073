import { describe, expect, test } from 'vitest'
import type { Data } from '../../world.ts'
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

  test('that costs more than a request may is refused with the cost and the limit, before anything is drawn', async () => {
    const { status, errors } = await service().graphql({ query: fleet(LIKELY), variables: { items: servers(14_000) } })
    expect(status).toBe(400)
    expect(errors?.[0]?.message).toMatch(/^The operation has a cost of \d+; the limit is 1000000$/)
    expect(errors?.[0]?.extensions).toMatchObject({ limit: 'cost', maximum: 1_000_000 })
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
