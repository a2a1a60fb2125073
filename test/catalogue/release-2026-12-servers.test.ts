import { describe, expect, test } from 'vitest'
import { ofBenchmarked } from '../../src/catalogue/calibration.ts'
import { driftBetweenReleases } from '../../src/catalogue/drift-between-releases.ts'
import { resolveAsset } from '../../src/catalogue/kinds.ts'
import { createLoaders } from '../../src/catalogue/loaders.ts'
import { sourcesIn } from '../../src/catalogue/sources-in.ts'
import { spreadsOf } from '../../src/catalogue/spreads.ts'
import type { Asset } from '../../src/engine/assessment/asset.ts'
import { WHOLE_LIFE } from '../../src/engine/assessment/impact.ts'
import type { Server } from '../../src/engine/devices/server.ts'
import { pairOf } from '../../src/engine/readings/comparison.ts'
import { Distribution } from '../../src/engine/readings/distribution.ts'
import { driversOf } from '../../src/engine/readings/drivers.ts'
import { graphOf, type LeafNode } from '../../src/engine/readings/graph.ts'
import { USUAL_SAMPLING } from '../../src/engine/readings/sampling/input-distribution.ts'
import { samplesOf } from '../../src/engine/readings/sampling/samples.ts'
import type { Estimate } from '../../src/engine/values/range.ts'
import type { AssetInput } from '../../src/input/fleet-input.ts'
import { rest } from '../server/rest/ask-rest.ts'
import { askNewest as ask, type Data, releases } from '../world.ts'

const before = releases.find('2026.11')
const release = releases.find('2026.12')

const server = (configuration: object, of = release) =>
  resolveAsset(createLoaders(of.references), { server: { configuration } } as AssetInput) as Promise<Server>

const alone = (component: object, of = release) =>
  resolveAsset(createLoaders(of.references), { component } as AssetInput)

const made = (asset: Asset) => asset.impact('gwp', WHOLE_LIFE).embedded
const graph = (compute: () => Estimate | undefined) => {
  const found = graphOf(compute)
  if (found === undefined) throw new Error('Expected a figure')
  return found
}
const graphOfMaking = (asset: Asset) => graph(() => made(asset.again())?.result)
const spreads = spreadsOf(release.references.tables)
const samples = (asset: Asset) => samplesOf(graphOfMaking(asset), spreads, USUAL_SAMPLING)
const idsOf = (asset: Asset) => graphOfMaking(asset).nodes.flatMap((node) => ('id' in node ? [node.id] : []))

const R740 = {
  cpu: { units: 2, name: 'Xeon Gold 6130' },
  ram: [{ units: 1, capacity: 32 }],
  disk: [{ hdd: { units: 3 } }],
}

