import { describe, expect, test } from 'vitest'
import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import { FaultError } from '../../src/input/fault.ts'
import { EXACT, EXACT_IMPACTS, IMPACTS, NUMBER, TEXT } from '../selections.ts'
import { type Data, errorsOf } from '../world.ts'
import { component, gwp, made } from './support/component.ts'

describe('a component that cannot be assessed', () => {
  test.each([
    ['cpu: {}', 'DEFALT', 'DEFAULT'],
    ['case: {}', 'racks', 'rack'],
    ['gpu: {}', 'NVIDIA L44', 'NVIDIA L4'],
  ])('%s of the archetype %s is not found; %s is suggested', async (input, archetype, nearest) => {
    const [error] = await errorsOf(`{ component(input: { ${input} }, archetype: "${archetype}") { label } }`)
    expect(error?.path).toEqual(['component'])
    expect(error?.cause).toBeInstanceOf(NotFoundError)
    expect(error?.cause.nearest).toContain(nearest)
  })

  test.each(['motherboard: {}', 'assembly: { units: 2 }'])(
    '%s has no archetypes: one that is named changes nothing but the warnings',
    async (input) => {
      const selection = `warnings { code message } ${gwp}`
      const plain = await component(input, selection)
      const named = await component(input, selection, 'nope')
      expect(plain.warnings).toEqual([])
      expect(named).toEqual({
        ...plain,
        warnings: [{ code: 'NOT_USED', message: expect.stringContaining('"nope"') }],
      })
    },
  )

  test('of a kind without archetypes has a warning in words', async () => {
    const { warnings } = await component('motherboard: {}', 'warnings { message }', 'nope')
    expect(warnings).toEqual(['The archetype "nope" has no effect: kind motherboard has no archetypes'])
  })

  test.each(['', ' '])('of an archetype without a name (%j) says so', async (archetype) => {
    const [error] = await errorsOf(`{ component(input: { cpu: {} }, archetype: "${archetype}") { label } }`)
    expect(error?.cause).toBeInstanceOf(NotFoundError)
    expect(error?.message).toContain(`"${archetype}"`)
  })

  test('with two factors of one criterion is refused: which of them is meant?', async () => {
    const factors = '[{ criterion: GWP, value: 0.1 }, { criterion: PE, value: 1 }, { criterion: GWP, value: 0.2 }]'
    const [error] = await errorsOf(`{ component(input: { cpu: { usage: { elecFactors: ${factors} } } }) { label } }`)
    expect(error?.cause.faults).toMatchObject([
      { path: ['input', 'cpu', 'usage', 'elecFactors'], message: 'expected each criterion once' },
    ])
  })

  test('of two kinds, or of none, is refused by the schema', async () => {
    expect(await errorsOf('{ component(input: { cpu: {}, ram: {} }) { label } }')).toHaveLength(1)
    expect(await errorsOf('{ component(input: {}) { label } }')).toHaveLength(1)
  })

  test.each([
    ['ram: { density: 0 }', 'density'],
    ['ram: { capacity: -1 }', 'capacity'],
    ['ssd: { layers: 0 }', 'layers'],
    ['powerSupply: { unitWeight: -1 }', 'unitWeight'],
    ['gpu: { vramDies: 0 }', 'vramDies'],
    ['hdd: { units: -1 }', 'units'],
    ['cpu: { dieSizePerCore: -24.5 }', 'dieSizePerCore'],
  ])('{ %s } is refused at its path', async (input, field) => {
    const [error] = await errorsOf(`{ component(input: { ${input} }) { label } }`)
    expect(error?.cause).toBeInstanceOf(FaultError)
    expect(error?.cause.faults[0].path.at(-1)).toBe(field)
  })
})

describe('by hand, in kgCO2eq', () => {
  test('2 CPUs with a die of 300 mm2: 2 * (300 * 0.0197 + 9.14) = 30.1', async () => {
    expect((await made('cpu: { units: 2, dieSize: 300 }')).value).toBeCloseTo(30.1, 10)
  })

  test('3 modules of 16 GB at 0.625 GB/cm2: 3 * (25.6 * 2.2 + 5.22) = 184.62', async () => {
    const figure = await made('ram: { units: 3, capacity: 16, density: 0.625 }')
    expect(figure.value).toBeCloseTo(184.62, 10)
    expect(figure.min).toBe(figure.max)
  })

  test('2 drives of 400 GB at 50 GB/cm2: 2 * (8 * 2.2 + 6.34) = 47.88', async () => {
    expect((await made('ssd: { units: 2, capacity: 400, density: 50 }')).value).toBeCloseTo(47.88, 10)
  })

  test('3 hard disks: 93.33, at any capacity', async () => {
    expect((await made('hdd: { units: 3, capacity: 18000 }')).value).toBeCloseTo(93.33, 10)
    expect((await made('hdd: { units: 3 }')).value).toBeCloseTo(93.33, 10)
  })

  test('2 power supplies of 3 kg: 2 * 3 * 24.3 = 145.8; of unknown weight 2.99 (1..5) kg', async () => {
    expect((await made('powerSupply: { units: 2, unitWeight: 3 }')).value).toBeCloseTo(145.8, 10)
    const typical = await made('powerSupply: {}')
    expect([typical.value, typical.min, typical.max].map((each) => Number(each.toFixed(9)))).toEqual([
      72.657, 24.3, 121.5,
    ])
  })

  test('2 racks 300, 2 blades 171.8: the given case type multiplies by units once', async () => {
    expect(await made('case: { units: 2, caseType: RACK }')).toMatchObject({ value: 300, min: 300, max: 300 })
    expect((await made('case: { units: 2, caseType: BLADE }')).value).toBeCloseTo(2 * (30.9 + 880 / 16), 10)
    expect(await made('case: {}', 'blade')).toMatchObject({ value: 85.9, min: 85.9, max: 150 })
  })

  test('a motherboard 66.1, an assembly 6.68', async () => {
    expect((await made('motherboard: { units: 1 }')).value).toBe(66.1)
    expect((await made('assembly: {}')).value).toBe(6.68)
  })

  test('no units of it: 0', async () => {
    expect(await made('ram: { units: 0 }')).toMatchObject({ value: 0, min: 0, max: 0 })
  })
})

