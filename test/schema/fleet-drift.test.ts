import { expect, test } from 'vitest'
import { driftOf } from '../../src/library/index.ts'
import { ask, type Data, errorsOf, releases } from '../world.ts'

const QUERY = `query ($asset: AssetInput, $fleet: [FleetItemInput!], $boundary: Boundary, $allocation: Allocation) {
  drift(
    asset: $asset, fleet: $fleet, from: "boavizta-2.4.1", to: "2026.11", boundary: $boundary, allocation: $allocation
  ) {
    from { value(exact: true) } to { value(exact: true) } ratio causes { leaf effect }
  }
}`
const M5 = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { region: 'eu-west-3' } } }
const LAPTOP = { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'FRA' } } }
const FLEET = [
  { asset: M5, quantity: 4 },
  { asset: LAPTOP, quantity: 7 },
]

test('drift is asked of an asset or of a fleet that is not empty', async () => {
  for (const subject of [{}, { asset: M5, fleet: FLEET }, { fleet: [] }]) {
    const [error] = await errorsOf(QUERY, subject)
    expect(error?.message).toMatch(/exactly one of asset and fleet|at least one item/)
  }
})

test('what is wrong with an item is told with its place', async () => {
  const wrong = { cloudInstance: { provider: 'aws', instanceType: 'm5.huge' } }
  const [error] = await errorsOf(QUERY, { fleet: [{ asset: M5 }, { asset: wrong }] })
  expect(error?.cause.faults[0].path).toEqual(['fleet', '1', 'asset', 'cloudInstance', 'instanceType'])
})

test('a fleet moved by what its assets moved together, and each cause is one of the whole fleet', async () => {
  const { drift } = await ask(QUERY, { fleet: FLEET })
  const [m5, laptop] = await Promise.all([M5, LAPTOP].map(async (asset) => (await ask(QUERY, { asset })).drift))
  expect(drift.from.value).toBeCloseTo(4 * m5.from.value + 7 * laptop.from.value, 6)
  expect(drift.to.value).toBeCloseTo(4 * m5.to.value + 7 * laptop.to.value, 6)
  const effects = drift.causes.map(({ effect }: Data) => effect)
  expect(effects.reduce((sum: number, effect: number) => sum + effect, drift.from.value)).toBeCloseTo(drift.to.value, 6)
  const leaves = drift.causes.map(({ leaf }: Data) => leaf)
  expect(new Set(leaves).size).toBe(leaves.length)
  const effectOf = (causes: Data) => causes.find(({ leaf }: Data) => leaf === 'electricity.FRA.gwp')?.effect
  expect(effectOf(drift.causes)).toBeCloseTo(4 * effectOf(m5.causes) + 7 * effectOf(laptop.causes), 6)
})

test('a drift is within a boundary and by an allocation: its ends are those of the asset in both releases', async () => {
  const span = { boundary: 'DATA_CENTRE', allocation: 'TOTAL' }
  const { drift } = await ask(QUERY, { asset: M5, ...span })
  const total = `asset(input: $asset) {
    impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE, allocation: TOTAL) { total { value(exact: true) } }
  }`
  const ends = await ask(
    `query ($asset: AssetInput!) {
      from: release(id: "boavizta-2.4.1") { ${total} } to: release(id: "2026.11") { ${total} }
    }`,
    { asset: M5 },
  )
  expect(drift.from).toEqual(ends.from.asset.impact.total)
  expect(drift.to).toEqual(ends.to.asset.impact.total)
})

test('the library gives the same', async () => {
  const { drift } = await ask(QUERY, { fleet: FLEET })
  const { from, causes } = await driftOf(
    { fleet: FLEET as never },
    releases.find('boavizta-2.4.1'),
    releases.find('2026.11'),
  )
  expect(from?.value).toBe(drift.from.value)
  expect(causes.map(({ leaf, effect }) => ({ leaf, effect }))).toEqual(drift.causes)
})