describe('What is odd of memory and drives is told with what is taken instead, and refused where it has to be known:', () => {
  test.each([
    [
      'ram',
      '{ generationName: "DDR9" }',
      'UNKNOWN_GENERATION',
      'generationName',
      /"DDR9".*DDR3, DDR4, DDR5, HBM\b.*\bDDR4\b/,
    ],
    [
      'ram',
      '{ generationName: "DDR9", year: 2019 }',
      'UNKNOWN_GENERATION',
      'generationName',
      /"DDR9".*, HBM\b.*\bDDR4\b/,
    ],
    ['ram', '{ generation: DDR3, capacity: 512 }', 'CONTRADICTION', 'capacity', /\b64 GB\b.* 512 GB\b.*\bDDR3\b/],
    ['ram', '{ year: 2010, capacity: 512 }', 'CONTRADICTION', 'capacity', /\b512 GB\b.*\bDDR3\b/],
    ['ram', '{ generation: DDR5, year: 2012 }', 'CONTRADICTION', 'year', /\bDDR5 .*\b2020\b.*\bDDR5 .*\b2012\b/],
    ['ram', '{ year: 1066 }', 'UNKNOWN_YEAR', 'year', /\b1066\b.*\bDDR3\b/],
    ['ssd', '{ year: 2066 }', 'UNKNOWN_YEAR', 'year', /\b2066\b/],
    ['ssd', '{ formFactor: "round" }', 'UNKNOWN_FORM_FACTOR', 'formFactor', /"round".*, add-in card\b/],
    ['hdd', '{ formFactorName: "8-inch" }', 'UNKNOWN_FORM_FACTOR', 'formFactorName', /"8-inch".*2\.5-inch.*3\.5-inch/],
    ['hdd', '{ formFactor: INCH_2_5, capacity: 20000 }', 'CONTRADICTION', 'formFactor', /20000 GB.*2\.5-inch/],
    ['ssd', '{ capacity: 30720, year: 2012 }', 'CONTRADICTION', 'capacity', /2012\b.* 30720 GB.* 4000 GB.* 30720 GB/],
    ['ssd', '{ capacity: 15360, year: 2013 }', 'CONTRADICTION', 'capacity', / 4000 GB/],
    [
      'ssd',
      '{ capacity: 10240, year: 2012, formFactor: "2.5-inch" }',
      'CONTRADICTION',
      'capacity',
      /\b2012\b.* 10240 GB/,
    ],
    ['hdd', '{ capacity: 20000, year: 1995 }', 'CONTRADICTION', 'capacity', /HDD .*\b1995\b.* 500 GB/],
    ['hdd', '{ capacity: 20000, year: 2004 }', 'CONTRADICTION', 'capacity', /HDD .*\b2004\b.* 500 GB/],
    ['hdd', '{ capacity: 100000 }', 'CONTRADICTION', 'capacity', /HDD .* 100000 GB.* 36000 GB.* 100000 GB/],
  ])('%s %s: %s', async (kind, given, code, field, message) => {
    const asked = (strict: string) =>
      `component(input: { ${kind}: ${given} }${strict}) { warnings { code message path } impact(criterion: GWP) { embedded { value } } }`
    const { component } = await ask(`{ ${asked('')} }`)
    expect(component.warnings).toContainEqual(
      expect.objectContaining({ code, message: expect.stringMatching(message), path: ['input', kind, field] }),
    )
    expect(component.impact.embedded.value).toBeGreaterThan(0)
    const faults = [expect.objectContaining({ code, path: ['input', kind, field] })]
    await expect(ask(`{ ${asked(', strict: true')} }`)).rejects.toMatchObject({ faults })
  })

  test('in whole sentences', async () => {
    const messages = Object.entries({
      'ram: { generationName: "DDR9" }':
        'Unknown generation of memory "DDR9". Did you mean DDR3, DDR4, DDR5, HBM? This result uses DDR4, the most usual one.',
      'ram: { generation: DDR3, capacity: 512 }': 'DDR3 modules hold at most 64 GB, not 512 GB. This result uses DDR3.',
      'ram: { generation: DDR5, year: 2012 }':
        'No DDR5 was made before 2020. This result uses DDR5 and ignores the year 2012.',
      'ssd: { year: 2066 }': 'No such part was made in 2066. This result ignores the year.',
      'ssd: { formFactor: "round" }':
        'Unknown form factor "round". Did you mean 2.5-inch, 3.5-inch, M.2, mSATA, E1.S, E1.L, E3.S, E3.L, add-in card? This result ignores it.',
      'hdd: { formFactor: INCH_2_5, capacity: 20000 }':
        '2.5-inch drives hold at most 6000 GB, not 20000 GB. This result uses 2.5-inch.',
      'ssd: { capacity: 30720, year: 2012 }':
        'No SSD of 2012 held 30720 GB. The largest known is 4000 GB. This result uses 30720 GB.',
      'hdd: { capacity: 100000 }': 'No HDD holds 100000 GB. The largest known is 36000 GB. This result uses 100000 GB.',
    })
    for (const [given, message] of messages) {
      const { component } = await ask(`{ component(input: { ${given} }) { warnings { message } } }`)
      expect(component.warnings).toContain(message)
    }
  })

  test.each([
    'hdd: { capacity: 400, year: 2004 }',
    'hdd: { capacity: 20000, year: 2019 }',
    'hdd: { capacity: 36000 }',
    'ssd: { capacity: 7680, year: 2013 }',
    'ssd: { capacity: 30720, year: 2017 }',
    'ssd: { capacity: 122880 }',
    'ssd: { capacity: 10240, year: 2012, formFactor: "PCIe card" }',
    'ram: { capacity: 2048 }',
  ])('%s is believed: up to twice the largest known', async (given) => {
    const { component } = await ask(`{ component(input: { ${given} }, strict: true) { warnings { code } } }`)
    expect(component.warnings.filter(({ code }: Data) => code !== 'PART_ALONE')).toEqual([])
  })

  test.each([{ ssd: { capacity: 30_720 } }, { hdd: { capacity: 100_000 } }])(
    'in a release that knows no largest parts %j has no warning',
    async (input) => {
      expect((await alone(input, before)).warnings).toEqual([])
    },
  )

  test('in a release that does not tell generations apart they have no effect', async () => {
    const found = await alone({ ram: { generation: 'DDR5', year: 2023 } }, before)
    expect(found.warnings.map(({ code }) => code)).toEqual(['NOT_USED', 'NOT_USED'])
    expect(made(found)?.value).toBe(made(await alone({ ram: {} }, before))?.value)
  })
})

