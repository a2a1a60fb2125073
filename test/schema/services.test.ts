import { describe, expect, test } from 'vitest'
import { askNewest as ask, type Data } from '../world.ts'

const EXACT = 'value(exact: true) min(exact: true) max(exact: true)'
const codes = (figure: Data) => figure.warnings.map(({ code }: Data) => code)

async function storage(input: string, fields: string): Promise<Data> {
  return (await ask(`{ storage(input: { ${input} }) { ${fields} } }`)).storage
}

describe('storage as a service', () => {
  test('of 1,000 GB on solid-state drives in 2 copies draws 2.4 W, from 1 copy at half to 3 copies at twice that', async () => {
    const { energy, copies } = await storage(
      'kind: SSD, gigabytes: 1000',
      `copies { value min max status } energy(duration: 1000) { ${EXACT} warnings { code } }`,
    )
    expect(copies).toEqual({ value: 2, min: 1, max: 3, status: 'ARCHETYPE' })
    expect(energy.value).toBeCloseTo(2.4, 12)
    expect(energy.min).toBeCloseTo(0.6, 12)
    expect(energy.max).toBeCloseTo(7.2, 12)
    expect(codes(energy)).toEqual(['SERVICES_LEFT_OUT'])
  })

  test('on hard disks has its share of drives of 16 TB: 0.65 W per TB, and 22.8 (13.7 to 38) kg per drive over 5 years', async () => {
    const { energy, impact } = await storage(
      'kind: HDD, gigabytes: 32000, copies: 1',
      `energy(duration: 1000) { ${EXACT} } impact(criterion: GWP, duration: 4380) { embedded { ${EXACT} warnings { code } } }`,
    )
    expect(energy.value).toBeCloseTo(20.8, 10)
    // Two drives of 22.8 kg, a tenth of 43,800 hours; of 22 TB over 6 years, and of 4 TB over 4 years.
    expect(impact.embedded.value).toBeCloseTo(2 * 22.8 * 0.1, 10)
    expect(impact.embedded.min).toBeCloseTo((32 / 22) * 13.7 * (4380 / 52_560), 10)
    expect(impact.embedded.max).toBeCloseTo((32 / 4) * 38 * (4380 / 35_040), 10)
    expect(codes(impact.embedded)).toEqual(['SERVICES_LEFT_OUT', 'END_OF_LIFE_LEFT_OUT'])
  })

  test('on solid-state drives is made as a typical drive of 1.92 TB is', async () => {
    const { impact } = await storage(
      'kind: SSD, gigabytes: 1920, copies: 1',
      `impact(criterion: GWP) { embedded { ${EXACT} } }`,
    )
    const { component } = await ask(
      `{ component(input: { ssd: { capacity: 1920 } }) { impact(criterion: GWP, allocation: TOTAL) { embedded { ${EXACT} } } } }`,
    )
    expect(impact.embedded.value).toBeCloseTo(component.impact.embedded.value, 9)
    // By figures per TB, the size of the drives that hold it does not matter.
    expect(impact.embedded.min).toBeCloseTo(component.impact.embedded.min, 9)
    expect(impact.embedded.max).toBeCloseTo(component.impact.embedded.max, 9)
  })

  test('stands in the data centre of its region: a PUE of 1.35 in Paris', async () => {
    const { energy } = await storage(
      'kind: SSD, gigabytes: 1000, copies: 1, provider: "aws", usage: { region: "eu-west-3" }',
      `energy(duration: 1000, boundary: DATA_CENTRE) { ${EXACT} }`,
    )
    expect(energy.value).toBeCloseTo(1.2 * 1.35, 12)
  })

  test('in fewer copies than the fewest is refused', async () => {
    const wrong = storage('kind: SSD, gigabytes: 1, copies: 2, copiesMin: 3', 'kind')
    await expect(wrong).rejects.toThrow('expected copiesMin <= copies <= copiesMax')
    await expect(storage('kind: SSD, gigabytes: 1, copiesMax: 3', 'kind')).rejects.toThrow('expected copiesMin')
  })

  test('in 2 copies, or 1.3 to 6, has these bounds', async () => {
    const { copies } = await storage(
      'kind: HDD, gigabytes: 1, copies: 2, copiesMin: 1.3, copiesMax: 6',
      'copies { value min max status }',
    )
    expect(copies).toEqual({ value: 2, min: 1.3, max: 6, status: 'INPUT' })
  })

  test('of a provider that is not known is refused', async () => {
    await expect(storage('kind: SSD, gigabytes: 1, provider: "asw"', 'kind')).rejects.toThrow(/asw/)
  })
})

