import { graphql } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { Releases } from '../../src/catalogue/releases.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { readTableFolders } from '../../src/catalogue/tables/table-folder.ts'
import { runHere } from '../cli/run-here.ts'
import { ask as askBase, askNewest, type Data, dataOf, world } from '../world.ts'

/**
 * The power of servers as measured: field * model * (processors + memory + rest) + drives + cards. Where a test says
 * nothing else, `field` is 1, as for benchmarked servers. Calculations have the coefficients of the table server-power.
 */

const benchmarked = new Releases(
  loadReleases({
    ...readTableFolders(),
    own: [
      {
        path: 'own',
        name: 'own',
        files: {
          'constants.csv': 'id,value,min,max,unit,source\nserver_power_field,1,,,1,https://example.org/benchmarked',
        },
      },
    ],
  }),
)

async function ask(source: string): Promise<Data> {
  const contextValue = createContext({ ...world, releases: benchmarked, release: benchmarked.newest })
  return dataOf(await graphql({ schema, source, contextValue }))
}

/** Two Xeon Platinum 8180 of 205 W with 12 * 16 GB, measured: 52, 147, 224, 457 W. */
const R740_CPU = 'cpu: { units: 2, name: "Xeon Platinum 8180" }'
const R740_RAM = 'ram: [{ units: 12, capacity: 16 }]'
const R740 = `configuration: { ${R740_CPU}, ${R740_RAM} }`
const MEASURED =
  '{ timeWorkload: 0, powerWatt: 52 }, { timeWorkload: 50, powerWatt: 224 }, { timeWorkload: 100, powerWatt: 457 }'

const FIGURES = `usage { avgPower { value min max status } otherConsumptionRatio { value } } warnings { code path }
  components { label usage { avgPower { value status } consumptionProfile { a } } energy(duration: 1000) { value(exact: true) } }
  energy(duration: 1000) { value(exact: true) }
  impact(criterion: GWP, duration: 1000) { use { value(exact: true) contributions { component value share } } }`

const serverOf = async (input: string, by = ask): Promise<Data> =>
  (await by(`{ server(input: { ${input} }) { ${FIGURES} } }`)).server
const instanceOf = async (type: string, usage: string, by = ask): Promise<Data> =>
  (
    await by(
      `{ cloudInstance(input: { provider: "aws", instanceType: "${type}", usage: { ${usage} } }) { ${FIGURES} } }`,
    )
  ).cloudInstance
const powerOf = async (input: string, by = ask): Promise<number> => (await serverOf(input, by)).usage.avgPower.value
const partsOf = ({ components }: Data): Record<string, number> =>
  Object.fromEntries(
    components.flatMap(({ label, usage }: Data) => (usage.avgPower ? [[label, usage.avgPower.value]] : [])),
  )
const notUsed = ({ warnings }: Data): string[] =>
  warnings.flatMap(({ code, path }: Data) => (code === 'NOT_USED' ? [path.join('.')] : []))

/** The faults of a server's usage, by path below `usage`, and code. */
async function faultsOf(usage: string): Promise<unknown> {
  const contextValue = createContext(world, { release: world.releases.newest })
  const source = `{ server(input: { usage: { ${usage} } }) { archetype } }`
  const { errors = [] } = await graphql({ schema, source, contextValue })
  return errors.flatMap(({ originalError }) =>
    (originalError as Data).faults.map(({ path, code }: Data) => [path.slice(2).join('.'), code]),
  )
}

