import { describe, expect, test } from 'vitest'
import { CloudCatalogue } from '../../src/catalogue/cloud-catalogue.ts'
import { resolveAsset } from '../../src/catalogue/kinds.ts'
import { createLoaders } from '../../src/catalogue/loaders.ts'
import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import type { HostFamily } from '../../src/catalogue/tables.ts'
import { WHOLE_LIFE } from '../../src/engine/assessment/impact.ts'
import { CRITERION_CODES } from '../../src/engine/values/criteria.ts'
import { EXACT, EXACT_IMPACTS, NUMBER, TEXT } from '../selections.ts'
import { ask, askNewest, type Data, errorsOf, releases, world } from '../world.ts'

const instance = async (provider: string, instanceType: string, selection: string, usage = '{}'): Promise<Data> =>
  (
    await ask(
      `{ cloudInstance(input: { provider: "${provider}", instanceType: "${instanceType}", usage: ${usage} }) { ${selection} } }`,
    )
  ).cloudInstance

/** What is embedded in each component, kgCO2eq, by label: in the instance's share and in the whole machine. */
async function shares(provider: string, instanceType: string): Promise<Record<string, number>> {
  const parts = `components { label impacts(criteria: [GWP]) { embedded ${EXACT} } }`
  const { components, platform } = await instance(provider, instanceType, `${parts} platform { ${parts} }`)
  const embeddedIn = ({ impacts }: Data) => impacts[0].embedded.value
  const whole = new Map<string, Data>(platform.components.map((each: Data) => [each.label, each]))
  return Object.fromEntries(
    components.map((each: Data) => {
      const host = whole.get(each.label)
      return [each.label, host === undefined ? Number.NaN : embeddedIn(each) / embeddedIn(host)]
    }),
  )
}

describe('an instance that is not known', () => {
  test.each([
    ['aws', 'p5.4xlarge'],
    ['aws', 'c5.4xlarg'],
    ['aws', 'm5'],
    ['aws', ''],
    ['gcp', 'c5.4xlarge'],
  ])('is never the nearest one: %s %s is not found', async (provider, type) => {
    const [error] = await errorsOf(
      `{ cloudInstance(input: { provider: "${provider}", instanceType: "${type}" }) { instanceType } }`,
    )
    expect(error?.path).toEqual(['cloudInstance'])
    expect(error?.cause).toBeInstanceOf(NotFoundError)
    expect(error?.cause.faults).toMatchObject([{ path: ['input', 'instanceType'], value: type }])
  })

  test('comes with suggestions: p5.4xlarge must not become c5.4xlarge, but may be meant', async () => {
    const [error] = await errorsOf(
      '{ cloudInstance(input: { provider: "aws", instanceType: "p5.4xlarge" }) { provider } }',
    )
    expect(error?.cause.nearest).toEqual(['p5.48xlarge', 'c5.4xlarge', 'g5.4xlarge'])
  })

  test('or its provider is not: the closest providers are suggested', async () => {
    const [error] = await errorsOf('{ cloudInstance(input: { provider: "azur", instanceType: "x" }) { provider } }')
    expect(error?.cause.nearest).toEqual(['azure'])
  })
})

