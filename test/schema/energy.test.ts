import { describe, expect, test } from 'vitest'
import { askNewest as ask, type Data, execute } from '../world.ts'

const EXACT = 'value(exact: true) min(exact: true) max(exact: true)'

/** One m5.xlarge with a usage. Without any other power, it has 100 W. */
async function instance(usage: string, fields: string): Promise<Data> {
  const given = `provider: "aws", instanceType: "m5.xlarge", usage: { ${usage} }`
  return (await ask(`{ cloudInstance(input: { ${given} }) { ${fields} } }`)).cloudInstance
}

describe('energy', () => {
  test('of what has no power is null', async () => {
    const { component } = await ask('{ component(input: { motherboard: {} }) { energy { value } } }')
    expect(component.energy).toBeNull()
  })

  test('of what has no lifetime and no duration is asked for by one: 0.1 kW over 250 hours are 25 kWh', async () => {
    const { cloudInstance } = await ask(
      '{ cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { avgPower: 100 } }) { energy(duration: 250) { value min max unit } } }',
    )
    expect(cloudInstance.energy).toEqual({ value: 25, min: 25, max: 25, unit: 'kWh' })
  })

  test.each([
    ['server', 'server(input: {}) {'],
    ['cloud instance', 'cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge" }) {'],
    ['laptop', 'terminal(input: { kind: LAPTOP }) {'],
    ['connected object', 'iotDevice(input: { usage: { avgPower: 2 } }) {'],
    ['processor', 'component(input: { cpu: { tdp: 100 } }) {'],
    ['module of memory', 'component(input: { ram: { units: 3, capacity: 16 } }) {'],
    ['card', 'component(input: { gpu: { units: 2, tdp: 300 } }) {'],
    ['drive of a given power', 'component(input: { ssd: { units: 2, usage: { avgPower: 3 } } }) {'],
    ['storage service', 'storage(input: { kind: HDD, gigabytes: 700 }) {'],
    ['volume that is moved', 'network(input: { gigabytes: 70, reach: INTERNET }) {'],
  ])('times the factor is the use of a %s, to the last digit', async (_, asked) => {
    const { thing } = await ask(
      `{ thing: ${asked} energy(duration: 1234) { ${EXACT} } impact(criterion: GWP, duration: 1234) { use { ${EXACT} } } usage { electricityFactors(criteria: [GWP]) { factor { value min max } } } } }`,
    )
    const { factor } = thing.usage.electricityFactors[0]
    for (const end of ['value', 'min', 'max']) expect(thing.impact.use[end]).toBe(factor[end] * thing.energy[end])
    expect(thing.energy.min).toBeLessThanOrEqual(thing.energy.value)
    expect(thing.energy.max).toBeGreaterThanOrEqual(thing.energy.value)
  })

  test('of a fleet is that of its assets, each times its quantity: 3 * 25 + 2 * 5 kWh', async () => {
    const { fleet } = await ask(`{ fleet(items: [
      { quantity: 3, asset: { cloudInstance: { provider: "aws", instanceType: "m5.xlarge", usage: { avgPower: 100 } } } }
      { quantity: 2, asset: { terminal: { kind: LAPTOP, usage: { avgPower: 20, useTimeRatio: 1 } } } }
    ]) { energy(duration: 250) { value(exact: true) } } }`)
    expect(fleet.energy.value).toBeCloseTo(85, 10)
  })
})