describe('A measured profile is refused', () => {
  test.each([
    ['without a point', '', 'powerProfile', 'INVALID_VALUE'],
    ['without a load', '{ powerWatt: 95 }', 'powerProfile.0.timeWorkload', 'INVALID_VALUE'],
    ['with a load above 100 %', '{ timeWorkload: 101, powerWatt: 95 }', 'powerProfile.0.timeWorkload', 'TOO_BIG'],
    ['with a load below 0 %', '{ timeWorkload: -1, powerWatt: 95 }', 'powerProfile.0.timeWorkload', 'TOO_SMALL'],
    ['with a power of 0', '{ timeWorkload: 10, powerWatt: 0 }', 'powerProfile.0.powerWatt', 'INVALID_VALUE'],
    ['with a power below 0', '{ timeWorkload: 10, powerWatt: -5 }', 'powerProfile.0.powerWatt', 'TOO_SMALL'],
    [
      'with a power that falls by 6 %, in any order',
      '{ timeWorkload: 50, powerWatt: 94 }, { timeWorkload: 0, powerWatt: 100 }',
      'powerProfile.0.powerWatt',
      'INVALID_VALUE',
    ],
    [
      'with a power that falls by 4 % and again',
      '{ timeWorkload: 0, powerWatt: 100 }, { timeWorkload: 20, powerWatt: 96 }, { timeWorkload: 40, powerWatt: 92 }',
      'powerProfile.2.powerWatt',
      'INVALID_VALUE',
    ],
    [
      'with two points at one load',
      '{ timeWorkload: 50, powerWatt: 94 }, { timeWorkload: 0, powerWatt: 50 }, { timeWorkload: 50, powerWatt: 95 }',
      'powerProfile.2.timeWorkload',
      'INVALID_VALUE',
    ],
    [
      'with two loads that no meter can tell apart',
      '{ timeWorkload: 50, powerWatt: 94 }, { timeWorkload: 50.00000000000001, powerWatt: 95 }',
      'powerProfile.1.timeWorkload',
      'INVALID_VALUE',
    ],
  ])('%s', async (_, points, path, code) => {
    expect(await faultsOf(`powerProfile: [${points}]`)).toEqual([[path, code]])
  })
})

describe('Input that has no effect is told with its path:', () => {
  const PROFILE = `powerProfile: [${MEASURED}]`

  test.each([
    [
      'a ratio without the power of the processors',
      `${R740}, usage: { otherConsumptionRatio: 0.3 }`,
      'usage.otherConsumptionRatio',
    ],
    [
      'the power of a drive',
      `configuration: { disks: [{ hdd: {} }, { ssd: { usage: { avgPower: 3 } } }] }`,
      'configuration.disks.1.ssd.usage.avgPower',
    ],
    [
      'the power of a supply',
      `configuration: { powerSupply: { usage: { avgPower: 3 } } }`,
      'configuration.powerSupply.usage.avgPower',
    ],
    ['a profile beside the power', `${R740}, usage: { avgPower: 300, ${PROFILE} }`, 'usage.powerProfile'],
    [
      'the profile of a processor',
      `configuration: { cpu: { usage: { ${PROFILE} } } }`,
      'configuration.cpu.usage.powerProfile',
    ],
  ])('%s', async (_, input, path) => {
    expect(notUsed(await serverOf(input))).toEqual([`input.${path}`])
  })

  test.each(['avgPower: 300', PROFILE])('what was measured of parts beside %s of the whole', async (whole) => {
    const given = `configuration: { cpu: { usage: { avgPower: 0 } }, ram: [], disks: [] }`
    const found = await serverOf(`${given}, usage: { otherConsumptionRatio: 0.3, ${whole} }`)
    expect(notUsed(found)).toEqual(['input.usage.otherConsumptionRatio', 'input.configuration.cpu.usage.avgPower'])
    expect(found.usage.avgPower.value).toBeGreaterThan(100)
  })

  test.each([
    'cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { %s } })',
    'terminal(input: { kind: LAPTOP, usage: { %s } })',
    'component(input: { hdd: { usage: { %s } } })',
  ])('a profile in %s', async (asset) => {
    const [found] = Object.values(await ask(`{ ${asset.replace('%s', PROFILE)} { warnings { code path } } }`))
    expect(notUsed(found).at(-1)).toMatch(/^input\.(hdd\.)?usage\.powerProfile$/)
  })

  test('a profile in an earlier release, which has no power of whole servers', async () => {
    expect(notUsed(await serverOf(`usage: { ${PROFILE} }`, askBase))).toEqual(['input.usage.powerProfile'])
  })

  test('and nothing else: a ratio beside the power of the processors has one', async () => {
    const cpu = 'cpu: { usage: { avgPower: 94 } }'
    expect(notUsed(await serverOf(`configuration: { ${cpu} }, usage: { otherConsumptionRatio: 0.3 }`))).toEqual([])
  })
})