describe('an instance without its provider', () => {
  const alone = (type: string) =>
    `{ cloudInstance(input: { instanceType: "${type}" }) { provider instanceType warnings { code message } } }`

  test.each(['m5.xlarge', 'M5-XLarge', 'aws m5.xlarge'])('%s is of the only provider that has it', async (type) => {
    const { cloudInstance } = await ask(alone(type))
    expect(cloudInstance).toMatchObject({ provider: 'aws', instanceType: 'm5.xlarge' })
    const read =
      type === 'aws m5.xlarge'
        ? []
        : [{ code: 'READ_AS', message: expect.stringMatching(new RegExp(`"${type}".* aws m5\\.xlarge`)) }]
    expect(cloudInstance.warnings.filter(({ code }: Data) => code === 'READ_AS')).toEqual(read)
  })

  test('read otherwise has a warning in words', async () => {
    const { cloudInstance } = await ask(alone('M5-XLarge'))
    expect(cloudInstance.warnings).toContainEqual({
      code: 'READ_AS',
      message: 'Instance "M5-XLarge" was read as aws m5.xlarge',
    })
  })

  test('is not found at any, and the closest ones of all providers are suggested', async () => {
    const [error] = await errorsOf(alone('m5.xlarg'))
    expect(error?.cause.faults).toMatchObject([{ code: 'NOT_FOUND', value: 'm5.xlarg' }])
    expect(error?.cause.nearest[0]).toBe('aws m5.xlarge')
  })

  test('is refused with the providers if several have it', async () => {
    const { tables } = world.releases.newest.references
    const twice = {
      ...tables,
      cloudInstances: [
        ...tables.cloudInstances,
        ...tables.cloudInstances
          .filter(({ instanceType }) => instanceType === 'm5.xlarge')
          .map((each) => ({ ...each, provider: 'azure' })),
      ],
    }
    const catalogue = new CloudCatalogue(twice)
    expect(() => catalogue.onlyInstance('m5.xlarge')).toThrow(
      expect.objectContaining({
        faults: [
          expect.objectContaining({
            message: 'expected a provider, since several have this instance type: aws, azure',
            nearest: ['aws', 'azure'],
          }),
        ],
      }),
    )
    expect(catalogue.onlyInstance('azure m5.xlarge').provider).toBe('azure')
  })
})

describe('the spelling of an instance', () => {
  test.each([
    ['AWS', 'C5.4XLarge', 'aws', 'c5.4xlarge', 2],
    ['aws', 'c5-4xlarge', 'aws', 'c5.4xlarge', 1],
    ['aws', 'c5.4xlarge', 'aws', 'c5.4xlarge', 0],
  ])('%s %s is %s %s, with %d warnings of it', async (provider, type, ofProvider, ofType, warnings) => {
    const found = await instance(provider, type, 'provider instanceType warnings { code }')
    expect(found).toMatchObject({ provider: ofProvider, instanceType: ofType })
    expect(found.warnings.filter(({ code }: Data) => code === 'READ_AS')).toHaveLength(warnings)
  })

  test('at Azure may have the prefix Standard_ or not', async () => {
    const { instanceType } = await instance('azure', 'Standard_L80as_v3', 'instanceType')
    expect(instanceType.toLowerCase()).toMatch(/l80as_v3$/)
  })
})

describe('the place of an instance', () => {
  const place = async (usage: string) => {
    const { warnings, usage: used } = await instance(
      'aws',
      'a1.medium',
      `warnings { code message } usage { usageLocation ${TEXT} }`,
      `{ ${usage} }`,
    )
    const leftAside = warnings.filter(({ code }: Data) => code === 'NOT_USED')
    return [used.usageLocation.value, leftAside.map(({ message }: Data) => message)]
  }

  test('by region and by location, which differ, is the region; a warning says that the location was left aside', async () => {
    expect(await place('region: "eu-west-3", usageLocation: "USA"')).toEqual([
      'FRA',
      ['The region eu-west-3, in FRA, overrides the location "USA"'],
    ])
    expect(await place('region: "eu-west-3", usageLocation: "Atlantis"')).toEqual([
      'FRA',
      [expect.stringContaining('"Atlantis"')],
    ])
  })

  test('by a region and the very location of it leaves no doubt', async () => {
    expect(await place('region: "eu-west-3", usageLocation: "France"')).toEqual(['FRA', []])
    expect(await place('region: "eu-west-3"')).toEqual(['FRA', []])
  })
})

