import { describe, expect, test } from 'vitest'
import { askNewest as ask, ask as askBase, type Data } from '../world.ts'

const EXACT = 'value min max'

async function card(input: string): Promise<Data> {
  return (await ask(`{ component(input: { gpu: { ${input} } }) { usage { avgPower { ${EXACT} status } } } }`)).component
    .usage.avgPower
}

describe('the power of a card', () => {
  test('without a known thermal design power is unknown', async () => {
    expect(await card('vram: 80')).toBeNull()
  })

  test('in the base release, which has none of cards, is not known', async () => {
    const { component } = await askBase(
      '{ component(input: { gpu: { name: "NVIDIA A100 PCIe 80 GB" } }) { usage { avgPower { value } } impact(criterion: GWP) { use { value } missing } } }',
    )
    expect(component).toEqual({ usage: { avgPower: null }, impact: { use: null, missing: ['USE'] } })
  })

  test('of 300 W at full load is 270 W, from 210 to 300', async () => {
    const { value, min, max, status } = await card('tdp: 300, usage: { timeWorkload: 100 }')
    expect([value, min, max, status]).toEqual([270, 210, 300, 'COMPLETED'])
  })

  test('of 300 W idle is a tenth of it, from 0.04 to 0.2', async () => {
    const { value, min, max } = await card('tdp: 300, usage: { timeWorkload: 0 }')
    expect([value, min, max]).toEqual([30, 12, 60])
  })

  test('of 300 W with an unknown load is that of half load: 30 * 0.5 + 0.5 * 270, from idle to full', async () => {
    const { value, min, max } = await card('tdp: 300')
    // At no load 0.04 of it, at full load all of it.
    expect([value, min, max]).toEqual([150, 12, 300])
  })

  test('of a named one idle is measured, also where the thermal design power is given: 67.5 W of an H100', async () => {
    for (const tdp of ['', 'tdp: 650,']) {
      const { value, min, max } = await card(`name: "NVIDIA H100 SXM 80GB", ${tdp} usage: { timeWorkload: 0 }`)
      expect([value, min, max]).toEqual([67.5, 67, 68])
    }
  })

  test('is never less at full load than idle: 50 W of a card that idles at 67.5', async () => {
    const { value, min, max } = await card('name: "NVIDIA H100 SXM 80GB", tdp: 50, usage: { timeWorkload: 0 }')
    expect([value, min, max]).toEqual([45, 35, 50])
  })

  test('over levels is their mean: 0.25 of the time at full load, 0.75 idle', async () => {
    const { value } = await card(
      'tdp: 300, usage: { workloadLevels: [{ timePercentage: 25, loadPercentage: 100 }, { timePercentage: 75, loadPercentage: 0 }] }',
    )
    expect(value).toBeCloseTo(0.25 * 270 + 0.75 * 30, 10)
  })

  test('that was given replaces all that: 200 W', async () => {
    const { value, status } = await card('tdp: 300, usage: { avgPower: 200 }')
    expect([value, status]).toEqual([200, 'INPUT'])
  })

  test('a chip of a board of two has half its power: 150 W of 300', async () => {
    const { component } = await ask(
      '{ component(input: { gpu: { name: "NVIDIA K80" } }) { ... on Gpu { tdp { value } } } }',
    )
    expect(component.tdp.value).toBe(150)
  })
})