describe('The fossil, biogenic and land-use parts of climate change of a server', () => {
  test.each(['GWPPF', 'GWPPB', 'GWPPLU'])('in %s say that transport and end of life are left out', async (part) => {
    const embedded = `impact(criterion: ${part}) { embedded { warnings { code } stages { stage } } }`
    const { server, cloudInstance } = await ask(`{ server { ${embedded} }
      cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge" }) { ${embedded} } }`)
    for (const { impact } of [server, cloudInstance]) {
      const codes = impact.embedded.warnings.map(({ code }: { code: string }) => code)
      expect(codes).toEqual(expect.arrayContaining(['END_OF_LIFE_LEFT_OUT', 'DISTRIBUTION_LEFT_OUT']))
      expect(impact.embedded.stages).toEqual([{ stage: 'MAKING' }])
    }
  })
})

describe('Silicon counts by its node', () => {
  // Die of a Gold 6130: 694 mm2 (the largest of its family); of an EPYC 7702: 1,008 mm2 (8 x 74 + 416).
  test.each([
    ['Xeon Gold 6130', '14', 0.015, 0.0076, 0.0192],
    ['EPYC 7702', '7', 0.023, 0.0087, 0.0413],
    ['EPYC 9654', '5', 0.0275, 0.0092, 0.045],
    ['Xeon E5-2670 v2', '28', 0.013, 0.0072, 0.0161],
    ['Xeon X5570', 'unknown', 0.019, 0.0072, 0.05],
  ])('of a %s, %s', async (name, node, value, min, max) => {
    const cpu = await alone({ cpu: { name } })
    const leaf = graphOfMaking(cpu).nodes.find(
      (each): each is LeafNode => 'id' in each && each.id === `component-factors.cpu.per_die_area.${node}.gwp`,
    )
    expect(leaf?.quantity).toMatchObject({ value, min, max })
    expect(leaf && spreads(leaf.leaf)).toBeUndefined()
    const die = graphOfMaking(cpu).nodes.find((each) => 'id' in each && each.leaf.table === 'cpus')?.quantity.value ?? 0
    expect(made(cpu)?.value).toBeCloseTo(die * value + 9.14, 9)
    const adp = cpu.impact('adp', WHOLE_LIFE).embedded?.value
    expect(adp).toBeCloseTo(die * 5.87e-9 + 0.0204, 12)
  })

  // Four dies of around 400 mm2 by Intel, of 393.88 by SemiAnalysis (1,575.5 together), of 477 by TechPowerUp.
  test.each(['Xeon Platinum 8480+', 'Xeon Platinum 8473C', 'Xeon Max 9480', 'Xeon w9-3495X'])(
    'and of four dies in a %s, whose sources have 1,575.5 to 1,908 mm2',
    async (name) => {
      const graph = graphOfMaking(await alone({ cpu: { name } }))
      const die = graph.nodes.find((each): each is LeafNode => 'id' in each && each.leaf.table === 'cpus')
      expect(die?.quantity).toMatchObject({ value: 1600, min: 1575.5, max: 1908 })
      const documents = sourcesIn(release.tables)(die?.quantity.source).map(({ publisher }) => publisher)
      expect(documents).toEqual(['Wccftech', 'SemiAnalysis', 'TechPowerUp'])
    },
  )

  test('of a family alone, and not known where nothing is', async () => {
    expect(idsOf(await alone({ cpu: { family: 'milan' } }))).toContain('component-factors.cpu.per_die_area.7.gwp')
    expect(idsOf(await alone({ cpu: {} }))).toContain('component-factors.cpu.per_die_area.unknown.gwp')
  })

  test('which is known of every processor of 2017 or later that a cloud has', () => {
    const hosts = new Set(release.tables.serverArchetypes.flatMap(({ cpu }) => cpu.name ?? []))
    const old = /E5-\d+(?! ?v\d)|X5|E5-\d+ 0|Graviton$/i
    const without = [...hosts].filter((name) => {
      const { row } = release.references.matchCpu(name)
      return (
        row !== undefined && release.references.cpuGeneration(row, row.family)?.node === undefined && !old.test(name)
      )
    })
    expect(without).toEqual([])
  })
})