describe('the share of a host', () => {
  /** c5.18xlarge: 2 CPUs of 36 threads; c5.4xlarge has 16 vCPU, and 32 GB of its 12 * 16 GB. */
  test('is by threads for all but memory: 16 / 72, and 32 GB / 192 GB', async () => {
    expect(await shares('aws', 'c5.4xlarge')).toEqual({
      'ASSEMBLY-1': expect.closeTo(16 / 72, 10),
      'CPU-1': expect.closeTo(16 / 72, 10),
      'RAM-1': expect.closeTo(32 / 192, 10),
      'POWER_SUPPLY-1': expect.closeTo(16 / 72, 10),
      'CASE-1': expect.closeTo(16 / 72, 10),
      'MOTHERBOARD-1': expect.closeTo(16 / 72, 10),
    })
  })

  test('of graphics cards is by their number: 1 of 8 in a g4dn.xlarge, which has 4 of 96 threads', async () => {
    const { 'GPU-1': gpu, 'CPU-1': cpu } = await shares('aws', 'g4dn.xlarge')
    expect(gpu).toBeCloseTo(1 / 8, 10)
    expect(cpu).toBeCloseTo(4 / 96, 10)
    expect((await shares('aws', 'dl1.24xlarge'))['GPU-1']).toBeCloseTo(1, 10)
  })

  test('of drives is by their GB, and a drive of a kind that the instance has none of is left out', async () => {
    const { 'SSD-1': ssd } = await shares('aws', 'i3.xlarge')
    // i3.metal: 8 drives of 1900 GB; the instance has 950 GB.
    expect(ssd).toBeCloseTo(950 / 15_200, 10)
    expect(Object.keys(await shares('aws', 'db.m1.large')).filter((label) => /SSD|HDD/.test(label))).toEqual([])
  })

  test('of a kind of drive that the host lists none of is one drive of that size: 237 GB in an m7gd.xlarge', async () => {
    const { components, platform, warnings } = await instance(
      'aws',
      'm7gd.xlarge',
      `warnings { message } components(kinds: [SSD]) { label units ${NUMBER} impacts(criteria: [GWP]) ${EXACT_IMPACTS} ... on Ssd { capacity ${NUMBER} } } platform { disks { label } }`,
    )
    expect(platform.disks).toEqual([])
    expect(components).toHaveLength(1)
    expect(components[0]).toMatchObject({ label: 'SSD-1', units: { value: 1 }, capacity: { value: 237 } })
    // The mean density of the 19 rows is 1042.8 / 19 GB/cm2.
    expect(components[0].impacts[0].embedded.value).toBeCloseTo((237 / (1042.8 / 19)) * 2.2 + 6.34, 8)
    expect(warnings).toEqual(['Host m7gd.metal: RAM units and per unit capacity not verified.'])
  })

  test('above 1 is kept, with a warning: 61 GB of a host that lists 60', async () => {
    const { warnings } = await instance('aws', 'cc2.8xlarge', 'warnings { message }')
    expect(warnings).toEqual([
      'Host platform_aws_cc2: RAM configuration was not verified',
      'The instance has 61 GB of memory, but its host platform_aws_cc2 lists 60. Its share is above 1.',
    ])
    expect((await shares('aws', 'cc2.8xlarge'))['RAM-1']).toBeCloseTo(61 / 60, 10)
  })

  test('of what the host has not at all is left out, with a warning', async () => {
    const { warnings, components } = await instance(
      'azure',
      'nv8as_v4',
      'warnings { code message } components { kind }',
    )
    expect(warnings).toContainEqual({
      code: 'NOT_ON_HOST',
      message: expect.stringMatching(/0\.25 GPU, .* 0\. This result leaves them out\.$/),
    })
    expect(components.map(({ kind }: Data) => kind)).not.toContain('GPU')
  })
})

describe('power', () => {
  const POWER = `usage { avgPower ${NUMBER} otherConsumptionRatio ${NUMBER} } components { label usage { avgPower ${NUMBER} } }
    platform { cpu { usage { avgPower ${NUMBER} } } ram { usage { avgPower ${NUMBER} } } usage { avgPower ${NUMBER} } }`

  test('is (P_cpu * share + P_ram * share) * (1 + other): by hand for c5.4xlarge', async () => {
    const { usage, components, platform } = await instance('aws', 'c5.4xlarge', POWER)
    const cpu = platform.cpu.usage.avgPower.value
    const ram = platform.ram[0].usage.avgPower.value
    // 0.284 W * 192 GB
    expect(ram).toBeCloseTo(54.528, 10)
    const other = usage.otherConsumptionRatio.value
    expect(usage.avgPower.value).toBeCloseTo((cpu * (16 / 72) + ram * (32 / 192)) * (1 + other), 8)
    expect(components.find(({ label }: Data) => label === 'RAM-1').usage.avgPower.value).toBeCloseTo(
      54.528 * (32 / 192),
      8,
    )
    expect(platform.usage.avgPower.value).toBeCloseTo((cpu + ram) * (1 + other), 8)
  })

  test('given is used as it is, beside every other usage field', async () => {
    const { usage, impacts } = await instance(
      'aws',
      'c5.4xlarge',
      `usage { avgPower ${NUMBER} usageLocation ${TEXT} } impacts(criteria: [GWP, PE]) ${EXACT_IMPACTS}`,
      '{ avgPower: 100, useTimeRatio: 0.5, hoursLifeTime: 1000, usageLocation: "FRA", elecFactors: [{ criterion: PE, value: 2 }] }',
    )
    expect(usage.avgPower).toMatchObject({ status: 'INPUT', value: 100 })
    expect(impacts[0].use.value).toBeCloseTo(0.098 * 0.1 * 0.5 * 1000, 10)
    expect(impacts[1].use.value).toBeCloseTo(2 * 0.1 * 0.5 * 1000, 10)
  })

  test('follows the load, given as a number or as levels', async () => {
    const at = async (usage: string) => (await instance('aws', 'c5.4xlarge', POWER, usage)).usage.avgPower.value
    const idle = await at('{ timeWorkload: 0 }')
    const full = await at('{ timeWorkload: 100 }')
    const half = await at(
      '{ workloadLevels: [{ timePercentage: 50, loadPercentage: 0 }, { timePercentage: 50, loadPercentage: 100 }] }',
    )
    expect(idle).toBeLessThan(full)
    // Powers have 5 significant figures.
    expect(half / ((idle + full) / 2)).toBeCloseTo(1, 3)
  })
})

