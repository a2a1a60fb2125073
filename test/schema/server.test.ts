import { describe, expect, test } from 'vitest'
import { NotFoundError } from '../../src/catalogue/not-found-error.ts'
import { type Fault, FaultError } from '../../src/input/fault.ts'
import { EXACT_IMPACTS, IMPACTS, NUMBER } from '../selections.ts'
import { ask, type Data, errorsOf } from '../world.ts'

const server = async (input: string, selection: string): Promise<Data> =>
  (await ask(`{ server(input: ${input}) { ${selection} } }`)).server

/** Factors of making components, kgCO2eq (the tables' columns of the base and of the die). */
const MADE = {
  assembly: 6.68,
  cpu: { base: 9.14, perMm2: 0.0197 },
  ram: { base: 5.22, perCm2: 2.2 },
  ssd: { base: 6.34, perCm2: 2.2 },
  hdd: 31.11,
  motherboard: 66.1,
  powerSupplyKg: 24.3,
  rack: 150,
  /** A blade, and its sixteenth of the enclosure: 30.9 + 880 / 16. */
  blade: 85.9,
}
/** 2.2 kg per cm2, over the 11 rows of memory and the 19 of drives. */
const RAM_DENSITY = { value: 13.688 / 11, min: 0.625, max: 2.375 }

describe('a server that cannot be assessed', () => {
  test('of an unknown archetype is an error with the closest archetypes, and leaves its neighbours alone', async () => {
    const source =
      '{ wrong: server(input: { archetype: "platform_compute_mediun" }) { archetype } right: server { archetype } }'
    const [error, ...more] = await errorsOf(source)
    expect(more).toEqual([])
    expect(error?.path).toEqual(['wrong'])
    expect(error?.cause).toBeInstanceOf(NotFoundError)
    expect(error?.cause.nearest[0]).toBe('platform_compute_medium')
  })

  test('has every fault answered at once, each with its path and what was expected', async () => {
    const [error] = await errorsOf(
      `{ server(input: {
        configuration: { cpu: { units: -1, tdp: 0 }, ram: [{ capacity: 32 }, { density: 0, units: -3 }] }
        usage: { timeWorkload: 101, hoursLifeTime: 0, useTimeRatio: 1.5, hoursUseTime: -1 }
      }) { archetype } }`,
    )
    expect(error?.cause).toBeInstanceOf(FaultError)
    const faults: Fault[] = error?.cause.faults
    expect(faults.map(({ path }) => path.join('.')).sort()).toEqual([
      'input.configuration.cpu.tdp',
      'input.configuration.cpu.units',
      'input.configuration.ram.1.density',
      'input.configuration.ram.1.units',
      'input.usage.hoursLifeTime',
      'input.usage.hoursUseTime',
      'input.usage.timeWorkload',
      'input.usage.useTimeRatio',
    ])
    for (const { message } of faults) expect(message).toMatch(/^expected /)
    expect(faults.find(({ path }) => path.includes('timeWorkload'))).toMatchObject({ value: 101 })
  })

  test.each([
    ['shares of time that do not add up', '{ workloadLevels: [{ timePercentage: 60, loadPercentage: 10 }] }'],
    ['no level at all', '{ workloadLevels: [] }'],
    ['a load above 100 %', '{ workloadLevels: [{ timePercentage: 100, loadPercentage: 100.5 }] }'],
    ['both a load and levels', '{ timeWorkload: 5, workloadLevels: [{ timePercentage: 100, loadPercentage: 5 }] }'],
    ['a negative ratio of other consumption', '{ otherConsumptionRatio: -0.1 }'],
    ['a negative power', '{ avgPower: -5 }'],
    ['an infinite factor', '{ elecFactors: [{ criterion: GWP, value: 1e300 }] }'],
  ])('is refused for %s', async (_, usage) => {
    const [error] = await errorsOf(`{ server(input: { usage: ${usage} }) { archetype } }`)
    expect(error?.path).toEqual(['server'])
    expect(error?.cause).toBeInstanceOf(FaultError)
  })

  test.each(['0', '-1', '1e-9'])('is not assessed over a duration of %s hours', async (duration) => {
    const [error] = await errorsOf(`{ server { impacts(duration: ${duration}) { unit } } }`)
    expect(error?.path).toEqual(['server', 'impacts'])
    expect(error?.cause).toBeInstanceOf(FaultError)
  })

  test('shares of time within 0.1 of 100 % are taken', async () => {
    const levels = '[{ timePercentage: 33.3, loadPercentage: 0 }, { timePercentage: 66.65, loadPercentage: 50 }]'
    expect(await errorsOf(`{ server(input: { usage: { workloadLevels: ${levels} } }) { impacts { unit } } }`)).toEqual(
      [],
    )
  })
})

