import { describe, expect, test } from 'vitest'
import { type Fault, FaultError } from '../../src/input/fault.ts'
import { NotFoundError } from '../../src/reference/not-found-error.ts'
import { EXACT, EXACT_IMPACTS, IMPACTS, NUMBER, TEXT } from '../selections.ts'
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
    const { server } = await ask(`{ server { impacts(criteria: [PM, WU]) ${EXACT_IMPACTS} } }`)
    const [pm, wu] = server.impacts
    expect(pm.embedded).toEqual({
      value: 0.000113,
      min: 0.000113,
      max: 0.000113,
      warnings: ['Generic data used for impact calculation.'],
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

describe('statuses', () => {
  test('INPUT has equal bounds, ARCHETYPE those of its cell', async () => {
    const { cpu, ram, powerSupply, usage } = await server(
      '{ configuration: { cpu: { units: 4 }, ram: [{ capacity: 16 }] }, usage: { hoursLifeTime: 1000, useTimeRatio: 0.25 } }',
      `cpu { units ${NUMBER} } ram { units ${NUMBER} capacity ${NUMBER} } powerSupply { unitWeight ${NUMBER} }
       usage { hoursLifeTime ${NUMBER} useTimeRatio ${NUMBER} timeWorkload { value min max status } usageLocation ${TEXT} }`,
    )
    expect(cpu.units).toMatchObject({ status: 'INPUT', value: 4, min: 4, max: 4 })
    expect(ram[0].capacity).toMatchObject({ status: 'INPUT', value: 16, min: 16, max: 16, unit: 'GB' })
    expect(ram[0].units).toMatchObject({ status: 'ARCHETYPE', value: 8, min: 6, max: 10 })
    expect(powerSupply.unitWeight).toMatchObject({ status: 'ARCHETYPE', value: 2.99, min: 1, max: 5, unit: 'kg' })
    expect(usage.hoursLifeTime).toMatchObject({ status: 'INPUT', value: 1000, unit: 'hours' })
    expect(usage.useTimeRatio).toMatchObject({ status: 'INPUT', value: 0.25 })
    expect(usage.timeWorkload).toEqual({ status: 'ARCHETYPE', value: 50, min: 0, max: 100 })
    expect(usage.usageLocation).toMatchObject({ status: 'DEFAULT', value: 'EEE' })
  })

  test('COMPLETED has the bounds of its inference, and a source that says which', async () => {
    const { cpu } = await server(
      '{ configuration: { cpu: { dieSizePerCore: 24.5, coreUnits: 12 } } }',
      `cpu { dieSize ${NUMBER} coreUnits ${NUMBER} dieSizePerCore ${NUMBER} }`,
    )
    expect(cpu.dieSize).toMatchObject({
      status: 'COMPLETED',
      value: 294,
      min: 294,
      source: 'die_size_per_core*core_units',
    })
    const other = await server(
      '{ configuration: { cpu: { dieSize: 300, coreUnits: 12 } } }',
      `cpu { dieSize ${NUMBER} dieSizePerCore ${NUMBER} }`,
    )
    expect(other.cpu.dieSizePerCore).toMatchObject({ status: 'COMPLETED', value: 25, unit: 'mm2' })
    expect(other.cpu.dieSize).toMatchObject({ status: 'INPUT', value: 300 })
  })

  test('a case type that was given has no doubt; that of an archetype may be the other', async () => {
    const select = `case { caseType ${TEXT} impacts(criteria: [GWP]) { embedded ${EXACT} } }`
    const assumed = await server('{}', select)
    expect(assumed.case.caseType).toMatchObject({ status: 'ARCHETYPE', value: 'rack' })
    expect(assumed.case.impacts[0].embedded).toMatchObject({ value: 150, min: 85.9, max: 150 })
    const blade = await server('{ model: { type: BLADE } }', select)
    expect(blade.case.caseType).toMatchObject({ status: 'INPUT', value: 'blade' })
    expect(blade.case.impacts[0].embedded).toMatchObject({ value: 85.9, min: 85.9, max: 85.9 })
  })
})

describe('the name of a CPU', () => {
  const CPU = `cpu { name ${TEXT} tdp ${NUMBER} coreUnits ${NUMBER} threads ${NUMBER} dieSize ${NUMBER} family ${TEXT}
    modelRange ${TEXT} manufacturer ${TEXT} usage { avgPower ${NUMBER} consumptionProfile { a b c d source } } }`
  const cpu = async (input: string) => (await server(`{ configuration: { cpu: ${input} } }`, CPU)).cpu

  test('that is not known is kept with a warning that names three, and the computation goes on without it', async () => {
    const { cpu, warnings, impacts } = await server(
      '{ configuration: { cpu: { name: "Xeon Platinum 9999", units: 2 } } }',
      `warnings { message } cpu { name ${TEXT} dieSize ${NUMBER} tdp ${NUMBER} } impacts(criteria: [GWP]) ${IMPACTS}`,
    )
    expect(cpu.name).toMatchObject({ status: 'INPUT', value: 'Xeon Platinum 9999' })
    expect(cpu.name.warnings).toHaveLength(1)
    expect(cpu.name.warnings[0]).toMatch(
      /not known.*Xeon Platinum \S+, Intel Xeon Platinum \S+, Intel Xeon Platinum \S+$/,
    )
    expect(warnings).toContain(cpu.name.warnings[0])
    expect(cpu.tdp).toBeNull()
    expect(cpu.dieSize).toMatchObject({ value: 522 })
    expect(impacts[0]).toMatchObject({ embedded: { value: 900 }, use: { value: 8000 } })
  })

  test("never overwrites the caller's TDP, cores, threads or die size", async () => {
    const given = await cpu('{ name: "AMD EPYC 7763", tdp: 99, coreUnits: 7, threads: 9, dieSize: 111 }')
    expect(given.name).toMatchObject({ status: 'INPUT', value: 'AMD EPYC 7763' })
    for (const [key, value] of Object.entries({ tdp: 99, coreUnits: 7, threads: 9, dieSize: 111 })) {
      expect(given[key]).toMatchObject({ status: 'INPUT', value })
    }
    expect(given.manufacturer).toMatchObject({ status: 'COMPLETED', value: 'AMD' })
    // 99 W: 0.75 * 99 at half load, within what a logarithm can follow (1 %).
    expect(given.usage.avgPower.value / 2).toBeCloseTo(0.75 * 99, 0)
    const family = await cpu('{ name: "AMD EPYC 7763", family: "rome", modelRange: "Ryzen 5", manufacturer: "Intel" }')
    expect(family.family).toMatchObject({ status: 'INPUT', value: 'rome' })
    expect(family.modelRange).toMatchObject({ status: 'INPUT', value: 'Ryzen 5' })
    expect(family.manufacturer).toMatchObject({ status: 'INPUT', value: 'Intel' })
  })

  test('completes what was not given', async () => {
    const completed = await cpu('{ name: "AMD EPYC 7763" }')
    expect(completed.tdp).toMatchObject({ status: 'COMPLETED', value: 280, min: 280, max: 280, unit: 'W' })
    expect(completed.coreUnits).toMatchObject({ status: 'COMPLETED', value: 64 })
    expect(completed.threads).toMatchObject({ status: 'COMPLETED', value: 128 })
    expect(completed.family).toMatchObject({ status: 'COMPLETED', value: 'milan' })
    expect(completed.tdp.source).toContain('AMD EPYC 7763')
  })

  test.each(['AMD EPYC 7763 64-Core Processor', 'epyc 7763', 'amd_epyc-7763'])(
    'as a machine prints it is CHANGED to that of its row: %s',
    async (name) => {
      const changed = await cpu(`{ name: "${name}" }`)
      expect(changed.name).toMatchObject({ status: 'CHANGED', value: 'AMD EPYC 7763' })
      expect(changed.name.source).toContain(name)
      expect(changed.tdp).toMatchObject({ value: 280 })
    },
  )

  test('a family with capitals comes back in lower case, CHANGED; one in lower case is INPUT', async () => {
    expect((await cpu('{ family: "Skylake" }')).family).toMatchObject({
      status: 'CHANGED',
      value: 'skylake',
      source: 'Given as "Skylake"',
    })
    expect((await cpu('{ family: "skylake" }')).family).toMatchObject({ status: 'INPUT', value: 'skylake' })
    const unknown = await cpu('{ family: "Zzyzx" }')
    expect(unknown.family).toMatchObject({ status: 'INPUT', value: 'Zzyzx' })
    expect(unknown.family.warnings).toHaveLength(1)
    expect(unknown.dieSize.source).toMatch(/all families/)
  })

  test('a TDP alone makes a curve, and one of a model range starts from its profile', async () => {
    const { usage } = await cpu('{ tdp: 65, units: 1 }')
    // 48.63 W at half load.
    expect(usage.avgPower.value).toBeCloseTo(48.63, 2)
    expect(usage.consumptionProfile.source).toBe('From TDP')
    // Without a TDP the profile of the range itself: Xeon Gold is 35.5688 ln(0.2438 (50 + 9.6694)) - 0.6087 = 94.636 W.
    const gold = await cpu('{ modelRange: "Xeon Gold", manufacturer: "Intel", units: 1 }')
    expect(gold.usage.consumptionProfile).toMatchObject({ a: 35.5688, b: 0.2438, c: 9.6694, d: -0.6087 })
    expect(gold.usage.avgPower.value).toBeCloseTo(35.5688 * Math.log(0.2438 * 59.6694) - 0.6087, 2)
  })
})

describe('the place of use', () => {
  const place = async (usage: string) =>
    server(
      `{ usage: ${usage} }`,
      `warnings { message } usage { usageLocation ${TEXT} electricityFactors(criteria: [GWP]) { factor ${NUMBER} } }`,
    )

  test('that nobody knows is the default one, CHANGED, with a warning on top', async () => {
    const { usage, warnings } = await place('{ usageLocation: "Belgim" }')
    expect(usage.usageLocation).toMatchObject({ status: 'CHANGED', value: 'EEE', source: 'Given as "Belgim"' })
    expect(usage.usageLocation.warnings[0]).toMatch(/Belgim.*not known.*BEL \(Belgium\)/)
    expect(warnings).toContain(usage.usageLocation.warnings[0])
    // The default's figures, with the bounds of all locations.
    expect(usage.electricityFactors[0].factor).toMatchObject({
      status: 'DEFAULT',
      value: 0.38,
      min: 0.023,
      max: 1.13161,
    })
  })

  test.each([
    ['FRA', 'INPUT', 'FRA'],
    ['fra', 'CHANGED', 'FRA'],
    ['FR', 'CHANGED', 'FRA'],
    ['fr', 'CHANGED', 'FRA'],
    ['France', 'CHANGED', 'FRA'],
    [' GERMANY ', 'CHANGED', 'DEU'],
    ['South Korea', 'CHANGED', 'KOR'],
    ['EEE', 'INPUT', 'EEE'],
    ['european union', 'CHANGED', 'EEE'],
  ])('"%s" is %s: %s', async (given, status, value) => {
    const { usage, warnings } = await place(`{ usageLocation: "${given}" }`)
    expect(usage.usageLocation).toMatchObject({ status, value, warnings: [] })
    expect(warnings).toEqual(['Using generic compute platform'])
    const { factor } = usage.electricityFactors[0]
    expect(factor.status).toBe('COMPLETED')
    expect([factor.min, factor.max]).toEqual([factor.value, factor.value])
  })

  test('France counts 0.098 kgCO2eq per kWh', async () => {
    const { usage } = await place('{ usageLocation: "FRA" }')
    expect(usage.electricityFactors[0].factor).toMatchObject({ value: 0.098, unit: 'kg CO2 eq./kWh' })
  })

  test('may be a region of any provider', async () => {
    const { usage } = await place('{ region: "eu-west-3" }')
    expect(usage.usageLocation).toMatchObject({ status: 'COMPLETED', value: 'FRA' })
    const unknown = await place('{ region: "mars-north-1" }')
    expect(unknown.usage.usageLocation).toMatchObject({ status: 'DEFAULT', value: 'EEE' })
    expect(unknown.usage.usageLocation.warnings).toHaveLength(1)
    const both = await place('{ region: "eu-west-3", usageLocation: "DEU" }')
    expect(both.usage.usageLocation).toMatchObject({ status: 'COMPLETED', value: 'FRA' })
    expect(both.usage.usageLocation.warnings).toHaveLength(1)
  })
})

describe('power', () => {
  const POWERS = `usage { avgPower ${NUMBER} } components { label usage { avgPower ${NUMBER} } } impacts(criteria: [FE]) { use ${EXACT} }`

  function powersOf({ components }: Data): Record<string, number> {
    return Object.fromEntries(
      components.flatMap(({ label, usage }: Data) => (usage.avgPower ? [[label, usage.avgPower.value]] : [])),
    )
  }

  test('given for the device is used as it is, and its components report their own', async () => {
    const answer = await server('{ usage: { avgPower: 300 } }', POWERS)
    expect(answer.usage.avgPower).toMatchObject({ status: 'INPUT', value: 300, min: 300, max: 300 })
    expect(powersOf(answer)).toEqual({ 'CPU-1': 2 * 182.23, 'RAM-1': expect.closeTo(72.704, 6) })
    // 3.6 MJ * 0.3 kW * 35040 h
    expect(answer.impacts[0].use.value).toBeCloseTo(3.6 * 0.3 * 35_040, 6)
  })

  test('given beside other usage leaves that in force: place, ratio, lifetime', async () => {
    const { impacts } = await server(
      '{ usage: { avgPower: 300, usageLocation: "FRA", useTimeRatio: 0.5, hoursLifeTime: 1000 } }',
      `impacts(criteria: [GWP]) { use ${EXACT} }`,
    )
    expect(impacts[0].use.value).toBeCloseTo(0.098 * 0.3 * 0.5 * 1000, 10)
  })

  test('given for a CPU or for memory replaces its model, in the sum of the device too', async () => {
    const answer = await server(
      '{ configuration: { cpu: { usage: { avgPower: 100 } }, ram: [{ usage: { avgPower: 7 } }] } }',
      POWERS,
    )
    expect(powersOf(answer)).toEqual({ 'CPU-1': 100, 'RAM-1': 7 })
    expect(answer.usage.avgPower.value).toBeCloseTo(107 * 1.33, 10)
  })

  test('given for a GPU counts by its units: (437.164 + 2 * 50) * 1.33', async () => {
    const answer = await server('{ configuration: { gpu: { units: 2, usage: { avgPower: 50 } } } }', POWERS)
    expect(answer.usage.avgPower.value).toBeCloseTo((2 * 182.23 + 0.284 * 32 * 8 + 100) * 1.33, 8)
  })

  test('of a second entry of memory is its own', async () => {
    const answer = await server(
      '{ configuration: { ram: [{ units: 2, capacity: 16 }, { units: 4, capacity: 64 }] } }',
      POWERS,
    )
    // 0.284 * 16 * 2 = 9.088 and 0.284 * 64 * 4 = 72.704
    expect(powersOf(answer)['RAM-1']).toBeCloseTo(9.088, 10)
    expect(powersOf(answer)['RAM-2']).toBeCloseTo(72.704, 10)
    expect(answer.usage.avgPower.value).toBeCloseTo((2 * 182.23 + 9.088 + 72.704) * 1.33, 8)
  })

  test('is modelled at the load given: 100 % is 260.05 W, and a component may have its own', async () => {
    const full = await server('{ usage: { timeWorkload: 100 } }', POWERS)
    expect(powersOf(full)['CPU-1']).toBeCloseTo(2 * 260.05, 1)
    const own = await server(
      '{ configuration: { cpu: { usage: { timeWorkload: 0 } } }, usage: { timeWorkload: 100 } }',
      POWERS,
    )
    expect(powersOf(own)['CPU-1']).toBeCloseTo(2 * 35.563, 2)
    const levels = await server(
      '{ usage: { workloadLevels: [{ timePercentage: 50, loadPercentage: 0 }, { timePercentage: 50, loadPercentage: 100 }] } }',
      `${POWERS} usage { timeWorkload { value levels { timePercentage loadPercentage } status min max } }`,
    )
    // 0.5 * 35.563 + 0.5 * 260.05 = 147.81 each
    expect(powersOf(levels)['CPU-1']).toBeCloseTo(2 * 147.81, 1)
    expect(levels.usage.timeWorkload).toMatchObject({ value: null, min: null, max: null, status: 'INPUT' })
    expect(levels.usage.timeWorkload.levels).toHaveLength(2)
  })
})

describe('what a device says, its components share', () => {
  test('electricity factors, place, lifetime and share of time', async () => {
    const { components, usage } = await server(
      '{ usage: { elecFactors: [{ criterion: GWP, value: 0.5 }], usageLocation: "FRA", hoursLifeTime: 1000, useTimeRatio: 0.5 } }',
      `usage { electricityFactors(criteria: [GWP, PE]) { factor ${NUMBER} } }
       components { label usage { usageLocation ${TEXT} useTimeRatio ${NUMBER} hoursLifeTime ${NUMBER} electricityFactors(criteria: [GWP, PE]) { factor ${NUMBER} } } impacts(criteria: [GWP]) { use ${EXACT} } }`,
    )
    expect(usage.electricityFactors.map(({ factor }: Data) => [factor.status, factor.value])).toEqual([
      ['INPUT', 0.5],
      ['COMPLETED', 11.289],
    ])
    for (const component of components) {
      expect(component.usage.electricityFactors).toEqual(usage.electricityFactors)
      expect(component.usage.usageLocation).toMatchObject({ status: 'INPUT', value: 'FRA' })
      expect(component.usage.useTimeRatio).toMatchObject({ value: 0.5 })
      expect(component.usage.hoursLifeTime).toMatchObject({ status: 'COMPLETED', value: 1000, source: 'from device' })
    }
    const cpu = components.find(({ label }: Data) => label === 'CPU-1')
    // 0.5 kg * 0.36446 kW * 0.5 * 1000 h
    expect(cpu.impacts[0].use.value).toBeCloseTo(0.5 * 0.36446 * 0.5 * 1000, 8)
  })

  test("a component's own lifetime, place and share of time are not used, and a warning says so", async () => {
    const { warnings, cpu } = await server(
      '{ configuration: { cpu: { usage: { hoursLifeTime: 5, usageLocation: "FRA", useTimeRatio: 0.1 } } } }',
      `warnings { message } cpu { usage { hoursLifeTime ${NUMBER} usageLocation ${TEXT} useTimeRatio ${NUMBER} } }`,
    )
    expect(cpu.usage).toMatchObject({
      hoursLifeTime: { value: 35040 },
      usageLocation: { value: 'EEE' },
      useTimeRatio: { value: 1 },
    })
    expect(warnings.filter((warning: string) => warning.includes('is not used'))).toHaveLength(3)
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

  test('may be nothing: a server without drives and memory has none', async () => {
    const { ram, disks } = await server('{ configuration: { ram: [], disk: [] } }', 'ram { label } disks { label }')
    expect(ram).toEqual([])
    expect(disks).toEqual([])
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
    const { impacts } = await server('{}', `impacts(criteria: [GWP]) ${IMPACTS}`)
    expect(impacts[0].embedded.warnings).toEqual(['End of life is not included in the calculation'])
  })
})
