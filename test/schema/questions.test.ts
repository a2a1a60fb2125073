import { expect, test } from 'vitest'
import { ask, type Data } from '../world.ts'

/*
 * What people ask, each in one query that could be guessed from the schema.
 */

test('the five items of a fleet of 300 that count the most', async () => {
  const items = Array.from({ length: 300 }, (_, index) => ({
    label: `item ${index}`,
    quantity: 1 + ((index * 7) % 300),
    asset: index % 2 ? { terminal: { kind: 'LAPTOP' } } : { component: { ram: { units: 1 + (index % 5) } } },
  }))
  const query = `query ($items: [FleetItemInput!]!) {
    fleet(items: $items) {
      all: items { label impact(criterion: GWP) { total { value(exact: true) } } }
      top: items(orderBy: TOTAL, first: 5) { label quantity impact(criterion: GWP) { total { value(exact: true) } } }
    }
  }`
  const { fleet } = await ask(query, { items })
  const totals = fleet.all.map(({ impact }: Data) => impact.total.value).sort((a: number, b: number) => b - a)
  expect(fleet.top.map(({ impact }: Data) => impact.total.value)).toEqual(totals.slice(0, 5))
  expect(fleet.top[0].label).not.toBe('item 0')
})

test('every attribute of a server that is assumed of anything, usage included', async () => {
  const { server } = await ask(`{
    server {
      usage { ...Use }
      components { label attributes { name attribute { status number text } } usage { ...Use } }
    }
  }
  fragment Use on Usage {
    avgPower { ...Origin } timeWorkload { ...Origin } usageLocation { ...Origin } useTimeRatio { ...Origin }
    hoursLifeTime { ...Origin } otherConsumptionRatio { ...Origin }
  }
  fragment Origin on Attribute { status number text }`)
  const ofUse = Object.entries<Data>(server.usage).filter(([, attribute]) => attribute?.status === 'DEFAULT')
  expect(ofUse.map(([name, { number, text }]) => [name, number ?? text])).toContainEqual(['usageLocation', 'EEE'])
  const statuses = server.components.flatMap(({ attributes }: Data) =>
    attributes.map(({ attribute }: Data) => attribute),
  )
  expect(statuses.length).toBeGreaterThan(10)
  for (const { number, text } of statuses) expect((number === null) !== (text === null)).toBe(true)
})

test('the TDP of a processor as a machine prints it', async () => {
  const { cpu } = await ask('{ cpu(name: "AMD EPYC 7763 64-Core Processor") { name tdp } }')
  expect(cpu).toEqual({ name: 'AMD EPYC 7763', tdp: 280 })
})

test('the parts of a server and what making each of them counts for', async () => {
  const { server } = await ask(
    '{ server { impact(criterion: GWP) { embedded { value(exact: true) } } components { label impact(criterion: GWP) { embedded { value(exact: true) } } } } }',
  )
  const parts = server.components.map(({ impact }: Data) => impact.embedded.value)
  expect(parts.reduce((sum: number, part: number) => sum + part, 0)).toBeCloseTo(server.impact.embedded.value, 6)
})

test('the same instance in three regions', async () => {
  const { node } = await ask(`{
    node(id: "aws/m5.xlarge") {
      ... on CloudInstanceType {
        paris: instance(usage: { region: "eu-west-3" }) { ...Year }
        dublin: instance(usage: { region: "eu-west-1" }) { ...Year }
        mumbai: instance(usage: { region: "ap-south-1" }) { ...Year }
      }
    }
  }
  fragment Year on CloudInstance { usage { usageLocation { text } } impact(criterion: GWP, duration: 8760) { unit total { value } use { value } } }`)
  expect(Object.values<Data>(node).map(({ usage }) => usage.usageLocation.text)).toEqual(['FRA', 'IRL', 'IND'])
  expect(node.paris.impact.use.value).toBeLessThan(node.dublin.impact.use.value)
  expect(node.dublin.impact.use.value).toBeLessThan(node.mumbai.impact.use.value)
})

test('what a sum by total leaves out: parts whose use is not known', async () => {
  const { server } = await ask(
    '{ server { components { kind impact(criterion: GWP) { embedded { value } use { value } total { value } missing } } } }',
  )
  const ssd = server.components.find(({ kind }: Data) => kind === 'SSD')
  expect(ssd.impact).toMatchObject({ use: null, missing: ['USE'] })
  expect(ssd.impact.total).toEqual(ssd.impact.embedded)
})