describe('within the data centre', () => {
  const phases = `embedded { ${EXACT} } use { ${EXACT} } building { ${EXACT} } total { ${EXACT} } missing`
  const impact = (boundary: string, criterion = 'GWP') =>
    `impact(criterion: ${criterion}, duration: 1000, boundary: ${boundary}) { ${phases} }`

  test.each([
    ['pueMin: 1.1', ['input', 'usage', 'facility', 'pue']],
    ['pue: 1.2, pueMin: 1.3', ['input', 'usage', 'facility', 'pueMin']],
    ['pue: 1.2, pueMax: 1.1', ['input', 'usage', 'facility', 'pueMax']],
    ['pue: 0.9', ['input', 'usage', 'facility', 'pue']],
  ])('a facility {%s} is refused', async (facility, path) => {
    const { errors = [] } = await execute(`{ server(input: { usage: { facility: { ${facility} } } }) { archetype } }`)
    const cause = errors[0]?.originalError as Data
    expect(cause?.faults.map((fault: Data) => fault.path)).toEqual([path])
  })

  test('with a PUE of 1 and without the building it is the equipment', async () => {
    const { equipment, centre } = await instance(
      'avgPower: 100, region: "eu-west-3", facility: { pue: 1 }',
      `equipment: ${impact('EQUIPMENT', 'PE')} centre: ${impact('DATA_CENTRE', 'PE')}`,
    )
    expect({ ...centre, missing: [] }).toEqual({ ...equipment, missing: [] })
    expect(centre.missing).toEqual(['BUILDING'])
    expect(equipment.missing).toEqual([])
  })

  test('100 kWh of an instance in Paris are 135 kWh, 5.94 kg of them by 44 g, and 0.5 kg of the building', async () => {
    const got = await instance(
      'avgPower: 100, region: "eu-west-3"',
      `energy(duration: 1000, boundary: DATA_CENTRE) { ${EXACT} warnings { code } }
       usage { electricityFactors(criteria: [GWP]) { factor { value } } } ${impact('DATA_CENTRE')}`,
    )
    expect(got.energy.value).toBeCloseTo(135, 9)
    // A single published PUE: from 0.03 less to 0.05 more.
    expect(got.energy.min).toBeCloseTo(132, 9)
    expect(got.energy.max).toBeCloseTo(140, 9)
    const [{ factor }] = got.usage.electricityFactors
    expect(factor.value).toBeCloseTo(0.044, 3)
    expect(got.impact.use.value).toBe(factor.value * got.energy.value)
    expect(got.impact.building.value).toBeCloseTo(0.5, 12)
    expect(got.impact.building.min).toBeCloseTo(0.25, 12)
    expect(got.impact.building.max).toBeCloseTo(1.5, 12)
    const { embedded, use, building, total } = got.impact
    expect(total.value).toBeCloseTo(embedded.value + use.value + building.value, 12)
    expect(got.impact.missing).toEqual([])
    expect(got.energy.warnings.map(({ code }: Data) => code)).not.toContain('FACILITY_OF_WIDER_AREA')
  })

  test('each figure names its source and its year', async () => {
    const { usage } = await instance(
      'region: "us-east-1"',
      'usage { pue { value min max status source } wue { value source } }',
    )
    expect(usage.pue).toMatchObject({ value: 1.15, status: 'COMPLETED' })
    expect(usage.pue.min).toBeCloseTo(1.12, 12)
    expect(usage.pue.max).toBeCloseTo(1.2, 12)
    for (const { source } of [usage.pue, usage.wue]) expect(source).toMatch(/2025$/)
  })

  test('a PUE that was given has its bounds', async () => {
    const { energy } = await instance(
      'avgPower: 100, region: "eu-west-3", facility: { pue: 1.2, pueMin: 1.1, pueMax: 1.5 }',
      `energy(duration: 1000, boundary: DATA_CENTRE) { ${EXACT} }`,
    )
    expect(energy.value).toBeCloseTo(120, 9)
    expect(energy.min).toBeCloseTo(110, 9)
    expect(energy.max).toBeCloseTo(150, 9)
  })

  test('a region without a published figure names the one that is taken instead', async () => {
    const { energy } = await instance(
      'avgPower: 100, region: "eu-south-1"',
      `energy(duration: 1000, boundary: DATA_CENTRE) { ${EXACT} warnings { code message } }`,
    )
    // Europe of AWS, 1.11; its regions are from 1.06 (Spain) to 1.35 (Paris).
    expect(energy.value).toBeCloseTo(111, 9)
    expect(energy.min).toBeCloseTo(106, 9)
    expect(energy.max).toBeCloseTo(135, 9)
    const [{ message }] = energy.warnings.filter(({ code }: Data) => code === 'FACILITY_OF_WIDER_AREA')
    expect(message).toMatch(/^No PUE is published for the region eu-south-1\. .* uses 1\.11, the figure for aws\.eu\.$/)
  })

  test.each([
    ['aws', 'm5.xlarge', 'mars-north-1', '1.14', 'aws'],
    ['scaleway', 'dev1-s', 'mars-north-1', '1.56', 'general'],
  ])('so does a region that %s does not have: %s in %s', async (provider, type, region, pue, instead) => {
    const { cloudInstance } = await ask(
      `{ cloudInstance(input: { provider: "${provider}", instanceType: "${type}", usage: { region: "${region}" } }) {
        energy(duration: 1000, boundary: DATA_CENTRE) { warnings { code message } } usage { pue { value warnings { code message } } wue { warnings { code message } } } } }`,
    )
    const message = expect.stringMatching(new RegExp(` ${region}\\. .* ${pue}, .* ${instead}\\.$`))
    const named = { code: 'FACILITY_OF_WIDER_AREA', message }
    expect(cloudInstance.usage.pue).toEqual({ value: Number(pue), warnings: [named] })
    expect(cloudInstance.usage.wue.warnings).toHaveLength(1)
    expect(cloudInstance.energy.warnings).toContainEqual(named)
  })

  test('a region of zones has their mean, the smallest and the largest', async () => {
    const { server } = await ask(
      `{ server(input: { usage: { avgPower: 100, region: "fr-par" } }) { energy(duration: 1000, boundary: DATA_CENTRE) { ${EXACT} } } }`,
    )
    // 1.45, 1.16 and 1.44
    expect(server.energy.value).toBeCloseTo(135, 9)
    expect(server.energy.min).toBeCloseTo(116, 9)
    expect(server.energy.max).toBeCloseTo(145, 9)
  })

  test('a server without details can be in any: 1.56, from 1.1 to 2', async () => {
    const { server } = await ask(
      `{ server(input: { usage: { avgPower: 100 } }) { energy(duration: 1000, boundary: DATA_CENTRE) { ${EXACT} } } }`,
    )
    expect(server.energy.value).toBeCloseTo(156, 9)
    expect(server.energy.min).toBeCloseTo(110, 9)
    expect(server.energy.max).toBeCloseTo(200, 9)
  })

  test('a laptop stands in none: it has no PUE, no building, and misses none', async () => {
    const { terminal } = await ask(
      `{ terminal(input: { kind: LAPTOP, usage: { facility: { pue: 2 } } }) { a: ${impact('EQUIPMENT')} b: ${impact('DATA_CENTRE')} warnings { code } } }`,
    )
    expect(terminal.b).toEqual(terminal.a)
    expect(terminal.b.missing).toEqual([])
    expect(terminal.warnings.map(({ code }: Data) => code)).toContain('NOT_USED')
  })

  test('the buildings of a fleet are those of what stands in one', async () => {
    const { fleet } = await ask(`{ fleet(items: [
      { quantity: 2, asset: { server: { usage: { avgPower: 100 } } } }
      { asset: { terminal: { kind: LAPTOP } } }
    ]) { ${impact('DATA_CENTRE')} } }`)
    // 2 * 100 kWh * 5 g
    expect(fleet.impact.building.value).toBeCloseTo(1, 12)
    expect(fleet.impact.missing).toEqual([])
  })
})

describe('water', () => {
  test('is that of the site and that of electricity: 100 * (0.2 + 1.15 * 2.312704) litres in Virginia', async () => {
    const { water } = await instance(
      'avgPower: 100, region: "us-east-1", facility: { wue: 0.2 }',
      `water(duration: 1000) { value(exact: true) unit }`,
    )
    expect(water.value).toBeCloseTo(100 * (0.2 + 1.15 * 2.312704), 6)
    expect(water.unit).toBe('l')
  })

  test('of a laptop is that of its electricity alone: 1,000 litres for each m3', async () => {
    const { terminal } = await ask(
      `{ terminal(input: { kind: LAPTOP, usage: { avgPower: 100, useTimeRatio: 1, elecFactors: [{ criterion: WU, value: 0.004 }] } }) { water(duration: 1000) { ${EXACT} } } }`,
    )
    expect(terminal.water.value).toBeCloseTo(400, 9)
    expect(terminal.water.max).toBeCloseTo(400, 9)
  })
})