describe('the place', () => {
  const PLACE = `warnings { code path } usage { usageLocation ${TEXT} electricityFactors(criteria: [GWP]) { factor ${NUMBER} } }
    platform { usage { usageLocation ${TEXT} } } components { usage { usageLocation ${TEXT} } }`

  test('is completed by a region, for the host and its components too', async () => {
    const { usage, platform, components } = await instance('aws', 'c5.4xlarge', PLACE, '{ region: "EU-West-3" }')
    const location = { value: 'FRA', status: 'COMPLETED', source: 'Location of the region eu-west-3' }
    expect(usage.usageLocation).toMatchObject(location)
    expect(platform.usage.usageLocation).toMatchObject(location)
    for (const component of components) expect(component.usage.usageLocation).toMatchObject(location)
    expect(usage.electricityFactors[0].factor).toMatchObject({ value: 0.098, status: 'COMPLETED' })
  })

  test('that no region names is the default one, with a warning; one of another provider is none', async () => {
    for (const region of ['mars-north-1', 'westeurope']) {
      const { usage, warnings } = await instance('aws', 'c5.4xlarge', PLACE, `{ region: "${region}" }`)
      expect(usage.usageLocation).toMatchObject({ value: 'EEE', status: 'DEFAULT' })
      expect(warnings).toContainEqual({ code: 'UNKNOWN_REGION', path: ['input', 'usage', 'region'] })
    }
  })

  test('falls back from an unknown region to the location', async () => {
    const { usage } = await instance('aws', 'c5.4xlarge', PLACE, '{ region: "mars-north-1", usageLocation: "DEU" }')
    expect(usage.usageLocation).toMatchObject({ value: 'DEU' })
  })
})

test('own electricity factors reach the instance and its components', async () => {
  const { impacts, components } = await instance(
    'aws',
    'c5.4xlarge',
    `impacts(criteria: [GWP]) ${EXACT_IMPACTS} components(kinds: [CPU]) { usage { electricityFactors(criteria: [GWP]) { factor ${NUMBER} } } }`,
    '{ elecFactors: [{ criterion: GWP, value: 0 }] }',
  )
  expect(impacts[0].use).toMatchObject({ value: 0, min: 0, max: 0 })
  expect(components[0].usage.electricityFactors[0].factor).toMatchObject({ status: 'INPUT', value: 0 })
})

test('has its size, and nothing of drives that it has not', async () => {
  const { vcpu, memory, ssdStorage, hddStorage } = await instance(
    'aws',
    'a1.4xlarge',
    `vcpu ${NUMBER} memory ${NUMBER} ssdStorage ${NUMBER} hddStorage ${NUMBER}`,
  )
  expect(vcpu).toMatchObject({ value: 16, status: 'ARCHETYPE' })
  expect(memory).toMatchObject({ value: 32, unit: 'GB' })
  expect(ssdStorage).toBeNull()
  expect(hddStorage).toBeNull()
})

