import { describe, expect, test } from 'vitest'
import { askNewest as ask, type Data } from '../world.ts'

const EXACT = 'value(exact: true) min(exact: true) max(exact: true)'
const QUERY = `query ($intervals: [IntervalInput!]!, $window: Int = 1) {
  server(input: { usage: { usageLocation: "FRA" } }) {
    timeline(intervals: $intervals, criterion: GWP) {
      total { embedded { ${EXACT} } use { ${EXACT} } total { ${EXACT} } }
      points { hours power use { ${EXACT} } }
      bestWindow(intervals: $window) { first use { ${EXACT} } shareOfMean }
    }
  }
}`

async function timeline(intervals: readonly Data[], window = 1): Promise<Data> {
  return (await ask(QUERY, { intervals, window })).server.timeline
}

const gwp = (value: number) => [{ criterion: 'GWP', value }]

describe('a series of intervals', () => {
  test.each([
    [[], ['intervals']],
    [[{ hours: 0 }], ['intervals', 0, 'hours']],
    [
      [{ hours: 1 }, { hours: 1, load: 101 }],
      ['intervals', 1, 'load'],
    ],
    [[{ hours: 1, elecFactors: [...gwp(1), ...gwp(2)] }], ['intervals', 0, 'elecFactors']],
  ])('%j is refused', async (intervals, path) => {
    await expect(timeline(intervals)).rejects.toMatchObject({ faults: [{ path }] })
  })

  test.each([0, 3])('of two has no window of %s', async (window) => {
    await expect(timeline([{ hours: 1 }, { hours: 1 }], window)).rejects.toMatchObject({
      faults: [{ path: ['intervals'], value: window }],
    })
  })

  test('of what has no power has no use, and no best window', async () => {
    const { component } = await ask(
      '{ component(input: { motherboard: {} }) { timeline(intervals: [{ hours: 1 }], criterion: GWP) { total { use { value } missing } points { power use { value } } } } }',
    )
    expect(component.timeline).toEqual({ total: { use: null, missing: ['USE'] }, points: [{ power: null, use: null }] })
  })

  test('of more parts than can be asked in some seconds is refused', async () => {
    const asked = ask(
      'query ($ram: [RamInput!]!, $intervals: [IntervalInput!]!) { server(input: { configuration: { ram: $ram } }) { timeline(intervals: $intervals, criterion: GWP) { total { use { value } } } } }',
      { ram: Array(10_000).fill({ capacity: 8 }), intervals: Array(8760).fill({ hours: 1 }) },
    )
    await expect(asked).rejects.toMatchObject({ faults: [{ path: ['intervals'], code: 'TOO_BIG' }] })
  })

  test('of more measured points than can be asked in some seconds is refused', async () => {
    const powerProfile = Array.from({ length: 128 }, (_, n) => ({ timeWorkload: n / 1.27, powerWatt: 100 + n }))
    const asked = ask(
      'query ($items: [FleetItemInput!]!, $intervals: [IntervalInput!]!) { fleet(items: $items) { timeline(intervals: $intervals, criterion: GWP) { total { use { value } } } } }',
      {
        items: Array(10).fill({ asset: { server: { usage: { powerProfile } } } }),
        intervals: Array(8760).fill({ hours: 1 }),
      },
    )
    await expect(asked).rejects.toMatchObject({ faults: [{ path: ['intervals'], code: 'TOO_BIG' }] })
  })

  test('of a data transfer has none in any interval: a volume has no time', async () => {
    const { network } = await ask(
      '{ network(input: { gigabytes: 1, reach: REGION }) { timeline(intervals: [{ hours: 1, avgPower: 100 }, { hours: 1, load: 50 }], criterion: GWP) { total { use { value } missing } points { power use { value } } } } }',
    )
    const none = { power: null, use: null }
    expect(network.timeline).toEqual({ total: { use: null, missing: ['EMBEDDED', 'USE'] }, points: [none, none] })
  })

  test('with powers and factors: 0.1 kW for 2 hours at 0.1 kg, 0.2 kW for an hour at 0.02 kg', async () => {
    const { total, points, bestWindow } = await timeline([
      { hours: 2, avgPower: 100, load: 5, elecFactors: gwp(0.1) },
      { hours: 1, avgPower: 200, elecFactors: gwp(0.02) },
    ])
    expect(points.map(({ hours, power, use }: Data) => [hours, power, use.value])).toEqual([
      [2, 100, 0.1 * 0.2],
      [1, 200, 0.02 * 0.2],
    ])
    expect(total.use.value).toBeCloseTo(0.024, 15)
    // 0.004 kg per hour in the second, 0.008 over both.
    expect(bestWindow.first).toBe(1)
    expect(bestWindow.shareOfMean).toBeCloseTo(0.5, 12)
  })

  test('adds up to its total, value and bounds', async () => {
    const { total, points } = await timeline(Array.from({ length: 24 }, (_, hour) => ({ hours: 1, load: hour * 4 })))
    for (const end of ['value', 'min', 'max']) {
      const sum = points.reduce((all: number, { use }: Data) => all + use[end], 0)
      expect(total.use[end]).toBe(sum)
      expect(total.total[end]).toBeCloseTo(total.embedded[end] + total.use[end], 12)
    }
  })

  test.each<[string, (usage: Data) => Data]>([
    ['a server', (usage) => ({ server: { usage } })],
    ['a server with cards', (usage) => ({ server: { usage, configuration: { gpu: { tdp: 300, units: 4 } } } })],
    ['an instance', (usage) => ({ cloudInstance: { provider: 'aws', instanceType: 'p5.48xlarge', usage } })],
    ['processors', (usage) => ({ component: { cpu: { units: 2, usage } } })],
    ['cards', (usage) => ({ component: { gpu: { tdp: 300, units: 3, usage } } })],
  ])('of %s at one load is the plain use at that load, and its share of making', async (_, asset) => {
    const figures = `embedded { ${EXACT} } use { ${EXACT} }`
    const usage = { usageLocation: 'FRA' }
    const { flat, plain } = await ask(
      `query ($flat: AssetInput!, $plain: AssetInput!, $intervals: [IntervalInput!]!) {
        flat: asset(input: $flat) { timeline(intervals: $intervals, criterion: GWP) { total { ${figures} } } }
        plain: asset(input: $plain) { impact(criterion: GWP, duration: 24) { ${figures} } } }`,
      {
        flat: asset(usage),
        plain: asset({ ...usage, timeWorkload: 30 }),
        intervals: Array.from({ length: 24 }, () => ({ hours: 1, load: 30 })),
      },
    )
    for (const end of ['value', 'min', 'max']) {
      expect(flat.timeline.total.use[end] / plain.impact.use[end]).toBeCloseTo(1, 12)
      expect(flat.timeline.total.embedded[end] / plain.impact.embedded[end]).toBeCloseTo(1, 12)
    }
  })

  test('is not held up by thousands of levels of a part, which has the same mean power in all of them', async () => {
    const usage = {
      workloadLevels: Array.from({ length: 1000 }, (_, at) => ({ timePercentage: 0.1, loadPercentage: at % 101 })),
    }
    const before = process.threadCpuUsage()
    const { server } = await ask(
      `query ($cpu: CpuInput, $gpu: GpuInput, $ram: [RamInput!], $intervals: [IntervalInput!]!) {
        server(input: { configuration: { cpu: $cpu, gpu: $gpu, ram: $ram } }) {
          usage { avgPower { value } } timeline(intervals: $intervals, criterion: GWP) { total { use { value } } points { power } } } }`,
      {
        cpu: { usage },
        gpu: { tdp: 300, usage },
        ram: [{ usage }],
        intervals: Array.from({ length: 8784 }, (_, hour) => ({ hours: 1, load: hour % 101 })),
      },
    )
    // Asked of every level in every interval these are 17 million powers, some ten seconds.
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1e3).toBeLessThan(3000)
    // The rest of the server alone follows the load, between 14.2 and 30 W: s is 0.0173 per percent, and 0.426 at 50 %.
    const others = server.usage.avgPower.value - 1.1 * (14.2 + 15.8 * 0.426)
    for (const [load, { power }] of server.timeline.points.slice(0, 5).entries())
      expect(power).toBeCloseTo(others + 1.1 * (14.2 + 15.8 * 0.0173 * load), 9)
  })

  test('follows the load with processors and cards alike', async () => {
    const { component } = await ask(
      '{ component(input: { gpu: { tdp: 300 } }) { timeline(intervals: [{ hours: 1, load: 0 }, { hours: 1, load: 100 }], criterion: FE) { points { power } } } }',
    )
    expect(component.timeline.points.map(({ power }: Data) => power)).toEqual([30, 270])
  })

  test('of a fleet is that of its assets: 3 of 100 W', async () => {
    const { fleet } = await ask(
      '{ fleet(items: [{ quantity: 3, asset: { server: { usage: { avgPower: 100 } } } }]) { timeline(intervals: [{ hours: 10 }], criterion: FE) { points { power use { value(exact: true) } } } } }',
    )
    expect(fleet.timeline.points[0].power).toBe(300)
    expect(fleet.timeline.points[0].use.value).toBeCloseTo(3 * 3.6, 12)
  })
})