describe('the default server', () => {
  test('gives 900 kgCO2eq embedded and 8000 in use', async () => {
    const { server } = await ask(`{ server { archetype impacts ${IMPACTS} } }`)
    expect(server.archetype).toBe('platform_compute_medium')
    const [gwp, adp, pe] = server.impacts
    expect(gwp).toMatchObject({
      criterion: 'GWP',
      embedded: { value: 900, min: 459.9, max: 2087 },
      use: { value: 8000, min: 121.5, max: 38760 },
    })
    expect([adp.criterion, pe.criterion]).toEqual(['ADP', 'PE'])
  })

  test('is the sum of its parts by hand: 2 CPU, 8 (6..10) modules of 32 GB, 1 (1..2) drive of 1000 GB, 2 supplies', async () => {
    const { server } = await ask(`{ server { cpu { dieSize ${NUMBER} } impacts(criteria: [GWP]) ${EXACT_IMPACTS} } }`)
    // Rule a: the mean of all known dies; the archetype's 24 cores do not count.
    expect(server.cpu.dieSize).toMatchObject({ value: 522, min: 41.2, max: 3640, status: 'COMPLETED', unit: 'mm2' })
    const ssdDensity = { value: 1042.8 / 19, min: 16.4, max: 128 }
    const value =
      MADE.assembly +
      2 * (522 * MADE.cpu.perMm2 + MADE.cpu.base) +
      8 * ((32 / RAM_DENSITY.value) * MADE.ram.perCm2 + MADE.ram.base) +
      1 * ((1000 / ssdDensity.value) * MADE.ssd.perCm2 + MADE.ssd.base) +
      2 * 2.99 * MADE.powerSupplyKg +
      MADE.rack +
      MADE.motherboard
    // Large densities and a blade make the lower bound, small densities the upper one; the rack is the larger case.
    const min =
      MADE.assembly +
      2 * (41.2 * MADE.cpu.perMm2 + MADE.cpu.base) +
      6 * ((32 / RAM_DENSITY.max) * MADE.ram.perCm2 + MADE.ram.base) +
      1 * ((1000 / ssdDensity.max) * MADE.ssd.perCm2 + MADE.ssd.base) +
      2 * 1 * MADE.powerSupplyKg +
      MADE.blade +
      MADE.motherboard
    const max =
      MADE.assembly +
      2 * (3640 * MADE.cpu.perMm2 + MADE.cpu.base) +
      10 * ((32 / RAM_DENSITY.min) * MADE.ram.perCm2 + MADE.ram.base) +
      2 * ((1000 / ssdDensity.min) * MADE.ssd.perCm2 + MADE.ssd.base) +
      2 * 5 * MADE.powerSupplyKg +
      MADE.rack +
      MADE.motherboard
    const { embedded } = server.impacts[0]
    // 947.7, 459.9 and 2087.0; the last figures are those of binary fractions.
    expect(embedded.value).toBeCloseTo(value, 8)
    expect(embedded.min).toBeCloseTo(min, 8)
    expect(embedded.max).toBeCloseTo(max, 8)
    expect(value).toBeCloseTo(947.7, 1)
  })

  test('draws (2 * P(50) + 0.284 * 32 * 8) * 1.33 W by hand, and uses that over its lifetime', async () => {
    const { server } = await ask(
      `{ server { usage { avgPower ${NUMBER} hoursLifeTime ${NUMBER} otherConsumptionRatio ${NUMBER} } impacts(criteria: [GWP, FE]) ${EXACT_IMPACTS} } }`,
    )
    // P = 171.2 ln(0.0354 (x + 36.89)) - 10.13 is 182.23 W at 50 %, 35.563 W at 0 %, 260.05 W at 100 %, to 5 figures.
    const { avgPower, hoursLifeTime, otherConsumptionRatio } = server.usage
    expect(avgPower.value).toBeCloseTo((2 * 182.23 + 0.284 * 32 * 8) * 1.33, 8)
    expect(avgPower.min).toBeCloseTo((2 * 35.563 + 0.284 * 32 * 6) * 1.2, 2)
    expect(avgPower.max).toBeCloseTo((2 * 260.05 + 0.284 * 32 * 10) * 1.6, 2)
    expect(otherConsumptionRatio).toMatchObject({ status: 'ARCHETYPE', value: 0.33, min: 0.2, max: 0.6 })
    expect(hoursLifeTime).toMatchObject({ status: 'ARCHETYPE', value: 35040 })
    const [gwp, fe] = server.impacts
    // EEE: 0.38 (0.023 to 1.13161 over all locations) kgCO2eq per kWh, over 35040 h.
    expect(gwp.use.value).toBeCloseTo(0.38 * (avgPower.value / 1000) * 35_040, 6)
    expect(gwp.use.min).toBeCloseTo(0.023 * (avgPower.min / 1000) * 35_040, 6)
    expect(gwp.use.max).toBeCloseTo(1.13161 * (avgPower.max / 1000) * 35_040, 6)
    expect(fe.use.value).toBeCloseTo(3.6 * (avgPower.value / 1000) * 35_040, 6)
    // Final energy belongs to the use phase: nothing is embedded, and the total is what is known.
    expect(fe.embedded).toBeNull()
    expect(fe.total.value).toBe(fe.use.value)
    expect(gwp.total.value).toBeCloseTo(gwp.embedded.value + gwp.use.value, 8)
  })

  test('takes the generic server where a component has no factor: 0.000113 disease occurrences', async () => {
    const embedded = 'value(exact: true) min(exact: true) max(exact: true) warnings { code }'
    const { server } = await ask(
      `{ server { impacts(criteria: [PM, WU]) { embedded { ${embedded} } use { value } } } }`,
    )
    const [pm, wu] = server.impacts
    expect(pm.embedded).toEqual({
      value: 0.000113,
      min: 0.000113,
      max: 0.000113,
      warnings: [{ code: 'GENERIC_DATA' }],
    })
    // Water taken up again: a negative factor is a figure like any other.
    expect(wu.embedded.value).toBe(-3710)
    // EEE has no factor of water.
    expect(wu.use).toBeNull()
  })

  test('lists what it is made of, in a fixed order', async () => {
    const { server } = await ask('{ server { components { label kind } ram { label } disks { label } gpu { label } } }')
    expect(server.components.map(({ label }: Data) => label)).toEqual([
      'ASSEMBLY-1',
      'CPU-1',
      'RAM-1',
      'SSD-1',
      'POWER_SUPPLY-1',
      'CASE-1',
      'MOTHERBOARD-1',
    ])
    expect(server).toMatchObject({ ram: [{ label: 'RAM-1' }], disks: [{ label: 'SSD-1' }], gpu: null })
  })
})

