import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apollo, fleet as apolloFleet } from './programs/apollo.ts'
import { urql, fleet as urqlFleet } from './programs/urql.ts'
import { startRealService } from './support/real-service.ts'

let service: Awaited<ReturnType<typeof startRealService>>

beforeAll(async () => {
  service = await startRealService()
})
afterAll(() => service.stop())

const LAPTOPS = [{ label: 'web', quantity: 2, asset: { terminal: { kind: 'LAPTOP' } } }]
const SERVERS = [
  { label: 'web', quantity: 2, asset: { server: {} } },
  { label: 'wrong', asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.huge' } } },
]

const CLIENTS = {
  'Apollo Client': () => {
    const client = apollo(service.url)
    return (items: readonly object[]) => apolloFleet(client, items)
  },
  'urql with its normalised cache': () => {
    const client = urql(service.url)
    return (items: readonly object[]) => urqlFleet(client, items)
  },
}

describe.each(Object.entries(CLIENTS))('%s', (_, createClient) => {
  test('keeps two fleets apart that both have an item with the label "web"', async () => {
    const ask = createClient()
    const laptops = await ask(LAPTOPS)
    const servers = await ask(SERVERS)
    expect(servers.items[0].impact.total.value).toBeGreaterThan(10 * laptops.items[0].impact.total.value)
    // The second time from the cache.
    expect(await ask(LAPTOPS)).toEqual(laptops)
    expect(await ask(SERVERS)).toEqual(servers)
  })

  test('has the good answers of a fleet with a faulty item, and its fault', async () => {
    const { items } = await createClient()(SERVERS)
    expect(items).toMatchObject([
      { fault: null },
      { label: 'wrong', fault: { faultCode: 'NOT_FOUND' }, impact: { total: null } },
    ])
  })
})