describe('The power of a server', () => {
  // W at 0, 20, 50 and 100 %.
  test.each([
    // 2 * 205 W of class xeon2, 192 GB: 410 * .095 + 192 * .06 + 14.2 idle, 410 * 1.011 + 192 * .09 + 30 at full load
    ['of class xeon2', R740, [64.67, 156.80184, 231.85752, 461.79]],
    // 720 * .125 + 384 * .06 + 14.2, 720 * .83 + 384 * .09 + 30
    [
      'of class epyc',
      'configuration: { cpu: { units: 2, name: "EPYC 9654" }, ram: [{ units: 12, capacity: 32 }] }',
      [127.24, 320.34612, 433.74916, 662.16],
    ],
    // 300 * .14 + 256 * .06 + 14.2, 300 * .95 + 256 * .09 + 30
    [
      'of a class unknown',
      'configuration: { cpu: { units: 2, tdp: 150 }, ram: [{ units: 8, capacity: 32 }] }',
      [71.56, 133.38336, 185.08048, 338.04],
    ],
    // 150 * .15 + 256 * .06 + 14.2, 150 * .8 + 256 * .09 + 30
    [
      'of class arm',
      'configuration: { cpu: { units: 1, name: "Graviton2", tdp: 150 }, ram: [{ units: 8, capacity: 32 }] }',
      [52.06, 80.12736, 103.59748, 173.04],
    ],
  ])('%s is that of measured ones at each load', async (_, input, watts) => {
    for (const [at, load] of [0, 20, 50, 100].entries()) {
      expect(await powerOf(`${input}, usage: { timeWorkload: ${load} }`)).toBeCloseTo(watts[at] ?? Number.NaN, 9)
    }
  })

  test('over levels is linear in the share of the range: 80 % for 8 h and 10 % for 16 h are 205.6 W', async () => {
    const levels = `workloadLevels: [{ timeWorkload: 80, timePercentage: ${100 / 3} }, { timeWorkload: 10, timePercentage: ${200 / 3} }]`
    // s = (.719 + 2 * .173) / 3 = .355
    expect(await powerOf(`${R740}, usage: { ${levels} }`)).toBeCloseTo(64.67 + (461.79 - 64.67) * 0.355, 9)
  })

  test('in use is above that of benchmarked servers: 184 W of two processors of 150 W and 32 GB', async () => {
    const input = `archetype: "dellR740", configuration: { cpu: { units: 2, tdp: 150 }, ram: [{ units: 1, capacity: 32 }] }`
    // 1.1 * ((300 * .095 + 32 * .06 + 14.2) * .579 + (300 * 1.011 + 32 * .09 + 30) * .421)
    expect(await powerOf(`${input}, usage: { timeWorkload: 50 }`, askNewest)).toBeCloseTo(184.103436, 9)
  })

  test('of an R740 of unknown parts is 228 W, 1,998 kWh a year', async () => {
    const { server } = await askNewest(
      '{ server(input: { archetype: "dellR740" }) { usage { avgPower { value } } energy(duration: 8760) { value(exact: true) } } }',
    )
    // Two of 165 W, 384 GB: 1.1 * ((330 * .095 + 384 * .06 + 14.2) * .579 + (330 * 1.011 + 384 * .09 + 30) * .421)
    expect(server.usage.avgPower.value).toBeCloseTo(228.08676, 9)
    expect(server.energy.value).toBeCloseTo(228.08676 * 8.76, 8)
  })

  test('has no ratio and no curve of parts, which belong to the sum of parts', async () => {
    const { usage, components } = await serverOf(R740)
    expect(usage.otherConsumptionRatio).toBeNull()
    expect(components.filter(({ usage }: Data) => usage.consumptionProfile !== null)).toEqual([])
  })

  test('given replaces all of it', async () => {
    const { usage, energy } = await serverOf(`${R740}, usage: { avgPower: 300 }`, askNewest)
    expect([usage.avgPower.value, usage.avgPower.min, usage.avgPower.max, energy.value]).toEqual([300, 300, 300, 300])
  })
})

describe('The thermal design power of a processor', () => {
  const tdpOf = async (input: string): Promise<Data> =>
    (await ask(`{ server(input: { ${input} }) { cpu { tdp { value min max status } } } }`)).server.cpu.tdp

  test.each([
    ['EPYC 9V74, of 80 cores', 'configuration: { cpu: { name: "EPYC 9V74" } }', [290, 200, 400], 'COMPLETED'],
    [
      'Xeon 8573C, of 48 cores',
      'configuration: { cpu: { name: "Xeon Platinum 8573C" } }',
      [330, 226, 350],
      'COMPLETED',
    ],
    ['an R740 of unknown parts, of 24 cores', 'archetype: "dellR740"', [165, 125, 207], 'ARCHETYPE'],
    ['a server of which nothing is known', 'archetype: "dellR340"', [150, 75, 350], 'DEFAULT'],
    ['that was given', 'configuration: { cpu: { name: "EPYC 9V74", tdp: 300 } }', [300, 300, 300], 'INPUT'],
  ])('of %s', async (_, input, [value, min, max], status) => {
    const tdp = await tdpOf(input)
    expect(tdp).toMatchObject({ value, status })
    // Stated to the watt.
    expect(Math.abs(tdp.min - (min ?? 0))).toBeLessThan(0.5)
    expect(Math.abs(tdp.max - (max ?? 0))).toBeLessThan(0.5)
  })
})