describe('what the caller lists', () => {
  test('replaces what the archetype has of memory and drives; the rest of an entry is that of the archetype', async () => {
    const { ram, disks } = await server(
      '{ configuration: { ram: [{ units: 3 }], disk: [{ hdd: {} }, { hdd: { units: 4 } }, { ssd: { capacity: 500 } }] } }',
      `ram { units ${NUMBER} capacity ${NUMBER} } disks { label units ${NUMBER} ... on Ssd { capacity ${NUMBER} } }`,
    )
    expect(ram).toMatchObject([{ units: { value: 3 }, capacity: { value: 32, status: 'ARCHETYPE' } }])
    expect(disks.map(({ label }: Data) => label)).toEqual(['HDD-1', 'HDD-2', 'SSD-1'])
    // The archetype lists no hard disk: one that is listed is there at least once.
    expect(disks[0].units.value).toBe(1)
    expect(disks[1].units.value).toBe(4)
    expect(disks[2]).toMatchObject({ units: { value: 1, min: 1, max: 2 }, capacity: { value: 500, status: 'INPUT' } })
  })

  test('may be nothing: a server without memory has none, an empty list of drives is one that was left out', async () => {
    const { ram, disks } = await server('{ configuration: { ram: [], disk: [] } }', 'ram { label } disks { label }')
    expect(ram).toEqual([])
    expect(disks).toEqual([{ label: 'SSD-1' }])
    const bare = await server('{ configuration: { disk: [{ ssd: { units: 0 } }] } }', 'disks { units { value } }')
    expect(bare.disks).toEqual([{ units: { value: 0 } }])
  })

  test('null is the same as nothing given', async () => {
    const query = `query ($input: ServerInput) { server(input: $input) { impacts ${EXACT_IMPACTS} } }`
    const nulls = {
      archetype: null,
      model: null,
      configuration: { cpu: { tdp: null, units: null }, ram: null },
      usage: { avgPower: null },
    }
    expect(await ask(query, { input: nulls })).toEqual(await ask(query, { input: null }))
  })
})

