import { describe, expect, test } from 'vitest'
import { ask, askNewest, type Data } from '../world.ts'

describe('A fault of an item has its code as an enum', () => {
  test.each([
    ['{ server: { archetype: "none" } }', 'NOT_FOUND', ''],
    ['{ component: { cpu: { units: -1 } } }', 'TOO_SMALL', ''],
    ['{ component: { ssd: { capacity: 1e13 } } }', 'TOO_BIG', ''],
    ['{ component: { ram: { generation: DDR4, generationName: "DDR4" } } }', 'INVALID_VALUE', ''],
    ['{ server: { usage: { usageLocation: "Mras" } } }', 'UNKNOWN_LOCATION', ', strict: true'],
    ['{ component: { ram: { generation: DDR5, year: 2012 } } }', 'CONTRADICTION', ', strict: true'],
  ])('%s: %s', async (asset, code, strict) => {
    const { fleet } = await askNewest(
      `{ fleet(items: [{ asset: ${asset} }]${strict}) { items { fault { faultCode code } } } }`,
    )
    expect(fleet.items).toEqual([{ fault: { faultCode: code, code } }])
  })
})

test('A factor of electricity has what it counts as an enum, where its source says so', async () => {
  const { server, own } = await askNewest(`{
    server(input: { usage: { usageLocation: "FRA" } }) { usage { elecFactors(criteria: [GWP]) { scope basis } } }
    own: server(input: { usage: { elecFactors: [{ criterion: GWP, value: 0.1 }] } }) { usage { elecFactors(criteria: [GWP]) { scope } } } }`)
  expect(server.usage.elecFactors).toEqual([{ scope: 'GENERATED', basis: 'life-cycle, generation, without losses' }])
  expect(own.usage.elecFactors).toEqual([{ scope: null }])
})

test('A group of attributes of an archetype says what it is of', async () => {
  const partsOf = async (archetype: string) =>
    (await ask(`{ archetype(${archetype}) { name part component } }`)).archetype as Data[]
  const server = await partsOf('of: SERVER, id: "platform_compute_medium"')
  expect(server).toContainEqual({ name: null, part: 'DEVICE', component: null })
  expect(server).toContainEqual({ name: 'POWER_SUPPLY', part: 'COMPONENT', component: 'POWER_SUPPLY' })
  expect(server).toContainEqual({ name: 'USAGE', part: 'USAGE', component: null })
  const { iotDeviceArchetypes } = await ask('{ iotDeviceArchetypes }')
  const device = await partsOf(`of: IOT_DEVICE, id: "${iotDeviceArchetypes[0]}"`)
  expect(device).toContainEqual({ name: 'SENSING', part: 'FUNCTIONAL_BLOCK', component: null })
})