describe('use', () => {
  test.each(['ssd', 'hdd', 'powerSupply', 'case', 'motherboard', 'assembly'])(
    'of a component without a power model is null without a power: %s',
    async (kind) => {
      const { impacts, usage } = await component(`${kind}: {}`, `usage { avgPower ${NUMBER} } impacts ${IMPACTS}`)
      expect(usage.avgPower).toBeNull()
      for (const { embedded, use } of impacts) {
        expect(embedded).not.toBeNull()
        expect(use).toBeNull()
      }
    },
  )

  test('of a drive is that of one, times units: 0.098 * 4 * 0.01 kW * 1000 h = 3.92', async () => {
    const { impacts } = await component(
      'ssd: { units: 4, usage: { avgPower: 10, usageLocation: "FRA" } }',
      `impacts(criteria: [GWP], duration: 1000) ${EXACT_IMPACTS}`,
    )
    expect(impacts[0].use.value).toBeCloseTo(3.92, 10)
  })

  test('of memory is 0.284 W per GB and module, its avg_power that of all modules', async () => {
    const modelled = await component(
      'ram: { units: 2, capacity: 32, usage: { usageLocation: "FRA" } }',
      `usage { avgPower ${NUMBER} consumptionProfile { a b c d power(load: 70) } } impacts(criteria: [GWP], duration: 1000) { use ${EXACT} }`,
    )
    expect(modelled.usage.avgPower).toMatchObject({ status: 'COMPLETED', unit: 'W' })
    expect(modelled.usage.avgPower.value).toBeCloseTo(18.176, 10)
    expect(modelled.usage.consumptionProfile).toMatchObject({ a: 9.088, b: null, c: null, d: null, power: 9.088 })
    expect(modelled.impacts[0].use.value).toBeCloseTo(0.098 * 0.018176 * 1000, 10)
    const given = await component(
      'ram: { units: 2, usage: { avgPower: 5, usageLocation: "FRA" } }',
      `impacts(criteria: [GWP], duration: 1000) { use ${EXACT} }`,
    )
    expect(given.impacts[0].use.value).toBeCloseTo(0.098 * 0.005 * 1000, 10)
  })

  test('of a CPU without details is that of the archetype: 182.23 W (35.563..260.05)', async () => {
    const { usage } = await component(
      'cpu: {}',
      `usage { avgPower ${NUMBER} consumptionProfile { status residual fittedPoints { powerWatt } } }`,
    )
    expect(usage.avgPower).toMatchObject({ value: 182.23, status: 'COMPLETED' })
    expect(usage.avgPower.min).toBeCloseTo(35.563, 2)
    expect(usage.consumptionProfile).toEqual({ status: 'ARCHETYPE', residual: null, fittedPoints: null })
  })
})

describe('density', () => {
  const density = async (input: string) => {
    const { density, manufacturer } = await component(
      input,
      `... on Ram { density ${NUMBER} manufacturer ${TEXT} } ... on Ssd { density ${NUMBER} manufacturer ${TEXT} }`,
    )
    return { ...density, manufacturer }
  }

  test('of a maker that nobody knows is that of all rows, with a warning', async () => {
    const unknown = await density('ram: { manufacturer: "Zyx Semiconductors" }')
    expect(unknown).toMatchObject({ status: 'COMPLETED', min: 0.625, max: 2.375, source: 'Average of 11 rows' })
    expect(unknown.manufacturer).toMatchObject({ status: 'INPUT', value: 'Zyx Semiconductors' })
    expect(unknown.manufacturer.warnings).toHaveLength(1)
  })

  test('is narrowed by a maker in any spelling and by process or layers', async () => {
    expect(await density('ram: { manufacturer: "samsung" }')).toMatchObject({
      value: 1.5,
      manufacturer: { status: 'CHANGED', value: 'Samsung' },
    })
    expect(await density('ram: { manufacturer: "Samsung", process: 25 }')).toMatchObject({
      value: 1.25,
      min: 1.25,
      max: 1.25,
    })
    expect(await density('ssd: { layers: 32 }')).toMatchObject({ value: 17.7, min: 16.4, max: 19 })
    expect(await density('ram: { density: 3, manufacturer: "Samsung" }')).toMatchObject({ status: 'INPUT', value: 3 })
  })
})

test('every component lists its attributes by the names that REST has for them', async () => {
  const { attributes } = await component(
    'cpu: { name: "AMD EPYC 7763" }',
    'attributes { name attribute { status unit ... on NumberAttribute { number: value } ... on TextAttribute { text: value } } }',
  )
  expect(attributes.map(({ name }: Data) => name)).toEqual([
    'units',
    'core_units',
    'die_size',
    'model_range',
    'manufacturer',
    'family',
    'name',
    'tdp',
    'threads',
  ])
  expect(attributes[7]).toEqual({ name: 'tdp', attribute: { status: 'COMPLETED', unit: 'W', number: 280 } })
})
