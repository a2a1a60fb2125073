import { describe, expect, test } from 'vitest'
import { askNewest, type Data, releases } from '../../world.ts'
import { rest } from './ask-rest.ts'

const FIGURE = '{ value min max unit warnings { code message path nearest } }'

async function assess(body: object): Promise<Data> {
  const { status, json } = await rest('/v2/assess', { release: '2026.11', ...body })
  expect(status).toBe(200)
  return json
}

const usage = { usageLocation: 'FRA' }
const powered: readonly (readonly [string, object])[] = [
  ['a server', { server: { usage } }],
  ['a server with cards', { server: { configuration: { gpu: { units: 8, tdp: 700 } }, usage } }],
  ['an instance', { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { region: 'eu-west-3' } } }],
  ['an instance with cards', { cloudInstance: { provider: 'aws', instanceType: 'p5.48xlarge', usage } }],
  ...['LAPTOP', 'MONITOR', 'SMARTPHONE', 'BOX', 'EXTERNAL_HDD'].map(
    (kind) => [`a terminal: ${kind}`, { terminal: { kind, usage } }] as const,
  ),
  ['a connected object', { iotDevice: { usage: { ...usage, avgPower: 2 } } }],
  ['processors', { component: { cpu: { units: 2, tdp: 100, usage } } }],
  ['memory', { component: { ram: { units: 4, capacity: 32, usage } } }],
  ['cards', { component: { gpu: { units: 2, name: 'A10G', usage } } }],
  ...['ssd', 'hdd', 'powerSupply', 'case', 'motherboard', 'assembly'].map(
    (kind) => [`${kind} of a given power`, { component: { [kind]: { usage: { ...usage, avgPower: 5 } } } }] as const,
  ),
  ['storage', { storage: { kind: 'SSD', gigabytes: 500, usage } }],
  ['data that are moved', { network: { gigabytes: 500, reach: 'INTERNET', usage } }],
]

describe('a verbose answer of /v2 has the energy', () => {
  test.each(powered)('of %s, with bounds, as GraphQL has it', async (_, asset) => {
    for (const boundary of ['EQUIPMENT', 'DATA_CENTRE']) {
      const { energy, water, impacts } = await assess({
        asset,
        boundary,
        criteria: ['fe'],
        duration: 100,
        verbose: true,
        release: releases.newest.id,
      })
      const { asset: same } = await askNewest(
        `query ($asset: AssetInput!, $boundary: Boundary!) { asset(input: $asset) {
          energy(duration: 100, boundary: $boundary) ${FIGURE} water(duration: 100) ${FIGURE} } }`,
        { asset, boundary },
      )
      expect({ energy, water }).toEqual(same)
      expect(energy.min).toBeLessThanOrEqual(energy.value)
      expect(energy.max).toBeGreaterThanOrEqual(energy.value)
      expect(energy.value).toBeGreaterThan(0)
      // 3.6 MJ are a kWh; both are shown with few digits.
      expect(impacts[0].use.max / energy.max).toBeCloseTo(3.6, 2)
    }
  })

  test.each([
    ['ssd', { component: { ssd: {} } }],
    ['a motherboard', { component: { motherboard: {} } }],
    ['a connected object', { iotDevice: {} }],
  ])('of %s as null, where no power is known', async (_, asset) => {
    const answer = await assess({ asset, verbose: true, duration: 100 })
    expect([answer.energy, answer.water]).toEqual([null, null])
    expect(answer.impacts[0]).toMatchObject({ use: null, missing: ['USE'] })
  })

  test('and none where it is not asked to be verbose', async () => {
    expect(await assess({ asset: { server: {} } })).not.toHaveProperty('energy')
  })
})

test('1 kWh of an m5.xlarge in Paris costs what PUE and 44 g say, in /v2 and in GraphQL', async () => {
  const asset = {
    cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { avgPower: 100, region: 'eu-west-3' } },
  }
  const { energy, impacts } = await assess({
    asset,
    duration: 10,
    boundary: 'DATA_CENTRE',
    criteria: ['gwp'],
    verbose: true,
  })
  // 0.1 kW for 10 hours, PUE 1.35 (1.32 to 1.4), 44.18 g; 5 g (2.5 to 15) of building.
  expect(energy).toMatchObject({ value: 1.35, min: 1.32, max: 1.4 })
  expect(impacts[0].use.value).toBeCloseTo(1.35 * 0.044, 3)
  expect(impacts[0].building).toMatchObject({ value: 0.005, min: 0.0025, max: 0.015 })
})

test('a node of eight H100 draws kilowatts: 5 to 11 at full load, 0.4 to 3 idle', async () => {
  const at = (timeWorkload: number) => ({
    cloudInstance: { provider: 'aws', instanceType: 'p5.48xlarge', usage: { timeWorkload } },
  })
  const full = (await assess({ asset: at(100), duration: 1, verbose: true })).energy
  expect(full.value).toBeGreaterThan(5)
  expect(full.max).toBeLessThan(11)
  const idle = (await assess({ asset: at(0), duration: 1, verbose: true })).energy
  expect(idle.min).toBeGreaterThan(0.4)
  expect(idle.max).toBeLessThan(3)
})

test('the data centre with a PUE of 1 is the equipment, but for its building', async () => {
  const asset = { server: { usage: { ...usage, facility: { pue: 1 } } } }
  const [equipment, dataCentre] = await Promise.all(
    ['EQUIPMENT', 'DATA_CENTRE'].map((boundary) => assess({ asset, boundary, duration: 1000, verbose: true })),
  )
  expect(dataCentre?.energy).toEqual(equipment?.energy)
  for (const [index, { embedded, use }] of equipment?.impacts.entries() ?? []) {
    expect(dataCentre?.impacts[index]).toMatchObject({ embedded, use })
  }
})