describe('data that are moved', () => {
  test.each([
    ['REGION', 0.1, 0.1, 5.9],
    ['BETWEEN_REGIONS', 0.15, 0.1, 5.9],
    ['INTERNET', 5.9, 3, 25],
  ])('over %s: 100 GB are %s kWh, and may be %s to %s', async (reach, value, min, max) => {
    const { network } = await ask(
      `{ network(input: { gigabytes: 100, reach: ${reach}, usage: { usageLocation: "FRA" } }) {
        energy { ${EXACT} warnings { code } } whole: energy(duration: 1, boundary: DATA_CENTRE) { ${EXACT} }
        impact(criterion: GWP, boundary: DATA_CENTRE) { embedded { value } use { value(exact: true) } missing } warnings { code } } }`,
    )
    expect(network.energy.value).toBeCloseTo(value, 12)
    expect(network.energy.min).toBeCloseTo(min, 12)
    expect(network.energy.max).toBeCloseTo(max, 12)
    expect(codes(network.energy)).toEqual(['ENERGY_NOT_BY_VOLUME'])
    expect(codes(network)).toEqual(['ENERGY_NOT_BY_VOLUME'])
    // The figures are of whole networks: no PUE, no building, and nothing of the duration.
    expect(network.whole.value).toBe(network.energy.value)
    expect(network.impact.embedded).toBeNull()
    expect(network.impact.missing).toEqual(['EMBEDDED'])
    expect(network.impact.use.value / network.energy.value).toBeCloseTo(0.044, 3)
  })

  test('a power has no effect on it, and it warns of that', async () => {
    const { network } = await ask(
      '{ network(input: { gigabytes: 100, reach: REGION, usage: { avgPower: 500 } }) { energy { value } warnings { code } } }',
    )
    expect(network.energy.value).toBeCloseTo(0.1, 1)
    expect(codes(network)).toContain('NOT_USED')
  })
})

test('neither a load nor a share for the rest changes what drives draw, and the storage warns of both', async () => {
  const { storage } = await ask(
    '{ storage(input: { kind: SSD, gigabytes: 1000, usage: { timeWorkload: 90, otherConsumptionRatio: 0.5 } }) { energy(duration: 1000) { value } warnings { code message } } }',
  )
  expect(storage.energy.value).toBeCloseTo(2.4, 9)
  expect(storage.warnings.filter(({ code }: Data) => code === 'NOT_USED').map(({ message }: Data) => message)).toEqual([
    'timeWorkload has no effect: the power of storage depends only on its capacity',
    'otherConsumptionRatio has no effect: the power of storage depends only on its capacity',
  ])
})

test('services are assets of a fleet: 2 * 2.4 kWh of storage and 0.1 kWh of a network', async () => {
  const { fleet } = await ask(`{ fleet(items: [
    { quantity: 2, asset: { storage: { kind: SSD, gigabytes: 1000 } } }
    { asset: { network: { gigabytes: 100, reach: REGION } } }
    { asset: { storage: { kind: HDD, gigabytes: 1, provider: "nobody" } } }
  ]) { energy(duration: 1000) { ${EXACT} } items { asset { __typename } fault { path code } } } }`)
  expect(fleet.energy.value).toBeCloseTo(4.9, 12)
  expect(fleet.items.map(({ asset }: Data) => asset?.__typename)).toEqual([
    'StorageService',
    'NetworkService',
    undefined,
  ])
  expect(fleet.items[2].fault).toEqual({ path: ['asset', 'storage', 'provider'], code: 'NOT_FOUND' })
})