describe('the best window', () => {
  const at = (...factors: number[]) => factors.map((factor) => ({ hours: 1, avgPower: 1000, elecFactors: gwp(factor) }))

  test('is the one that trying all finds', async () => {
    const factors = Array.from({ length: 40 }, (_, hour) => 0.05 + ((hour * 37) % 23) / 100)
    for (const count of [1, 5, 24, 40]) {
      const sums = factors
        .slice(0, 41 - count)
        .map((_, first) => factors.slice(first, first + count).reduce((a, b) => a + b))
      const least = Math.min(...sums)
      const { bestWindow } = await timeline(at(...factors), count)
      expect(sums[bestWindow.first]).toBeCloseTo(least, 10)
      expect(bestWindow.use.value).toBeCloseTo(least, 10)
    }
  })

  test('is the first of equal ones, and does not go round', async () => {
    expect((await timeline(at(0.1, 0.1, 0.1, 0.1, 0.1), 2)).bestWindow).toMatchObject({ first: 0, shareOfMean: 1 })
    expect((await timeline(at(0.1, 0.9, 0.5, 0.1), 2)).bestWindow.first).toBe(2)
  })

  test('is found after a use that is 16 digits larger: the last of 0, a trillion and -0.00002', async () => {
    const { first, use } = (await timeline(at(0, 1e12, -2e-5), 1)).bestWindow
    expect([first, use.value]).toEqual([2, -2e-5])
  })

  test('of no use at all has the share 1', async () => {
    expect((await timeline(at(0, 0, 0), 2)).bestWindow).toMatchObject({ first: 0, shareOfMean: 1 })
  })
})