describe('Memory counts by its generation:', () => {
  // Densities in GB per cm2 are means of rows:
  // - DDR3 .625 1.25 .75 1 .75 .875
  // - DDR4 2.375 3.0875
  // - DDR5 3.0125 4.3225 5.8354
  test.each([
    [{ ram: { capacity: 32, generation: 'DDR3' } }, 5.25 / 6, 0.625, 1.25],
    [{ ram: { capacity: 32, generationName: 'ddr4-3200' } }, 2.73125, 2.375, 3.0875],
    [{ ram: { capacity: 32, generationName: 'LPDDR5X' } }, 13.1704 / 3, 3.0125, 5.8354],
    [{ ram: { capacity: 32, generationName: 'HBM2e' } }, 1.2444, 0.625, 2.375],
    [{ ram: { capacity: 32, year: 2018 } }, 2.73125, 2.375, 3.0875],
    [{ ram: { capacity: 32 } }, 2.73125, 0.625, 5.8354],
    [{ ram: { capacity: 32, generation: 'DDR5', manufacturer: 'Samsung' } }, 13.1704 / 3, 3.0125, 5.8354],
    [{ ram: { capacity: 32, generation: 'DDR3', manufacturer: 'Samsung' } }, 1.875 / 2, 0.625, 1.25],
    [{ ram: { capacity: 32, process: 20 } }, 1.4375, 1.125, 1.75],
  ])('%j', async (component, value, min, max) => {
    const { value: total, min: least, max: most } = made(await alone(component)) as NonNullable<ReturnType<typeof made>>
    expect(total).toBeCloseTo((32 / value) * 2.2 + 5.22, 9)
    expect(least).toBeCloseTo((32 / max) * 2.2 + 5.22, 9)
    expect(most).toBeCloseTo((32 / min) * 2.2 + 5.22, 9)
  })

  test.each([
    ['EPYC 9654', 'DDR5', 'COMPLETED'],
    ['EPYC 7702', 'DDR4', 'COMPLETED'],
    ['Xeon E5-2670 v2', 'DDR3', 'COMPLETED'],
  ])('in a server that of its %s: %s', async (name, generation, status) => {
    for (const ram of [{}, { ram: [{ units: 4, capacity: 64 }] }]) {
      const { components } = await server({ cpu: { name }, ...ram })
      const [module] = components.filter(({ kind }) => kind === 'RAM')
      const { attribute } = module?.attributes.find((each) => each.name === 'generation') ?? {}
      expect(attribute).toMatchObject({ value: generation, status })
    }
  })

  test('and what the caller says of it goes before', async () => {
    const { components } = await server({ cpu: { name: 'EPYC 9654' }, ram: [{ generation: 'DDR4' }] })
    const [module] = components.filter(({ kind }) => kind === 'RAM')
    expect(module?.attributes).toContainEqual(
      expect.objectContaining({
        name: 'generation',
        attribute: expect.objectContaining({ value: 'DDR4', status: 'INPUT' }),
      }),
    )
  })
})

