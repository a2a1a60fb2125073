import { describe, expect, test } from 'vitest'
import { FaultError } from '../../src/input/fault.ts'
import { EXACT_IMPACTS, NUMBER, TEXT } from '../selections.ts'
import { ask, type Data, errorsOf } from '../world.ts'

const device = async (input: string, selection: string): Promise<Data> =>
  (await ask(`{ iotDevice(input: { ${input} }) { ${selection} } }`)).iotDevice
const gwp = `impacts(criteria: [GWP]) ${EXACT_IMPACTS}`

describe('a connected object that cannot be assessed', () => {
  test('of unknown blocks is refused, every one at its path, with what is known', async () => {
    const [error] = await errorsOf(
      `{ iotDevice(input: { functionalBlocks: [
        { type: "casing", hslLevel: "HSL-1" }, { type: "antigravity", hslLevel: "HSL-1" }, { type: "casing", hslLevel: "HSL-9" }
      ] }) { archetype } }`,
    )
    expect(error?.cause).toBeInstanceOf(FaultError)
    expect(error?.cause.faults.map(({ path }: Data) => path.join('.'))).toEqual([
      'input.functionalBlocks.1.type',
      'input.functionalBlocks.2.hslLevel',
    ])
    expect(error?.message).toContain('processing')
  })

  test('of an unknown archetype is not found, with the closest', async () => {
    const [error] = await errorsOf('{ iotDevice(input: { archetype: "dronemini" }) { archetype } }')
    expect(error?.cause.nearest).toContain('drone_mini')
  })
})

describe('a connected object', () => {
  test('is units * the sum of its blocks, made and ended: casing HSL-1 is 0.431 + 0.0912', async () => {
    const block = '{ type: "casing", hslLevel: "HSL-1" }'
    const one = await device(
      `functionalBlocks: [${block}]`,
      `${gwp} components { label impacts(criteria: [GWP]) ${EXACT_IMPACTS} }`,
    )
    expect(one.components).toHaveLength(1)
    expect(one.components[0].label).toBe('CASING-1')
    expect(one.impacts[0].embedded.value).toBe(one.components[0].impacts[0].embedded.value)
    expect(one.impacts[0].embedded.value).toBeCloseTo(0.431 + 0.0912, 10)
    const many = await device(
      `units: 5, functionalBlocks: [${block}, { type: "Casing", hslLevel: "hsl_1", units: 2 }]`,
      `units ${NUMBER} ${gwp} components { label units ${NUMBER} ... on FunctionalBlock { type ${TEXT} hslLevel ${TEXT} } }`,
    )
    expect(many.components.map(({ label }: Data) => label)).toEqual(['CASING-1', 'CASING-2'])
    expect(many.components[1]).toMatchObject({
      units: { value: 2, status: 'INPUT' },
      type: { value: 'casing', status: 'INPUT' },
      hslLevel: { value: 'HSL-1' },
    })
    expect(many.impacts[0].embedded.value).toBeCloseTo(5 * 3 * one.impacts[0].embedded.value, 10)
  })

  test('says what is left out, with any blocks', async () => {
    const { impacts } = await device('', gwp)
    expect(impacts[0].embedded.warnings).toHaveLength(2)
    expect(impacts[0].embedded.warnings.join()).toMatch(/only the device.*Transport/)
  })

  test('has no power model: use is there where a power is given, times units: 0.098 * 2 * 0.008 kW * 720 h', async () => {
    const silent = await device('archetype: "drone_mini"', `archetype usage { avgPower ${NUMBER} } ${gwp}`)
    expect(silent).toMatchObject({ archetype: 'drone_mini', usage: { avgPower: null } })
    expect(silent.impacts[0].use).toBeNull()
    const { impacts } = await device(
      'units: 2, usage: { avgPower: 8, usageLocation: "FRA" }',
      `impacts(criteria: [GWP], duration: 720) ${EXACT_IMPACTS}`,
    )
    expect(impacts[0].use.value).toBeCloseTo(0.098 * 2 * 0.008 * 720, 10)
  })

  test("of an archetype has that archetype's blocks", async () => {
    const { components } = await device(
      'archetype: "drone_mini"',
      `components { label ... on FunctionalBlock { type ${TEXT} } }`,
    )
    expect(components.length).toBeGreaterThan(3)
    for (const { type } of components) expect(type.status).toBe('ARCHETYPE')
  })

  test('of a block without a factor for a criterion is null in that criterion', async () => {
    const { impacts } = await device('archetype: "drone_mini"', `impacts(criteria: [GWPPB, MIPS, PE]) ${EXACT_IMPACTS}`)
    expect(impacts.map(({ embedded }: Data) => embedded === null)).toEqual([true, true, false])
  })
})
