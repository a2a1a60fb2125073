import { describe, expect, test } from 'vitest'
import { EXACT, IMPACTS, NUMBER, TEXT } from '../selections.ts'
import { ask, type Data } from '../world.ts'

const server = async (input: string, selection: string): Promise<Data> =>
  (await ask(`{ server(input: ${input}) { ${selection} } }`)).server

describe('the name of a CPU', () => {
  const CPU = `cpu { name ${TEXT} tdp ${NUMBER} coreUnits ${NUMBER} threads ${NUMBER} dieSize ${NUMBER} family ${TEXT}
    modelRange ${TEXT} manufacturer ${TEXT} usage { avgPower ${NUMBER} consumptionProfile { a b c d source } } }`
  const cpu = async (input: string) => (await server(`{ configuration: { cpu: ${input} } }`, CPU)).cpu

  test('that is not known is kept with a warning that names three, and the computation goes on without it', async () => {
    const { cpu, warnings, impacts } = await server(
      '{ configuration: { cpu: { name: "Xeon Platinum 9999", units: 2 } } }',
      `warnings { code nearest } cpu { name { value status warnings { code nearest } } dieSize ${NUMBER} tdp ${NUMBER} } impacts(criteria: [GWP]) ${IMPACTS}`,
    )
    expect(cpu.name).toMatchObject({ status: 'INPUT', value: 'Xeon Platinum 9999' })
    expect(cpu.name.warnings).toHaveLength(1)
    const near = expect.stringMatching(/^Intel Xeon Platinum \S+$/)
    expect(cpu.name.warnings[0]).toEqual({ code: 'UNKNOWN_CPU', nearest: [near, near, near] })
    expect(warnings).toContainEqual(cpu.name.warnings[0])
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
      source: expect.stringContaining('"Skylake"'),
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
      `warnings { code nearest } usage { usageLocation { value status source warnings { code nearest } }
        electricityFactors(criteria: [GWP]) { factor ${NUMBER} } }`,
    )

  test('that nobody knows is the default one, CHANGED, with a warning on top', async () => {
    const { usage, warnings } = await place('{ usageLocation: "Belgim" }')
    expect(usage.usageLocation).toMatchObject({ status: 'CHANGED', value: 'EEE' })
    expect(usage.usageLocation.source).toContain('"Belgim"')
    expect(usage.usageLocation.warnings[0]).toMatchObject({
      code: 'UNKNOWN_LOCATION',
      nearest: expect.arrayContaining(['BEL (Belgium)']),
    })
    expect(warnings).toContainEqual(usage.usageLocation.warnings[0])
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
    expect(warnings).toMatchObject([{ code: 'GENERIC_ARCHETYPE' }])
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