test('What drives the spread of energy is told by what one can give: the thermal design power of a processor', async () => {
  const { server } = await askNewest(
    '{ server(input: { configuration: { cpu: { name: "EPYC 9V74" } }, usage: { timeWorkload: 50 } }) { energy(duration: 1000) { drivers { leaf inputs } } } }',
  )
  expect(server.energy.drivers).toContainEqual({ leaf: 'cpus.tdp.epyc.80', inputs: ['cpu.tdp'] })
  expect(server.energy.drivers).toContainEqual({ leaf: 'model.server_power', inputs: ['usage.avgPower'] })
  expect(server.energy.drivers.map(({ leaf }: Data) => leaf)).not.toContain('cpus.die_size')
})

describe('A part of a server', () => {
  test('with its own load has it; the rest of the server keeps that of the server', async () => {
    const found = await serverOf(
      `configuration: { cpu: { units: 2, name: "Xeon Platinum 8180", usage: { timeWorkload: 100 } },
        ram: [{ units: 12, capacity: 16, usage: { timeWorkload: 0 } }] }, usage: { timeWorkload: 50 }`,
    )
    const parts = partsOf(found)
    expect(parts['CPU-1']).toBeCloseTo(410 * 1.011, 9)
    expect(parts['RAM-1']).toBeCloseTo(192 * 0.06, 9)
    // 14.2 * .579 + 30 * .421
    expect(parts['REST_OF_SERVER-1']).toBeCloseTo(20.8518, 9)
    expect(found.usage.avgPower.value).toBeCloseTo(410 * 1.011 + 192 * 0.06 + 20.8518, 9)
  })

  test('that was measured counts at the wall: divided by the efficiency of the supply, without field', async () => {
    const found = await serverOf(
      `configuration: { cpu: { units: 2, usage: { avgPower: 94 } }, ram: [{ units: 12, capacity: 16, usage: { avgPower: 9.4 } }] }, usage: { timeWorkload: 50 }`,
      askNewest,
    )
    expect(partsOf(found)).toMatchObject({ 'CPU-1': 94, 'RAM-1': 9.4 })
    // Of class unknown: 1.1 * (14.2 * (1 - .426) + 30 * .426)
    expect(found.usage.avgPower.value).toBeCloseTo(94 / 0.94 + 9.4 / 0.94 + 1.1 * 20.9308, 9)
  })

  test('that is a card counts with its overhead: 15 % of 2 * 100 W', async () => {
    const usage = 'usage: { timeWorkload: 50 }'
    const without = await powerOf(`configuration: { ${R740_CPU} }, ${usage}`)
    const found = await serverOf(
      `configuration: { ${R740_CPU}, gpu: { units: 2, usage: { avgPower: 100 } } }, ${usage}`,
    )
    expect(found.usage.avgPower.value - without).toBeCloseTo(2 * 100 * 1.15, 9)
    const { energy } = found.components.find(({ label }: Data) => label === 'GPU-1')
    expect(energy.value).toBeCloseTo(230, 9)
  })

  test('that is a drive counts from the third on, HDD first: 2.2 W an SSD, 6 W an HDD', async () => {
    const parts = async (disks: string) =>
      partsOf(await serverOf(`configuration: { ${R740_CPU}, ${R740_RAM}, disks: [${disks}] }`, askNewest))
    expect(await parts('{ ssd: { units: 2 } }')).not.toHaveProperty('SSD-1')
    expect((await parts('{ ssd: { units: 8 } }'))['SSD-1']).toBeCloseTo(6 * 2.2, 9)
    const both = await parts('{ ssd: { units: 5 } }, { hdd: { units: 3 } }')
    expect([both['SSD-1'], both['HDD-1']]).toEqual([expect.closeTo(5 * 2.2, 9), expect.closeTo(6, 9)])
    const few = await parts('{ ssd: { units: 5 } }, { hdd: { units: 1 } }')
    expect(few['SSD-1']).toBeCloseTo(4 * 2.2, 9)
    expect(few).not.toHaveProperty('HDD-1')
  })

  test.each([
    [
      'server',
      () =>
        serverOf(
          `configuration: { ${R740_CPU}, ${R740_RAM}, disks: [{ ssd: { units: 5 } }, { hdd: { units: 3 } }], gpu: { units: 2, tdp: 300 } }`,
          askNewest,
        ),
    ],
    ['virtual machine', () => serverOf(`${R740}, share: { vcpu: 8, memory: 16 }`, askNewest)],
    ['instance', () => instanceOf('m5d.xlarge', '', askNewest)],
    ['instance with cards', () => instanceOf('p5.48xlarge', '', askNewest)],
  ] as const)('of a %s is a contribution: they add up to the whole, in use and in kWh', async (_, asked) => {
    const { impact, energy, components, usage } = await asked()
    const { value, contributions } = impact.use
    const sum = (numbers: readonly number[]) => numbers.reduce((before, each) => before + each, 0)
    expect(sum(contributions.map((each: Data) => each.value)) / value).toBeCloseTo(1, 12)
    expect(sum(contributions.map((each: Data) => each.share))).toBeCloseTo(1, 12)
    const byPart = components.flatMap(({ energy }: Data) => (energy === null ? [] : [energy.value]))
    expect(sum(byPart) / energy.value).toBeCloseTo(1, 12)
    expect(energy.value).toBeCloseTo(usage.avgPower.value, 9)
    // Each part has the same share of the impact as of the energy. OTHER is the rest of the server.
    const shares = components.flatMap(({ label, energy: own }: Data) =>
      own === null ? [] : [[label === 'REST_OF_SERVER-1' ? 'OTHER' : label, own.value / energy.value]],
    )
    expect(Object.fromEntries(contributions.map(({ component, share }: Data) => [component, share]))).toEqual(
      Object.fromEntries(shares.map(([label, share]: [string, number]) => [label, expect.closeTo(share, 12)])),
    )
  })

  test('other than processors follows a ratio where processors were measured: (94 + 13.94 + 200) * 1.3', async () => {
    const found = await serverOf(
      `configuration: { cpu: { units: 2, name: "Xeon Platinum 8180", usage: { avgPower: 94 } }, ${R740_RAM},
        gpu: { units: 2, usage: { avgPower: 100 } } }, usage: { timeWorkload: 50, otherConsumptionRatio: 0.3 }`,
    )
    // 192 * (.06 * .579 + .09 * .421)
    expect(found.usage.avgPower.value).toBeCloseTo((94 + 13.94496 + 200) * 1.3, 9)
    expect(found.usage.otherConsumptionRatio.value).toBe(0.3)
    expect(partsOf(found)['REST_OF_SERVER-1']).toBeCloseTo((94 + 13.94496 + 200) * 0.3, 9)
  })
})