describe('Drives', () => {
  // Of a lognormal, the 5th and 95th percentile are median * exp(-+1.645 sigma), sigma = ln(high / low) / d2(n).
  test.each([
    [{ capacity: 2000 }, 43, 5.8, 320, 5.68, 325.6],
    [{ capacity: 2000, method: 'MAKER' as const }, 14, 5.8, 34, 4.007, 48.92],
    [{ capacity: 2000, method: 'STUDY' as const }, 168, 88, 320, 67.44, 418.5],
    [{ capacity: 2000, units: 3 }, 129, 17.4, 960, 17.04, 976.7],
    // No drive is below the smallest one.
    [{ capacity: 120 }, 3, 3, 19.2, 3, 19.53],
  ])('solid-state: %j makes %d (%d to %d) kg, 5 to 95 %% from %d to %d', async (ssd, value, min, max, low, high) => {
    const drive = await alone({ ssd })
    expect(made(drive)).toMatchObject({
      value: expect.closeTo(value, 9),
      min: expect.closeTo(min, 9),
      max: expect.closeTo(max, 9),
    })
    const drawn = new Distribution(samples(drive))
    expect(drawn.quantile(0.05) / low).toBeCloseTo(1, 1)
    expect(drawn.quantile(0.95) / high).toBeCloseTo(1, 1)
  })

  test('in other criteria of the dies that were sold in a year: 2019 of 57 and 76.1 GB per cm2', async () => {
    const drive = await alone({ ssd: { capacity: 1000, year: 2019 } })
    expect(drive.impact('pe', WHOLE_LIFE).embedded?.value).toBeCloseTo((1000 / 66.55) * 27.3 + 73.98, 9)
  })

  test.each([
    [{ hdd: {} }, 22.8, 13.7, 38],
    [{ hdd: { formFactorName: '3.5"' } }, 22.8, 13.7, 38],
    [{ hdd: { formFactorName: 'SFF' } }, 15.1, 12, 19],
  ])('that turn count by form factor: %j', async (component, value, min, max) => {
    const drive = await alone(component)
    expect(made(drive)).toMatchObject({ value, min, max })
    expect(drive.impact('adp', WHOLE_LIFE).embedded?.value).toBe(0.00025)
  })
})