describe('software carbon intensity', () => {
  const TERMS = `score { ${EXACT} unit warnings { code } } operational { ${EXACT} } embodied { ${EXACT} } energy { ${EXACT} } intensity { ${EXACT} unit } boundary units`

  test.each(['0', '-1'])('of %s units is refused', async (units) => {
    await expect(ask(`{ server { sci(units: ${units}) { units } } }`)).rejects.toMatchObject({
      faults: [{ path: ['units'] }],
    })
  })

  test('of what is never made, or has no power, is null', async () => {
    const { network, component } = await ask(
      '{ network(input: { gigabytes: 1, reach: REGION }) { sci(units: 1) { units } } component(input: { motherboard: {} }) { sci(units: 1) { units } } }',
    )
    expect([network.sci, component.sci]).toEqual([null, null])
  })

  test('of an instance in Paris: (135 kWh * 100 g + M) / 500, without the building', async () => {
    const { cloudInstance } = await ask(
      `{ cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { avgPower: 100, region: "eu-west-3", elecFactors: [{ criterion: GWP, value: 0.1 }] } }) {
        sci(units: 500, duration: 1000) { ${TERMS} } impact(criterion: GWP, duration: 1000) { embedded { ${EXACT} } } } }`,
    )
    const { score, operational, embodied, energy, intensity, boundary, units } = cloudInstance.sci
    expect(energy.value).toBeCloseTo(135, 9)
    expect(intensity).toMatchObject({ value: 100, unit: 'g CO2 eq./kWh' })
    expect(operational.value).toBeCloseTo(13_500, 6)
    expect(embodied.value).toBeCloseTo(1000 * cloudInstance.impact.embedded.value, 9)
    for (const end of ['value', 'min', 'max'])
      expect(score[end]).toBeCloseTo((operational[end] + embodied[end]) / 500, 9)
    expect(score.unit).toBe('g CO2 eq. per unit')
    expect([units, boundary]).toEqual([500, 'DATA_CENTRE'])
    expect(score.warnings.map(({ code }: Data) => code)).toContain('MARKET_BASED_UNVERIFIED')
  })

  test('of a fleet in two places has the intensity of a mean kWh: (100 * 0.4 + 300 * 0.2) / 400', async () => {
    const server = (power: number, factor: number) =>
      `{ asset: { server: { usage: { avgPower: ${power}, facility: { pue: 1 }, elecFactors: [{ criterion: GWP, value: ${factor} }] } } } }`
    const { fleet } = await ask(
      `{ fleet(items: [${server(100, 0.4)} ${server(300, 0.2)}]) { sci(units: 1, duration: 1000) { ${TERMS} } } }`,
    )
    expect(fleet.sci.intensity.value).toBeCloseTo(250, 9)
    expect(fleet.sci.intensity.min).toBeGreaterThanOrEqual(200)
    expect(fleet.sci.intensity.max).toBeLessThanOrEqual(400)
    expect(fleet.sci.operational.value).toBeCloseTo(100_000, 6)
  })
})