describe('A virtual machine', () => {
  const SHARE = 'share: { vcpu: 8, memory: 16 }, usage: { timeWorkload: 50 }'

  test('has the power of its threads and of its memory', async () => {
    // 8 of 112 threads of processors and rest, 16 of 192 GB
    const expected = ((197.06076 + 20.8518) * 8) / 112 + (13.94496 * 16) / 192
    expect(await powerOf(`${R740}, ${SHARE}`)).toBeCloseTo(expected, 9)
  })

  test('without a size of memory has that of its threads, too', async () => {
    expect(await powerOf(`${R740}, share: { vcpu: 8 }, usage: { timeWorkload: 50 }`)).toBeCloseTo(
      (231.85752 * 8) / 112,
      9,
    )
  })

  test('has its share of threads of a measured profile', async () => {
    const usage = `usage: { timeWorkload: 50, powerProfile: [${MEASURED}] }`
    expect(await powerOf(`${R740}, share: { vcpu: 8, memory: 16 }, ${usage}`)).toBeCloseTo((224 * 8) / 112, 9)
  })
})

describe('A cloud instance', () => {
  test('m5.xlarge draws 11.64 W as benchmarked, 12.81 W in use: 112 kWh a year', async () => {
    // Two of 240 W, 4 of 96 threads, 16 of 384 GB, at 50 %
    const processors = 480 * (0.095 * 0.579 + 1.011 * 0.421)
    const rest = 14.2 * 0.579 + 30 * 0.421
    const memory = 384 * (0.06 * 0.579 + 0.09 * 0.421)
    const watts = ((processors + rest) * 4) / 96 + (memory * 16) / 384
    expect(watts).toBeCloseTo(11.643625, 9)
    expect((await instanceOf('m5.xlarge', '')).usage.avgPower.value).toBeCloseTo(watts, 9)
    const { usage, energy } = await instanceOf('m5.xlarge', '', askNewest)
    expect(usage.avgPower.value).toBeCloseTo(1.1 * watts, 9)
    expect((energy.value / 1000) * 8760).toBeCloseTo(112.2, 1)
  })

  test('m6i.large is 2 vCPU hours and 8 GB hours, and so is the bill, to 1e-9', async () => {
    const { usage } = await instanceOf('m6i.large', '', askNewest)
    // Two of 300 W of class xeon3, 128 threads, 512 GB at 50 %
    const ofThread = (1.1 * (600 * (0.195 * 0.606 + 1.086 * 0.394) + 14.2 * 0.606 + 30 * 0.394)) / 128
    const ofGb = 1.1 * (0.06 * 0.606 + 0.09 * 0.394)
    expect([ofThread, ofGb]).toEqual([expect.closeTo(2.99112, 5), expect.closeTo(0.079002, 9)])
    expect(usage.avgPower.value).toBeCloseTo(2 * ofThread + 8 * ofGb, 9)
    const part = async (vcpu: number, memory: number): Promise<number> => {
      const size = `vcpu: ${vcpu}, memory: ${memory}`
      const { cloudInstance } = await askNewest(
        `{ cloudInstance(input: { provider: "aws", instanceType: "m6i.large", ${size} }) { usage { avgPower { value } } } }`,
      )
      return cloudInstance.usage.avgPower.value
    }
    const [threads, gb] = [await part(3, 8), await part(2, 9)]
    expect(threads - usage.avgPower.value).toBeCloseTo(ofThread, 9)
    expect(gb - usage.avgPower.value).toBeCloseTo(ofGb, 9)
  })

  test('m6i.large is the 2 vCPU hours and 8 GB hours of a bill, whose tasks run on such a host, to 1e-9', async () => {
    const lines = [
      'EC2,EU-BoxUsage:m6i.large,Hrs,1',
      'ECS,EU-Fargate-vCPU-Hours:perCPU,hours,2',
      'ECS,EU-Fargate-GB-Hours,hours,8',
    ]
    const head =
      'line_item_line_item_type,line_item_product_code,line_item_usage_type,pricing_unit,line_item_usage_amount,product_region_code'
    const bill = [head, ...lines.map((line) => `Usage,Amazon${line},eu-west-1`)].join('\n')
    const { stdout, stderr } = await runHere(['assess', '-', '--boundary', 'EQUIPMENT', '--format', 'json'], bill)
    const kwh = JSON.parse(stdout).map((row: Data) => row.energy_kwh)
    expect(kwh, stderr).toEqual([expect.closeTo(0.006614256, 12), expect.any(Number), expect.closeTo(0.000632016, 12)])
    expect(kwh[1] + kwh[2]).toBeCloseTo(kwh[0], 12)
  })

  test('p5.48xlarge draws 8.2 kW at full load: eight cards of 630 W with an overhead of half of it', async () => {
    const { usage, energy, components } = await instanceOf('p5.48xlarge', 'timeWorkload: 100', askNewest)
    expect(usage.avgPower.value).toBeCloseTo(8219.802, 6)
    const cards = components.find(({ label }: Data) => label === 'GPU-1')
    expect(cards.energy.value).toBeCloseTo(8 * 630 * 1.5, 8)
    expect(energy.value - cards.energy.value).toBeCloseTo(8219.802 - 7560, 6)
  })
})

