import { describe, expect, test } from 'vitest'
import { EXACT, NUMBER, TEXT } from '../selections.ts'
import { ask, type Data } from '../world.ts'

const server = async (input: string, selection: string): Promise<Data> =>
  (await ask(`{ server(input: ${input}) { ${selection} } }`)).server

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
      `warnings { code } cpu { usage { hoursLifeTime ${NUMBER} usageLocation ${TEXT} useTimeRatio ${NUMBER} } }`,
    )
    expect(cpu.usage).toMatchObject({
      hoursLifeTime: { value: 35040 },
      usageLocation: { value: 'EEE' },
      useTimeRatio: { value: 1 },
    })
    expect(warnings.filter(({ code }: Data) => code === 'NOT_USED')).toHaveLength(3)
  })
})