describe('impacts', () => {
  test('come in the order asked for, repeats dropped', async () => {
    const { impacts } = await server('{}', 'impacts(criteria: [PE, GWP, PE, FE, GWP]) { criterion }')
    expect(impacts.map(({ criterion }: Data) => criterion)).toEqual(['PE', 'GWP', 'FE'])
    expect((await server('{}', 'impacts(criteria: []) { criterion }')).impacts).toEqual([])
  })

  test('of all 24 criteria say their unit and what they count', async () => {
    const { criteria } = await ask('{ criteria { criterion unit description } }')
    expect(criteria).toHaveLength(24)
    const codes = criteria.map(({ criterion }: Data) => criterion).join(' ')
    const { impacts } = await server('{}', `impacts(criteria: [${codes}]) { criterion unit description }`)
    expect(impacts).toEqual(criteria)
  })

  test('over a duration are that share of the lifetime, or all of it in total: 8760 h of 35040 h are a quarter', async () => {
    const { year, total, life } = await server(
      '{}',
      [
        'year: impacts(criteria: [GWP], duration: 8760)',
        'total: impacts(criteria: [GWP], duration: 8760, allocation: TOTAL)',
        'life: impacts(criteria: [GWP])',
      ]
        .map((each) => `${each} ${EXACT_IMPACTS}`)
        .join(' '),
    )
    expect(year[0].embedded.value).toBeCloseTo(life[0].embedded.value / 4, 8)
    expect(year[0].use.value).toBeCloseTo(life[0].use.value / 4, 8)
    expect(total[0].embedded).toEqual(life[0].embedded)
    expect(total[0].use).toEqual(year[0].use)
  })

  test('of components say that end of life is left out', async () => {
    const { impacts } = await server('{}', 'impacts(criteria: [GWP]) { embedded { warnings { code message } } }')
    expect(impacts[0].embedded.warnings).toEqual([
      { code: 'END_OF_LIFE_LEFT_OUT', message: 'End of life is not included in the calculation' },
    ])
  })
})