describe('A measured profile of a server', () => {
  const profiled = (points: string, usage: string) =>
    serverOf(`${R740}, usage: { powerProfile: [${points}], ${usage} }`, askNewest)
  const watts = async (points: string, usage: string): Promise<number> =>
    (await profiled(points, usage)).usage.avgPower.value

  test('is what it draws at the measured loads, in any order, without field', async () => {
    const shuffled =
      '{ timeWorkload: 100, powerWatt: 457 }, { timeWorkload: 0, powerWatt: 52 }, { timeWorkload: 50, powerWatt: 224 }'
    for (const [load, power] of [
      [0, 52],
      [50, 224],
      [100, 457],
    ] as const) {
      expect(await watts(shuffled, `timeWorkload: ${load}`)).toBeCloseTo(power, 9)
    }
  })

  test('follows the shape of the class between two points', async () => {
    // s_20 = .232, s_50 = .421, s_80 = .719
    expect(await watts(MEASURED, 'timeWorkload: 20')).toBeCloseTo(52 + (172 * 0.232) / 0.421, 9)
    expect(await watts(MEASURED, 'timeWorkload: 80')).toBeCloseTo(224 + (233 * (0.719 - 0.421)) / (1 - 0.421), 9)
  })

  test('follows the model beyond its ends: w_end * p0(x) / p0(x_end)', async () => {
    const middle = '{ timeWorkload: 20, powerWatt: 147 }, { timeWorkload: 50, powerWatt: 224 }'
    // p0 at 0, 20, 50, 100 %: 64.67, 156.80184, 231.85752, 461.79
    expect(await watts(middle, 'timeWorkload: 0')).toBeCloseTo((147 * 64.67) / 156.80184, 9)
    expect(await watts(middle, 'timeWorkload: 100')).toBeCloseTo((224 * 461.79) / 231.85752, 9)
  })

  test('with cards rises beyond its ends as they do, with the load itself', async () => {
    const node = `configuration: { cpu: { units: 2, name: "8480C" }, ram: [{ units: 32, capacity: 64 }],
      gpu: { units: 8, name: "H100 SXM 80GB" } }`
    const at = (usage: string) => powerOf(`${node}, usage: { ${usage} }`, askNewest)
    const [half, full] = [await at('timeWorkload: 50'), await at('timeWorkload: 100')]
    const one = (load: number, watt: number) => `powerProfile: [{ timeWorkload: ${load}, powerWatt: ${watt} }]`
    expect(await at(`timeWorkload: 100, ${one(50, 4000)}`)).toBeCloseTo((4000 * full) / half, 6)
    expect(await at(`timeWorkload: 50, ${one(100, 8000)}`)).toBeCloseTo((8000 * half) / full, 6)
  })

  test('leaves the power of its parts unknown', async () => {
    const { components } = await profiled(MEASURED, 'timeWorkload: 50')
    expect(components.map(({ energy }: Data) => energy).filter(Boolean)).toEqual([])
  })

  test('of one point sets the height of the model everywhere', async () => {
    const one = '{ timeWorkload: 50, powerWatt: 224 }'
    expect(await watts(one, 'timeWorkload: 50')).toBeCloseTo(224, 9)
    expect(await watts(one, 'timeWorkload: 0')).toBeCloseTo((224 * 64.67) / 231.85752, 9)
    expect(await watts(one, 'timeWorkload: 100')).toBeCloseTo((224 * 461.79) / 231.85752, 9)
  })

  test('of idle alone leaves full load to the model, at least idle, and says so', async () => {
    const { usage, warnings } = await profiled('{ timeWorkload: 0, powerWatt: 52 }', 'timeWorkload: 50')
    // 1.1 is in the modelled power at full load.
    expect(usage.avgPower.value).toBeCloseTo(52 * 0.579 + 1.1 * 461.79 * 0.421, 9)
    expect(warnings).toContainEqual({ code: 'ONE_POINT_IDLE', path: ['input', 'usage', 'powerProfile'] })
    expect(await watts('{ timeWorkload: 0, powerWatt: 600 }', 'timeWorkload: 100')).toBeCloseTo(600, 9)
  })

  test('is averaged over levels', async () => {
    const levels =
      'workloadLevels: [{ timeWorkload: 20, timePercentage: 50 }, { timeWorkload: 80, timePercentage: 50 }]'
    const [low, high] = [await watts(MEASURED, 'timeWorkload: 20'), await watts(MEASURED, 'timeWorkload: 80')]
    expect(await watts(MEASURED, levels)).toBeCloseTo((low + high) / 2, 9)
  })

  test('that falls by up to 5 % is level there', async () => {
    const dip =
      '{ timeWorkload: 0, powerWatt: 100 }, { timeWorkload: 50, powerWatt: 95 }, { timeWorkload: 100, powerWatt: 200 }'
    expect(await watts(dip, 'timeWorkload: 50')).toBeCloseTo(100, 9)
    expect(await watts(dip, 'timeWorkload: 25')).toBeCloseTo(100, 9)
  })

  test('has no spread with two points or more; one point has that of its processor', async () => {
    const spread = async (points: string) => {
      const { server } = await askNewest(
        `{ server(input: { ${R740}, usage: { timeWorkload: 50, powerProfile: [${points}] } }) { energy(duration: 1000) { distribution { quantiles { value } } } } }`,
      )
      const [low, , high] = server.energy.distribution.quantiles.map(({ value }: Data) => value)
      return high / low
    }
    expect(await spread(MEASURED)).toBeCloseTo(1, 12)
    // GSD2 of 1.25: the 5th and the 95th percentile are 1.25 ** (1.645 / 1.96) off the median. Sampled: within 3 %.
    expect(Math.abs((await spread('{ timeWorkload: 50, powerWatt: 224 }')) / 1.25 ** (2 * 0.8393) - 1)).toBeLessThan(
      0.03,
    )
  })
})