describe('everything that the tables have is evaluated in all 24 criteria, finite and with min <= value <= max', () => {
  const { tables } = world.references
  const loaders = createLoaders(world.references)

  async function assess(asset: Parameters<typeof resolveAsset>[1]): Promise<readonly string[]> {
    const thing = await resolveAsset(loaders, asset)
    return CRITERION_CODES.flatMap((criterion) => {
      const impact = thing.impact(criterion, WHOLE_LIFE)
      const figures = [impact.embedded, impact.use, impact.total].filter((each) => each !== undefined)
      const isSound = figures.every(
        ({ value, min, max }) => min <= value && value <= max && [value, min, max].every(Number.isFinite),
      )
      const needed = ['gwp', 'adp', 'pe'].includes(criterion) && (!impact.embedded || !impact.use)
      return isSound && !needed ? [] : [`${JSON.stringify(asset)} ${criterion}`]
    })
  }

  test('all 1,947 instance types', async () => {
    expect(tables.cloudInstances).toHaveLength(1947)
    const wrong: string[] = []
    for (const { provider, instanceType } of tables.cloudInstances) {
      wrong.push(...(await assess({ cloudInstance: { provider, instanceType } })))
    }
    expect(wrong).toEqual([])
  })

  test('all 292 server archetypes', async () => {
    expect(tables.serverArchetypes).toHaveLength(292)
    const wrong: string[] = []
    for (const { id } of tables.serverArchetypes) wrong.push(...(await assess({ server: { archetype: id } })))
    expect(wrong).toEqual([])
  })
})

describe('a host of any family', () => {
  const input = (fields: string) => `{ cloudInstance(input: { provider: "aws", ${fields} }) { warnings { code } } }`

  test('is refused for a machine by its type, whose host is known', async () => {
    const [error] = await errorsOf(input('instanceType: "m6i.large", anyHost: true'))
    expect(error?.message).toContain('expected only with `vcpu` or `memory`')
  })

  test('has no effect where the host has no other families, and says so', async () => {
    const { cloudInstance } = await askNewest(input('instanceType: "x2idn.16xlarge", vcpu: 1, anyHost: true'))
    expect(cloudInstance.warnings).toContainEqual({ code: 'NOT_USED' })
  })

  test('is one input in what drives the spread of a figure', async () => {
    const figure = 'impacts(criteria: [GWP]) { embedded { drivers { label share } } }'
    const { cloudInstance } = await askNewest(
      `{ cloudInstance(input: { provider: "gcp", instanceType: "n2-standard-2", vcpu: 1, anyHost: true }) { ${figure} } }`,
    )
    expect(cloudInstance.impacts[0].embedded.drivers).toContainEqual(
      expect.objectContaining({ label: 'Family of the host' }),
    )
  })

  test.each(['vcpu: 1', 'memory: 4', 'vcpu: 2, memory: 8', 'vcpu: 2, memory: 8, usage: { timeWorkload: 5 }'])(
    'has bounds that enclose those of each family: %s',
    async (size) => {
      const outside: string[] = []
      const { hostFamilies } = releases.newest.references.tables
      const hosts = Map.groupBy(hostFamilies, ({ provider, host }) => `${provider} ${host}`)
      for (const rows of hosts.values()) {
        const { provider, host } = rows[0] as HostFamily
        const families = rows.map(({ family }) => family)
        const typesAsked = [host, host, ...families].map(
          (type, at) =>
            `a${at}: cloudInstance(input: { provider: "${provider}", instanceType: "${type}", ${size}, anyHost: ${at === 0} }) {
            impacts(criteria: [GWP, ADP, PE]) ${EXACT_IMPACTS} }`,
        )
        const [any, ...others] = Object.values(await askNewest(`{ ${typesAsked.join(' ')} }`)) as Data[]
        for (const [at, { impacts }] of others.entries())
          for (const [index, figures] of any.impacts.entries())
            for (const phase of ['embedded', 'use', 'total']) {
              const [{ min, max }, own] = [figures[phase], impacts[index][phase]]
              // The last digits of the bounds are those of another order of the same factors.
              if (min > own.min * (1 + 1e-9) || max < own.max * (1 - 1e-9))
                outside.push(`${[host, ...families][at]} ${figures.criterion} ${phase}`)
            }
      }
      expect(outside).toEqual([])
      expect(hosts.size).toBe(4)
    },
  )
})