describe('a load that changes nothing is warned of', () => {
  const warned = async (asset: string, intervals: string): Promise<Data> => {
    const of = (use: Data) => use.warnings.filter(({ code }: Data) => code === 'NOT_USED')
    const { asset: given } = await ask(
      `{ asset(input: { ${asset} }) { timeline(intervals: ${intervals}, criterion: GWP) { total { use { warnings { code message } } } points { use { warnings { code message } } } } } }`,
    )
    const { total, points } = given.timeline
    return [of(total.use), ...points.map(({ use }: Data) => of(use))]
  }
  const besidePower = 'The load of an interval has no effect when its power is given'
  const beside = [{ code: 'NOT_USED', message: besidePower }]
  const idle = [{ code: 'NOT_USED', message: expect.stringMatching(`^(?!${besidePower}).*\\bload\\b`) }]

  test('beside a power, in that interval and in all together', async () => {
    const intervals = '[{ hours: 1, load: 50, avgPower: 100 }, { hours: 1, load: 50 }, { hours: 1, avgPower: 100 }]'
    expect(await warned('server: {}', intervals)).toEqual([beside, beside, [], []])
  })

  test.each([
    ['whose power was given', 'server: { usage: { avgPower: 100 } }'],
    ['whose power is typical', 'terminal: { kind: LAPTOP }'],
    ['whose power is the same at any load', 'component: { ram: {} }'],
  ])('of a thing %s', async (_, asset) => {
    expect(await warned(asset, '[{ hours: 1, load: 50 }, { hours: 1 }]')).toEqual([idle, idle, []])
  })

  test('has words that say why', async () => {
    const [total] = await warned('terminal: { kind: LAPTOP }', '[{ hours: 1, load: 50 }]')
    expect(total.map(({ message }: Data) => message)).toEqual([
      'The load of an interval has no effect: the power does not depend on it',
    ])
  })

  test('and not where the power follows it, or a power stands alone', async () => {
    expect(await warned('server: {}', '[{ hours: 1, load: 50 }, { hours: 1, avgPower: 9 }]')).toEqual([[], [], []])
  })
})

test('what a timeline gives inside of a release has the spread of that release', async () => {
  const asked = (id: string) =>
    `release(id: "${id}") { server(input: { usage: { usageLocation: "FRA", avgPower: 100 } }) {
      timeline(intervals: [{ hours: 1 }], criterion: GWP) { points { use { distribution(samples: 256) { standardDeviation } } } } } }`
  const { newer, older } = await ask(`{ newer: ${asked('2026.11')} older: ${asked('boavizta-2.4.1')} }`)
  const spread = ({ server }: Data) => server.timeline.points[0].use.distribution.standardDeviation
  // Only the newer release has a table of spreads.
  expect(spread(newer)).toBeGreaterThan(1e-4)
  expect(spread(older)).toBeLessThan(1e-12)
})

describe('a year of 8,760 intervals', () => {
  const intervals = Array.from({ length: 8760 }, (_, hour) => ({ hours: 1, load: (hour * 7.31) % 100 }))

  test('is answered in one request', async () => {
    const { points, total } = await timeline(intervals, 8)
    expect(points).toHaveLength(8760)
    expect(total.use.value / points.reduce((all: number, { use }: Data) => all + use.value, 0)).toBeCloseTo(1, 10)
  })
})