describe('The curve of power', () => {
  const curveOf = async (asset: string, count = ''): Promise<Data> =>
    (Object.values(await ask(`{ ${asset} { usage { powerCurve${count} { timeWorkload powerWatt } } } }`))[0] as Data)
      .usage.powerCurve

  test.each(['1', '0', '-3', '1002'])('of %s points is refused', async (count) => {
    const contextValue = createContext(world, { release: world.releases.newest })
    const source = `{ server { usage { powerCurve(count: ${count}) { powerWatt } } } }`
    const { errors = [] } = await graphql({ schema, source, contextValue })
    expect(errors.map(({ originalError }) => (originalError as Data).faults[0].path)).toEqual([['count']])
  })

  test.each([
    ['a server whose power was measured', 'server(input: { usage: { avgPower: 300 } })'],
    ['memory alone', 'component(input: { ram: {} })'],
    ['a drive alone', 'component(input: { ssd: {} })'],
    ['a card of unknown power', 'component(input: { gpu: { vram: 80 } })'],
    ['a laptop', 'terminal(input: { kind: LAPTOP })'],
  ])('is not known of %s', async (_, asset) => {
    expect(await curveOf(asset)).toBeNull()
  })

  test('is not known of a part of a server', async () => {
    const { server } = await ask(`{ server(input: { ${R740} }) { components { usage { powerCurve { powerWatt } } } } }`)
    expect(server.components.filter(({ usage }: Data) => usage.powerCurve !== null)).toEqual([])
  })

  test('of a server is its power at each load, whatever load it has', async () => {
    const server = `server(input: { ${R740}, usage: { timeWorkload: 30 } })`
    const curve = await curveOf(server, '(count: 6)')
    expect(curve.map(({ timeWorkload }: Data) => timeWorkload)).toEqual([0, 20, 40, 60, 80, 100])
    for (const { timeWorkload, powerWatt } of curve) {
      expect(powerWatt).toBeCloseTo(await powerOf(`${R740}, usage: { timeWorkload: ${timeWorkload} }`), 9)
    }
    expect(await curveOf(server)).toHaveLength(11)
  })

  test('of a part with its own load leaves that where it is', async () => {
    const cpu = 'cpu: { units: 2, name: "Xeon Platinum 8180", usage: { timeWorkload: 100 } }'
    const curve = await curveOf(`server(input: { configuration: { ${cpu}, ${R740_RAM} } })`, '(count: 2)')
    expect(curve.map(({ powerWatt }: Data) => powerWatt)).toEqual([
      expect.closeTo(410 * 1.011 + 192 * 0.06 + 14.2, 9),
      expect.closeTo(410 * 1.011 + 192 * 0.09 + 30, 9),
    ])
  })

  test('of a server with a measured profile is that profile', async () => {
    const curve = await curveOf(`server(input: { ${R740}, usage: { powerProfile: [${MEASURED}] } })`, '(count: 3)')
    expect(curve.map(({ powerWatt }: Data) => powerWatt)).toEqual([52, 224, 457].map((each) => expect.closeTo(each, 9)))
  })

  test('of an instance is its share, and of a processor alone its profile', async () => {
    const [idle, full] = await curveOf(
      'cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge" })',
      '(count: 2)',
    )
    expect(idle.powerWatt).toBeCloseTo(((480 * 0.095 + 14.2) * 4) / 96 + 0.06 * 16, 9)
    expect(full.powerWatt).toBeCloseTo(((480 * 1.011 + 30) * 4) / 96 + 0.09 * 16, 9)
    const { component } = await ask(
      '{ component(input: { cpu: { name: "Xeon Platinum 8180" } }) { usage { powerCurve(count: 3) { powerWatt } consumptionProfile { power(timeWorkload: 50) } } } }',
    )
    // Rounded to 5 figures, as the power of a processor alone is.
    expect(component.usage.powerCurve[1].powerWatt).toBeCloseTo(component.usage.consumptionProfile.power, 1)
  })
})