describe('a fleet with what is never made', () => {
  const server = '{ quantity: 2, asset: { server: { usage: { usageLocation: "FRA", avgPower: 100 } } } }'
  const network =
    '{ quantity: 3, asset: { network: { gigabytes: 100, reach: REGION, usage: { usageLocation: "FRA" } } } }'
  const figures = `impact(criterion: GWP, duration: 1000) { embedded { value(exact: true) warnings { code message path } } missing }
    sci(units: 100, duration: 1000) { score { value(exact: true) warnings { code } } operational { value(exact: true) } embodied { value(exact: true) } }
    coverage(criteria: [GWP, FE, PM]) { criterion assessed missing }`

  test('alone has no embedded figure and no SCI: never 0', async () => {
    const { fleet } = await ask(`{ fleet(items: [${network}]) { ${figures} } }`)
    expect(fleet.impact).toEqual({ embedded: null, missing: ['EMBEDDED'] })
    expect(fleet.sci).toBeNull()
    expect(fleet.coverage).toEqual([
      { criterion: 'GWP', assessed: 0, missing: 3 },
      { criterion: 'FE', assessed: 3, missing: 0 },
      { criterion: 'PM', assessed: 0, missing: 3 },
    ])
  })

  test('has the embedded figure of the rest, and warns of what it leaves out', async () => {
    const { fleet, rest } = await ask(
      `{ fleet(items: [${server} ${network} { asset: { server: { archetype: "none" } } }]) { ${figures} }
        rest: fleet(items: [${server}]) { ${figures} } }`,
    )
    const { embedded, missing } = fleet.impact
    expect(missing).toEqual([])
    expect(embedded.value).toBe(rest.impact.embedded.value)
    expect(embedded.warnings.filter(({ code }: Data) => code === 'MAKING_LEFT_OUT')).toEqual([
      {
        code: 'MAKING_LEFT_OUT',
        message: 'The embedded impact leaves out items that have no figure for manufacturing: input.items[1]',
        path: ['input', 'items', '1'],
      },
    ])
    expect(fleet.sci.score.warnings.map(({ code }: Data) => code)).toContain('MAKING_LEFT_OUT')
    expect(fleet.sci.embodied.value).toBe(rest.sci.embodied.value)
    expect(fleet.sci.operational.value).toBeGreaterThan(rest.sci.operational.value)
    expect(fleet.coverage[0]).toEqual({ criterion: 'GWP', assessed: 2, missing: 4 })
  })

  test('names five of them, and counts the others', async () => {
    const { fleet } = await ask(`{ fleet(items: [${server} ${Array(7).fill(network).join(' ')}]) { ${figures} } }`)
    const left = fleet.impact.embedded.warnings.find(({ code }: Data) => code === 'MAKING_LEFT_OUT')
    expect(left.message).toMatch(/input\.items\[5\] and 2 more$/)
  })
})

describe('a size of its own on a host', () => {
  const size = async (given: string): Promise<Data> =>
    (
      await ask(`{ cloudInstance(input: { provider: "aws", instanceType: "m6i.large", ${given} }) {
        vcpu { value status } memory { value status } energy(duration: 1) { ${EXACT} }
        impact(criterion: GWP, duration: 1) { embedded { ${EXACT} } } } }`)
    ).cloudInstance

  test('of 2 vCPU and one of 8 GB are an hour of m6i.large', async () => {
    const [vcpu, memory, machine] = [await size('vcpu: 2'), await size('memory: 8'), await size('')]
    expect(vcpu).toMatchObject({ vcpu: { value: 2, status: 'INPUT' }, memory: { value: 0, status: 'INPUT' } })
    expect((vcpu.energy.value + memory.energy.value) / machine.energy.value).toBeCloseTo(1, 12)
    const embedded = vcpu.impact.embedded.value + memory.impact.embedded.value
    expect(embedded / machine.impact.embedded.value).toBeCloseTo(1, 12)
  })

  test('of half a vCPU is a quarter of one of 2', async () => {
    const [half, two] = [await size('vcpu: 0.5'), await size('vcpu: 2')]
    expect(half.energy.value / two.energy.value).toBeCloseTo(0.25, 12)
  })

  test('of fewer than no vCPU is refused', async () => {
    await expect(size('vcpu: -1')).rejects.toThrow('vcpu')
  })
})