describe('A server', () => {
  test('has a rest, transport and an end of life, of climate change alone', async () => {
    const of = await server(R740)
    expect(of.components.at(-1)?.label).toBe('REST_OF_SERVER-1')
    const sum = of.components.reduce((total, each) => total + (made(each)?.value ?? Number.NaN), 0)
    expect(made(of)?.value).toBeCloseTo(sum + 30 + 20, 9)
    expect(made(of)?.min).toBeCloseTo(of.components.reduce((total, each) => total + (made(each)?.min ?? 0), 0) + 20, 9)
    for (const criterion of ['adp', 'pe'] as const) {
      const parts = of.components.map((each) => each.impact(criterion, WHOLE_LIFE).embedded?.value)
      expect(parts.at(-1)).toBeUndefined()
      const figure = of.impact(criterion, WHOLE_LIFE).embedded
      expect(figure?.value).toBeCloseTo(
        parts.reduce((total: number, each) => total + (each ?? 0), 0),
        9,
      )
      expect(figure?.warnings.map(({ code }) => code)).toContain('PARTS_LEFT_OUT')
      expect(figure?.warnings.map(({ code }) => code)).not.toContain('GENERIC_DATA')
    }
  })

  test('of an earlier release has none of these', async () => {
    for (const id of ['2026.11', 'boavizta-2.4.1']) {
      const of = await server(R740, releases.find(id))
      expect(of.components.at(-1)?.label).toBe('MOTHERBOARD-1')
      expect(idsOf(of).filter((leaf) => /^(model|device-stages)\.|rest_of_server/.test(leaf))).toEqual([])
    }
  })

  test('over REST the rest stands last, after the motherboard, and in no other release', async () => {
    const keysOf = async (query: string) => {
      const { json } = await rest(`/v1/server/?verbose=true${query}`, { model: {}, configuration: {} })
      return Object.keys(json.verbose).filter((key) => /^[A-Z_]+-\d+$/.test(key))
    }
    expect((await keysOf('&release=2026.12')).slice(-2)).toEqual(['MOTHERBOARD-1', 'REST_OF_SERVER-1'])
    expect((await keysOf('&release=2026.11')).at(-1)).toBe('MOTHERBOARD-1')
    expect((await keysOf('')).at(-1)).toBe('MOTHERBOARD-1')
  })

  test('a PowerEdge R740 with 2 Gold 6130, 32 GB and three hard disks: its likely range reaches 1,000 kg', async () => {
    const likely = new Distribution(samples(await server(R740)))
    expect(likely.quantile(0.95)).toBeGreaterThan(1000)
    expect(likely.quantile(0.05)).toBeGreaterThan(250)
  })

  test('its model term of making is one input, which drivers name, and each part has it within a server alone', async () => {
    const of = await server(R740)
    const [first] = driversOf(graphOfMaking(of), spreads, USUAL_SAMPLING)
    expect(first).toMatchObject({ id: 'model.making', label: 'Model of server manufacturing' })
    for (const part of of.components) expect(idsOf(part)).toContain('model.making')
    expect(idsOf(await alone({ ram: {} }))).not.toContain('model.making')
  })

  test('and one with a module more is never lower: what they have in common cancels', async () => {
    const more = await server({ ...R740, ram: [{ units: 2, capacity: 32 }] })
    const pair = pairOf(samples(await server(R740)), samples(more))
    expect(pair.probabilityALower).toBe(1)
    // Two processors of one node share its factor, and the model of making.
    const other = await server({ ...R740, cpu: { units: 2, name: 'Xeon Gold 6138' } })
    const { ratio } = pairOf(samples(await server(R740)), samples(other))
    expect(ratio.standardDeviation).toBeLessThan(1e-6)
  })

  test.each([
    ['a server', { server: { configuration: R740 } }],
    ['one of defaults', { server: {} }],
    [
      'one with an SSD and a card',
      { server: { configuration: { disk: [{ ssd: { units: 2 } }], gpu: { name: 'NVIDIA A100' } } } },
    ],
    ['an instance', { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }],
    ['an instance with a card', { cloudInstance: { provider: 'aws', instanceType: 'g4dn.xlarge' } }],
    ['a processor', { component: { cpu: { name: 'EPYC 7702' } } }],
    ['memory', { component: { ram: { units: 8, capacity: 32, generation: 'DDR5' } } }],
    ['a hard disk of 2.5 inch', { component: { hdd: { formFactor: 'INCH_2_5' } } }],
  ])('drift of %s from release 2026.11 adds up, cause by cause', async (_, input) => {
    const asset = input as AssetInput
    const span = { ...WHOLE_LIFE, duration: 8760 }
    const { from, to, causes } = await driftBetweenReleases(
      { before, after: release, of: { asset }, criterion: 'gwp', span },
      ({ references }) => resolveAsset(createLoaders(references), asset),
    )
    const moved = causes.reduce((sum, { effect }) => sum + effect, from?.value ?? Number.NaN)
    expect(moved).toBeCloseTo(to?.value ?? Number.NaN, 9)
    expect(causes.filter(({ leaf }) => leaf === 'rest')).toEqual([])
  })

  test.each([
    ['a server', { server: { archetype: 'dellR740' } }, 0.362],
    ['an instance', { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }, 0.494],
  ])(
    'the power of servers is one cause of the drift of %s, and all of the drift of its use',
    async (_, input, ratio) => {
      const asset = input as AssetInput
      const span = { ...WHOLE_LIFE, duration: 8760 }
      const used = async ({ references }: typeof release) =>
        (await resolveAsset(createLoaders(references), asset)).impact('gwp', span).use?.value ?? Number.NaN
      const [from, to] = [await used(before), await used(release)]
      // 228.1 W instead of 629.8, and 12.81 W instead of 25.94.
      expect(to / from).toBeCloseTo(ratio, 3)
      const { causes } = await driftBetweenReleases(
        { before, after: release, of: { asset }, criterion: 'gwp', span },
        ({ references }) => resolveAsset(createLoaders(references), asset),
      )
      const ofPower = causes.filter(({ leaf }) => /^server-power|^model\.server_power/.test(leaf))
      expect(ofPower.map(({ leaf }) => leaf)).toEqual(['server-power'])
      expect(ofPower[0]?.effect).toBeCloseTo(to - from, 9)
    },
  )

  test.each([
    ['a terminal', '{ terminal: { kind: LAPTOP } }'],
    ['a processor alone', '{ component: { cpu: { name: "EPYC 7702" } } }'],
    ['memory alone', '{ component: { ram: {} } }'],
  ])('and no cause of the drift of %s', async (_, asset) => {
    const { drift } = await ask(`{ drift(asset: ${asset}, from: "2026.11", to: "2026.12", duration: 8760) {
      causes { leaf } } }`)
    expect(drift.causes.map(({ leaf }: Data) => leaf)).not.toContain('server-power')
    expect(drift.causes).not.toEqual([])
  })

  test('a factor that became one of a variant is one cause', async () => {
    const asset = { component: { cpu: { name: 'EPYC 7702' } } } as AssetInput
    const { causes } = await driftBetweenReleases(
      { before, after: release, of: { asset }, criterion: 'gwp', span: { ...WHOLE_LIFE, duration: 8760 } },
      ({ references }) => resolveAsset(createLoaders(references), asset),
    )
    expect(causes.filter(({ leaf }) => leaf.startsWith('component-factors.cpu'))).toMatchObject([
      { leaf: 'component-factors.cpu.per_die_area.gwp', from: 0.0197, to: 0.023 },
    ])
  })
})