describe('cards in a device', () => {
  const WITHOUT = 'server(input: { configuration: { gpu: { units: 2, vram: 40 } } })'
  const WARNINGS =
    'energy(duration: 1) { warnings { code } } usage { avgPower { warnings { code } } } impact(criterion: GWP) { use { warnings { code } } }'

  test.each([
    ['of which no thermal design power is known', WITHOUT],
    [
      'that their maker publishes no power of',
      'cloudInstance(input: { provider: "aws", instanceType: "trn1.2xlarge" })',
    ],
  ])('%s are left out of its power, with a warning', async (_, asset) => {
    const [found] = Object.values(await ask(`{ ${asset} { ${WARNINGS} } }`)) as Data[]
    for (const { warnings } of [found?.energy, found?.usage.avgPower, found?.impact.use]) {
      expect(warnings.map(({ code }: Data) => code)).toContain('POWER_LEFT_OUT')
    }
  })

  test('whose power is given, or that are none, or in the base release, which knows the power of none, are not warned of', async () => {
    const asked = (ask: typeof askBase, asset: string) => ask(`{ ${asset} { ${WARNINGS} } }`)
    for (const answer of [
      asked(ask, WITHOUT.replace('vram: 40', 'usage: { avgPower: 100 }')),
      asked(ask, WITHOUT.replace('units: 2', 'units: 0')),
      asked(ask, 'server'),
      asked(askBase, WITHOUT),
    ]) {
      expect(JSON.stringify(await answer)).not.toContain('POWER_LEFT_OUT')
    }
  })

  test('have the load of the device, by which they may draw half of what they are made for, and their overhead', async () => {
    const { server } = await ask(
      '{ server(input: { usage: { timeWorkload: 100 }, configuration: { gpu: { units: 2, tdp: 300 } } }) { gpu { usage { avgPower { value min max } } } } }',
    )
    // 0.15 of it (0.06 to 0.33)
    expect(server.gpu.usage.avgPower).toEqual({ value: 270 * 1.15, min: 150 * 1.06, max: 300 * 1.33 })
  })

  test('have their own load where it is given', async () => {
    const { server } = await ask(
      '{ server(input: { usage: { timeWorkload: 0 }, configuration: { gpu: { tdp: 300, usage: { timeWorkload: 100 } } } }) { gpu { usage { avgPower { value min max } } } } }',
    )
    expect(server.gpu.usage.avgPower).toEqual({ value: 270 * 1.15, min: 210 * 1.06, max: 300 * 1.33 })
  })

  test('count in the power of a server, with their overhead: 2 * 270 * 1.15', async () => {
    const power = async (gpu: string) =>
      (
        await ask(
          `{ server(input: { usage: { timeWorkload: 100 }, configuration: { gpu: { units: 2 ${gpu} } } }) { usage { avgPower { value } } } }`,
        )
      ).server.usage.avgPower.value
    expect((await power(', tdp: 300')) - (await power(', usage: { avgPower: 0 }'))).toBeCloseTo(2 * 270 * 1.15, 8)
  })

  const instance = async (type: string, load: number, fields: string): Promise<Data> =>
    (
      await ask(
        `{ cloudInstance(input: { provider: "aws", instanceType: "${type}", usage: { timeWorkload: ${load} } }) { ${fields} } }`,
      )
    ).cloudInstance

  test('p5.48xlarge draws 5 to 11 kW at full load and 0.4 to 3 kW idle', async () => {
    const full = (await instance('p5.48xlarge', 100, `usage { avgPower { ${EXACT} } }`)).usage.avgPower
    const idle = (await instance('p5.48xlarge', 0, `usage { avgPower { ${EXACT} } }`)).usage.avgPower
    expect(full.value).toBeGreaterThan(5000)
    expect(full.value).toBeLessThan(11_000)
    expect(idle.value).toBeGreaterThan(400)
    expect(idle.value).toBeLessThan(3000)
  })

  test('a node of eight H100 draws about the 8.4 kW that were measured, within its bounds', async () => {
    const { value, min, max } = (await instance('p5.48xlarge', 100, `usage { avgPower { ${EXACT} } }`)).usage.avgPower
    expect(Math.abs(value - 8400) / 8400).toBeLessThan(0.1)
    expect(min).toBeLessThan(8400)
    expect(max).toBeGreaterThan(8400)
  })

  test('an instance with one of eight cards has an eighth of their power', async () => {
    const watts = async (type: string) =>
      (await instance(type, 100, 'components(kinds: [GPU]) { energy(duration: 1000) { value(exact: true) } }'))
        .components[0].energy.value
    // Modules add half of their own power.
    expect(await watts('p5.48xlarge')).toBeCloseTo(8 * 630 * 1.5, 8)
    expect(await watts('p5.4xlarge')).toBeCloseTo(630 * 1.5, 8)
  })

  test('count in a fleet: 3 cards of 270 W over 1,000 hours are 810 kWh', async () => {
    const { fleet } = await ask(
      '{ fleet(items: [{ quantity: 3, asset: { component: { gpu: { tdp: 300, usage: { timeWorkload: 100 } } } } }]) { energy(duration: 1000) { value(exact: true) } } }',
    )
    expect(fleet.energy.value).toBeCloseTo(810, 9)
  })
})
