import { describe, expect, test, vi } from 'vitest'
import { Server } from '../../src/engine/devices/server.ts'
import { EXACT, EXACT_IMPACTS } from '../selections.ts'
import { ask, type Data, errorsOf, execute } from '../world.ts'

const FLEET = `query ($items: [FleetItemInput!]!) {
  fleet(items: $items) {
    size assessed
    items { label quantity fault { code message path nearest } asset { __typename impacts(criteria: [GWP]) ${EXACT_IMPACTS} } impact(criterion: GWP) { embedded ${EXACT} use ${EXACT} total ${EXACT} missing } }
    impacts(criteria: [GWP]) ${EXACT_IMPACTS}
    impact(criterion: GWP) { embedded { warnings { code } } }
  }
}`
const TOTAL = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { size assessed impacts { criterion embedded ${EXACT} use ${EXACT} } } }`

const fleet = async (items: readonly object[]): Promise<Data> => (await ask(FLEET, { items })).fleet

const LAPTOP = { terminal: { kind: 'LAPTOP' } }
const SERVER = { server: {} }
const INSTANCE = { cloudInstance: { provider: 'aws', instanceType: 'c5.4xlarge' } }
const RAM = { component: { ram: { units: 2 } } }
const SENSOR = { iotDevice: { archetype: 'occupancy_sensor', usage: { avgPower: 1 } } }

describe('a faulty item', () => {
  test('has its fault as data, and leaves its neighbours, the total and the operation alone', async () => {
    const fleetOf = await fleet([
      { label: 'good', asset: LAPTOP, quantity: 2 },
      { label: 'missing', asset: { cloudInstance: { provider: 'aws', instanceType: 'p5.4xlarge' } }, quantity: 3 },
      { label: 'faulty', asset: { server: { configuration: { cpu: { units: -1 } }, usage: { useTimeRatio: 2 } } } },
      { label: 'good too', asset: SERVER },
    ])
    const { items, impacts } = fleetOf
    expect(items.map(({ asset }: Data) => asset?.__typename ?? null)).toEqual(['Terminal', null, null, 'Server'])
    expect(items.map(({ fault }: Data) => fault?.code ?? null)).toEqual([null, 'NOT_FOUND', 'TOO_SMALL', null])
    expect(items[1].fault).toMatchObject({
      message: expect.stringContaining('p5.4xlarge'),
      path: ['asset', 'cloudInstance', 'instanceType'],
      nearest: expect.arrayContaining(['p5.48xlarge']),
    })
    expect(items[2].fault.path).toEqual(['asset', 'server', 'configuration', 'cpu', 'units'])
    expect(items[2].fault.message).toContain('; asset.server.usage.useTimeRatio: ')
    expect(fleetOf).toMatchObject({ size: 7, assessed: 3 })
    const [laptop, missing, , server] = items
    expect(missing.impact).toEqual({ embedded: null, use: null, total: null, missing: ['EMBEDDED', 'USE'] })
    expect(impacts[0].embedded.value).toBeCloseTo(
      2 * laptop.asset.impacts[0].embedded.value + server.asset.impacts[0].embedded.value,
      8,
    )
  })

  test('may be faulty by its quantity: a negative one', async () => {
    const { items, size } = await fleet([{ asset: LAPTOP, quantity: -1 }, { asset: LAPTOP }])
    expect(items[0]).toMatchObject({ asset: null, fault: { code: 'TOO_SMALL', path: ['quantity'] } })
    expect([size, items[1].fault]).toEqual([1, null])
  })

  test('names at most 20 of its faults, and how many there are besides', async () => {
    const ram = Array.from({ length: 33 }, () => ({ units: -1 }))
    const { items } = await fleet([{ asset: { server: { configuration: { ram } } } }])
    expect(items[0].fault.message.split('; ')).toHaveLength(21)
    expect(items[0].fault.message).toMatch(/; and 13 more$/)
  })

  test('of two kinds at once is refused by the schema before anything is computed', async () => {
    const errors = await errorsOf(FLEET, { items: [{ asset: { ...LAPTOP, ...SERVER } }] })
    expect(errors).toHaveLength(1)
    expect(errors[0]?.path).toBeUndefined()
  })
})

describe('a fleet', () => {
  test('of nothing has no impacts', async () => {
    expect(await fleet([])).toMatchObject({ size: 0, assessed: 0, items: [], impacts: [{ embedded: null, use: null }] })
  })

  test('is the sum over its items of quantity * impact, in both phases and with bounds', async () => {
    const { items, impacts, impact, size, assessed } = await fleet([
      { asset: LAPTOP, quantity: 20 },
      { asset: SERVER, quantity: 3 },
      { asset: INSTANCE, quantity: 7 },
      { asset: RAM },
      { asset: SENSOR, quantity: 4 },
    ])
    expect([size, assessed]).toEqual([35, 35])
    expect(items.map(({ asset }: Data) => asset.__typename)).toEqual([
      'Terminal',
      'Server',
      'CloudInstance',
      'Ram',
      'IotDevice',
    ])
    for (const phase of ['embedded', 'use']) {
      for (const bound of ['value', 'min', 'max']) {
        const expected = items.reduce(
          (total: number, { quantity, asset }: Data) => total + quantity * asset.impacts[0][phase][bound],
          0,
        )
        expect(impacts[0][phase][bound] / expected).toBeCloseTo(1, 12)
      }
    }
    const codes = impact.embedded.warnings.map(({ code }: Data) => code)
    expect(codes).toEqual(expect.arrayContaining(['GENERIC_DATA', 'END_OF_LIFE_LEFT_OUT']))
  })

  test('adds up what is known, and says what it lacks: the power of a motherboard', async () => {
    const { impacts } = await fleet([{ asset: LAPTOP }, { asset: { component: { motherboard: {} } } }])
    expect(impacts[0].embedded.value).toBeCloseTo(181 + 66.1, 10)
    expect(impacts[0].use).toEqual((await fleet([{ asset: LAPTOP }])).impacts[0].use)
  })

  test('counts an item without a quantity once, and one of quantity 0 not at all', async () => {
    const { items, impacts, size } = await fleet([
      { asset: LAPTOP, quantity: null },
      { asset: SERVER, quantity: 0 },
    ])
    expect(size).toBe(1)
    expect(items.map(({ quantity }: Data) => quantity)).toEqual([1, 0])
    expect(impacts[0].embedded.value).toBe(181)
  })

  test('gives one result per item in the order given, each with its label', async () => {
    const { items } = await fleet(
      Array.from({ length: 50 }, (_, index) => ({ label: `${index}`, asset: index % 2 ? LAPTOP : RAM })),
    )
    expect(items.map(({ label }: Data) => Number(label))).toEqual(Array.from({ length: 50 }, (_, index) => index))
    expect(items.map(({ asset }: Data) => asset.__typename === 'Terminal')).toEqual(
      Array.from({ length: 50 }, (_, index) => index % 2 === 1),
    )
  })
})

describe('the items of a fleet', () => {
  const ITEMS = [
    { label: 'laptops', asset: LAPTOP, quantity: 3 },
    { label: 'no power', asset: { component: { motherboard: {} } } },
    { label: 'faulty', asset: { server: { archetype: 'nope' } } },
    { label: 'server', asset: SERVER },
  ]
  const listed = async (args: string): Promise<Data> =>
    (
      await ask(
        `query ($items: [FleetItemInput!]!) {
          fleet(items: $items) { items${args} { label impact(criterion: GWP) { embedded ${EXACT} total ${EXACT} missing } } }
        }`,
        { items: ITEMS },
      )
    ).fleet.items

  test('are not listed from a negative number of them', async () => {
    const [error] = await errorsOf('{ fleet(items: []) { items(first: -1) { label } } }')
    expect(error?.path).toEqual(['fleet', 'items'])
    expect(error?.cause.faults).toMatchObject([{ path: ['first'], code: 'TOO_SMALL', value: -1 }])
  })

  test.each([
    ['', ['laptops', 'no power', 'faulty', 'server']],
    ['(orderBy: TOTAL)', ['server', 'laptops', 'no power', 'faulty']],
    ['(orderBy: USE)', ['server', 'laptops', 'no power', 'faulty']],
    ['(orderBy: EMBEDDED, first: 2)', ['server', 'laptops']],
    ['(first: 0)', []],
    ['(first: 1, orderBy: TOTAL, criterion: PE)', ['server']],
  ])('come in the order asked for, the largest first, those without a figure last: %s', async (args, labels) => {
    expect((await listed(args)).map(({ label }: Data) => label)).toEqual(labels)
  })

  test('have impacts with their quantity counted: 3 laptops of 181 kg are 543', async () => {
    const [laptops, motherboard] = await listed('')
    expect(laptops.impact.embedded.value).toBe(543)
    expect(laptops.impact.missing).toEqual([])
    expect(motherboard.impact).toMatchObject({ embedded: { value: 66.1 }, total: { value: 66.1 }, missing: ['USE'] })
  })
})

describe('a fleet of 10,000 different servers', () => {
  const CPUS = [
    'AMD EPYC 7763',
    'Intel Xeon Gold 6138',
    'xeon e5-2690 v4',
    'EPYC 7402P',
    'Xeon Platinum 8280',
    'Some Unknown 123',
  ]
  const PLACES = ['FRA', 'de', 'Poland', 'USA', 'WOR']
  const different = Array.from({ length: 10_000 }, (_, index) => ({
    asset: {
      server: {
        configuration: {
          cpu: { name: CPUS[index % CPUS.length], units: 1 + (index % 4) },
          ram: [
            {
              units: 1 + (index % 24),
              capacity: 8 * (1 + (index % 16)),
              manufacturer: index % 2 ? 'Samsung' : 'micron',
            },
          ],
          disk: [{ ssd: { units: 1 + (index % 8), capacity: 100 + index, manufacturer: 'Intel' } }],
        },
        usage: { timeWorkload: index % 101, usageLocation: PLACES[index % PLACES.length] },
      },
    },
  }))

  test('answers in one execution, and its look-ups are batched: each kind of look-up at most twice', async () => {
    const batches: (readonly [string, number])[] = []
    const { data, errors } = await execute(TOTAL, { items: different }, (name, size) => batches.push([name, size]))
    expect(errors).toBeUndefined()
    expect((data as Data).fleet).toMatchObject({ size: 10_000, assessed: 10_000 })
    const byName = Map.groupBy(batches, ([name]) => name)
    expect([...byName.keys()].sort()).toEqual(['cpu', 'location', 'server', 'word'])
    for (const [name, ofName] of byName) {
      expect(ofName.length, `batches of ${name}`).toBeLessThanOrEqual(2)
    }
    // Every name is looked up once, though ten thousand ask for it.
    const lookedUp = (name: string) => (byName.get(name) ?? []).reduce((total, [, size]) => total + size, 0)
    expect(lookedUp('cpu')).toBe(CPUS.length)
    expect(lookedUp('location')).toBe(PLACES.length)
    expect(lookedUp('server')).toBe(1)
    expect(lookedUp('word')).toBe(3)
  })

  test('of mixed kinds is batched as well', async () => {
    const batches: (readonly [string, number])[] = []
    const mixed = Array.from({ length: 2000 }, (_, index) => ({
      asset: [
        { server: { archetype: index % 3 ? 'platform_compute_low' : 'platform_compute_high' } },
        {
          cloudInstance: {
            provider: 'aws',
            instanceType: index % 8 === 1 ? 'c5.4xlarge' : 'm5.large',
            usage: { timeWorkload: index % 100 },
          },
        },
        { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'FRA', avgPower: index } } },
        { component: { cpu: { name: 'AMD EPYC 7763', units: 1 + index } } },
      ][index % 4],
    }))
    const { errors } = await execute(TOTAL, { items: mixed }, (name, size) => batches.push([name, size]))
    expect(errors).toBeUndefined()
    for (const [name, ofName] of Map.groupBy(batches, ([name]) => name)) {
      expect(ofName.length, `batches of ${name}`).toBeLessThanOrEqual(3)
    }
    const instances = batches.filter(([name]) => name === 'cloudInstance')
    expect(instances).toEqual([['cloudInstance', 2]])
  })
})

test('equal assets are computed once: 500 equal servers are made once for the total', async () => {
  const made = vi.spyOn(Server.prototype, 'manufacture')
  const equal = Array.from({ length: 500 }, () => ({ asset: SERVER, quantity: 2 }))
  const { data } = await execute(
    `query ($items: [FleetItemInput!]!) { fleet(items: $items) { size impacts(criteria: [GWP]) { embedded ${EXACT} } } }`,
    { items: equal },
  )
  expect(made).toHaveBeenCalledTimes(1)
  made.mockRestore()
  const { server } = await ask(`{ server { impacts(criteria: [GWP]) { embedded ${EXACT} } } }`)
  const { size, impacts } = (data as Data).fleet
  expect(size).toBe(1000)
  expect(impacts[0].embedded.value / (1000 * server.impacts[0].embedded.value)).toBeCloseTo(1, 12)
})

test('assets that differ only in the spelling of their keys are equal in their figures', async () => {
  const { items } = await fleet([
    { asset: { server: { usage: { timeWorkload: 40, avgPower: null } } } },
    { asset: { server: { usage: { timeWorkload: 40 }, model: null } } },
  ])
  expect(items[0].asset).toEqual(items[1].asset)
})

describe('an item with a span of its own', () => {
  const OVER = `query ($items: [FleetItemInput!]!, $boundary: Boundary) { release(id: "2026.12") { fleet(items: $items) {
    energy(duration: 8760, boundary: $boundary) { value(exact: true) }
    items { fault { code message path } impact(criterion: GWP, duration: 8760, boundary: $boundary) { embedded ${EXACT} use ${EXACT} } }
    impact(criterion: GWP, duration: 8760, boundary: $boundary) {
      computedFor embedded ${EXACT} use ${EXACT} building ${EXACT} lacking { phase units }
    }
  } } }`
  const over = async (items: readonly object[], boundary = 'EQUIPMENT'): Promise<Data> =>
    (await ask(OVER, { items, boundary })).release.fleet

  test('that would widen the boundary, or lasts no time, is faulty, and so is a timeline of given lengths', async () => {
    const { items } = await over([
      { asset: SERVER, boundary: 'DATA_CENTRE' },
      { asset: SERVER, duration: 0 },
      { asset: SERVER, duration: 8760, wholeLife: true },
      { asset: SERVER },
    ])
    expect(items.map(({ fault }: Data) => fault && [fault.path.join('.'), fault.code])).toEqual([
      ['boundary', 'INVALID_VALUE'],
      ['duration', 'TOO_SMALL'],
      ['wholeLife', 'INVALID_VALUE'],
      null,
    ])
    expect(items[0].fault.message).toBe(
      'boundary: expected EQUIPMENT. To count data centres, set the boundary of the fleet',
    )
    expect(items[2].fault.message).toBe('wholeLife: expected either `duration` or `wholeLife`, not both')
    const timeline = `query ($items: [FleetItemInput!]!) { fleet(items: $items) {
      timeline(intervals: [{hours: 1}], criterion: GWP) { total { criterion } } } }`
    expect((await errorsOf(timeline, { items: [{ asset: SERVER, duration: 100 }] }))[0]?.message).toMatch(
      /expected items without a duration/,
    )
  })

  test('counts over it: a laptop over two years uses twice as much as over one, and a life is made once', async () => {
    const laptop = { terminal: { kind: 'LAPTOP', usage: { hoursLifeTime: 35_040 } } }
    const one = await over([{ asset: laptop }])
    const fleetOf = await over([
      { asset: laptop, quantity: 3 },
      { asset: laptop, quantity: 5, duration: 17_520 },
      { asset: laptop, allocation: 'TOTAL' },
    ])
    const { embedded, use } = one.impact
    expect(fleetOf.impact.use.value / use.value).toBeCloseTo(3 + 5 * 2 + 1, 10)
    expect(fleetOf.impact.embedded.value / embedded.value).toBeCloseTo(3 + 5 * 2 + 4, 10)
    expect(fleetOf.energy.value / one.energy.value).toBeCloseTo(14, 10)
    expect(fleetOf.items[1].impact.use.value / use.value).toBeCloseTo(10, 10)
    expect(fleetOf.impact.computedFor).toMatch(
      /^Over the duration of each asset, .* with the whole embedded impact of some,/,
    )
  })

  test('over its whole life is what it is alone without a duration, in a fleet and in a comparison', async () => {
    const { items } = await over([{ asset: LAPTOP, wholeLife: true }])
    const { release } = await ask(
      `query ($laptop: AssetInput!, $items: [ComparisonItemInput!]!) { release(id: "2026.12") {
        asset(input: $laptop) { impact(criterion: GWP) { embedded ${EXACT} use ${EXACT} } }
        comparison(items: $items, criterion: GWP) { items { impact { embedded ${EXACT} use ${EXACT} } } }
      } }`,
      {
        laptop: LAPTOP,
        items: [
          { label: 'life', fleet: [{ asset: LAPTOP, wholeLife: true }] },
          { label: 'year', asset: LAPTOP },
        ],
      },
    )
    const { asset, comparison } = release
    expect(items[0].impact).toEqual(asset.impact)
    const [life, year] = comparison.items
    expect(life.impact).toEqual(asset.impact)
    expect(year.impact.use.value).toBeLessThan(life.impact.use.value)
  })

  test('of the equipment alone has no data centre in a fleet that has one, and lacks no building', async () => {
    const [housed, alone] = [await over([{ asset: SERVER }], 'DATA_CENTRE'), await over([{ asset: SERVER }])]
    const both = await over([{ asset: SERVER }, { asset: SERVER, boundary: 'EQUIPMENT' }], 'DATA_CENTRE')
    expect(both.impact.use.value).toBeCloseTo(housed.impact.use.value + alone.impact.use.value, 8)
    expect(both.impact.building.value).toBe(housed.impact.building.value)
    expect(both.impact.lacking).toEqual([])
    expect(both.energy.value).toBeCloseTo(housed.energy.value + alone.energy.value, 8)
    const none = await over([{ asset: SERVER, boundary: 'EQUIPMENT' }], 'DATA_CENTRE')
    expect(none.impact).toMatchObject({ building: null, lacking: [], use: alone.impact.use })
  })

  test('is compared over it', async () => {
    const asked = `query ($items: [ComparisonItemInput!]!) { comparison(items: $items, criterion: GWP, duration: 8760) {
      computedFor items { impact { use { value(exact: true) } } } } }`
    const items = [
      { label: 'a', fleet: [{ asset: LAPTOP }] },
      { label: 'b', fleet: [{ asset: LAPTOP, duration: 26_280 }] },
    ]
    const { comparison } = await ask(asked, { items })
    const [a, b] = comparison.items.map(({ impact }: Data) => impact.use.value)
    expect(b / a).toBeCloseTo(3, 10)
    expect(comparison.computedFor).toMatch(/^(?!.*8,760).*\beach asset\b/)
  })
})