describe('The power of a server', () => {
  /**
   * Every 20th of 353 results of SPECpower_ssj2008 in the order of their date and system (spec.org, retrieved
   * 2026-03-09): processor, how many, GB of memory, W at full load.
   */
  const MEASURED: readonly (readonly [string, number, number, number])[] = [
    ['Intel Xeon E5-2665', 2, 128, 409],
    ['Intel Xeon E5-2650', 2, 24, 207],
    ['Intel Xeon Platinum 8176M', 4, 192, 733],
    ['Intel Xeon Platinum 8180', 22, 2, 5402],
    ['Intel Xeon Platinum 8180', 18, 1728, 4479],
    ['AMD EPYC 7702', 2, 256, 422],
    ['Intel Xeon Platinum 8280', 12, 1152, 2736],
    ['Intel Xeon Platinum 8280', 16, 1536, 3978],
    ['AMD EPYC 7702', 2, 128, 404],
    ['AMD EPYC 7742', 2, 256, 394],
    ['Intel Xeon Platinum 8380', 2, 256, 564],
    ['AMD EPYC 7763', 2, 256, 461],
    ['AMD EPYC 9654P', 1, 192, 346],
    ['Intel Xeon Platinum 8380', 10, 1280, 3344],
    ['Intel Xeon Platinum 8490H', 2, 512, 1036],
    ['Intel Xeon Gold 6438N', 1, 128, 304],
    ['Intel Xeon Platinum 8490H', 2, 512, 802],
    ['Intel Xeon Platinum 8490H', 2, 512, 832],
  ]

  test('holds what was measured of benchmarked nodes at full load within its likely range, in three of four', async () => {
    let inside = 0
    const { references } = ofBenchmarked(release)
    for (const [name, units, capacity, watts] of MEASURED) {
      const of = (await resolveAsset(createLoaders(references), {
        server: {
          configuration: { cpu: { name, units }, ram: [{ units: 1, capacity }], disk: [{ ssd: { units: 1 } }] },
          usage: { timeWorkload: 100 },
        },
      } as AssetInput)) as Server
      const perHour = graph(() => of.again().energy(1)?.result)
      const drawn = new Distribution(samplesOf(perHour, spreads, USUAL_SAMPLING))
      const [low = 0, high = 0] = [0.05, 0.95].map((share) => drawn.quantile(share) * 1000)
      if (low <= watts && watts <= high) inside++
    }
    expect(inside / MEASURED.length).toBeGreaterThanOrEqual(0.75)
  })
})
