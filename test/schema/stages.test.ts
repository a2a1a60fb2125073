import { graphql } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { DEFAULT_ARCHETYPES } from '../../src/catalogue/default-archetypes.ts'
import { Releases } from '../../src/catalogue/releases.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { readTableFolders, SHIPPED_FOLDER } from '../../src/catalogue/tables/table-folder.ts'
import { faultsWith, ownFolder } from '../catalogue/tables/support/table-files.ts'
import { type Data, world } from '../world.ts'

const HEADER = 'device,type,stage,gwp,source'
const STAGES = [
  HEADER,
  'laptop,,transport,12|6|24,https://example.org/laptop',
  'laptop,,end_of_life,3,https://example.org/laptop',
  'server,,transport,30|15|60,https://example.org/server',
  'server,,end_of_life,20|5|40,https://example.org/server',
]

/** A question to the release 2026.11 with own figures of stages on top. */
async function ask(source: string, stages: readonly string[] = STAGES): Promise<Data> {
  const folder = ownFolder({ 'device-stages.csv': stages })
  const releases = new Releases(loadReleases(readTableFolders(SHIPPED_FOLDER, [folder])), DEFAULT_ARCHETYPES)
  const contextValue = createContext({ ...world, releases }, { release: releases.find('2026.11') })
  const { data, errors } = await graphql({ schema, source, contextValue })
  expect(errors).toBeUndefined()
  return JSON.parse(JSON.stringify(data))
}

const EMBEDDED = `embedded { value(exact: true) min(exact: true) max(exact: true) warnings { code }
  stages { stage value share } contributions { component phase stage value } explanation { nodes { leaf } } }`
const codesOf = ({ warnings }: Data) => warnings.map(({ code }: Data) => code)
const bounds = ({ value, min, max }: Data) => [value, min, max]

describe('A row of device-stages.csv', () => {
  test('of an unknown device or stage, or with bounds the wrong way round, is refused', () => {
    const faultsOf = (row: string) => faultsWith({ 'device-stages.csv': [HEADER, row] })
    expect(faultsOf('laptop,,recycling,1,https://example.org')).toEqual([
      'own/device-stages.csv:2: stage: expected transport or end_of_life, got "recycling"',
    ])
    expect(faultsOf('lapdog,,transport,1,https://example.org')).toEqual([
      'own/device-stages.csv:2: device: no "lapdog" in device-factors.csv',
    ])
    expect(faultsOf('laptop,,transport,1|2|3,https://example.org')).toEqual([
      expect.stringContaining('expected min <= value <= max'),
    ])
  })
})

describe('A release without stages', () => {
  test('embeds making alone: no stage, no input more', async () => {
    const { server } = await ask(`{ server { impact(criterion: GWP) { ${EMBEDDED} } } }`, [HEADER])
    const { embedded } = server.impact
    expect(embedded.stages).toEqual([{ stage: 'MAKING', value: embedded.value, share: expect.closeTo(1, 12) }])
    expect(embedded.explanation.nodes.filter(({ leaf }: Data) => leaf.startsWith('device-stages'))).toEqual([])
    expect(codesOf(embedded)).toContain('END_OF_LIFE_LEFT_OUT')
  })
})

describe('Transport and end of life', () => {
  test('of a terminal are added to its making, times units: 2 * (12 + 3) kg besides', async () => {
    const laptop = '{ terminal(input: { kind: LAPTOP, units: 2 }) { impact(criterion: GWP) { EMBEDDED } } }'
    const asked = laptop.replace('EMBEDDED', EMBEDDED)
    const [without, with_] = [await ask(asked, [HEADER]), await ask(asked)]
    const [before, after] = [without.terminal.impact.embedded, with_.terminal.impact.embedded]
    expect(bounds(before)).toEqual([362, 362, 362])
    expect(bounds(after)).toEqual([392, 380, 416])
    expect(after.contributions).toEqual([
      { component: 'DEVICE', phase: 'EMBEDDED', stage: 'MAKING', value: 362 },
      { component: 'DEVICE', phase: 'EMBEDDED', stage: 'TRANSPORT', value: 24 },
      { component: 'DEVICE', phase: 'EMBEDDED', stage: 'END_OF_LIFE', value: 6 },
    ])
    expect(after.stages.map(({ stage, share }: Data) => [stage, share])).toEqual([
      ['MAKING', expect.closeTo(362 / 392, 12)],
      ['TRANSPORT', expect.closeTo(24 / 392, 12)],
      ['END_OF_LIFE', expect.closeTo(6 / 392, 12)],
    ])
  })

  test('of a server are no components: it is the sum of its parts and 50 kg, and its end of life is not left out', async () => {
    const { server } = await ask(`{ server(input: { archetype: "dellR740" }) {
      components { label impact(criterion: GWP) { embedded { value(exact: true) } } }
      impact(criterion: GWP) { ${EMBEDDED} } } }`)
    const { embedded } = server.impact
    const parts = server.components.reduce((sum: number, { impact }: Data) => sum + impact.embedded.value, 0)
    expect(embedded.value).toBeCloseTo(parts + 50, 9)
    expect(server.components.map(({ label }: Data) => label)).not.toContain('TRANSPORT-1')
    expect(codesOf(embedded)).not.toContain('END_OF_LIFE_LEFT_OUT')
    for (const { label, impact } of server.components) {
      expect(embedded.contributions).toContainEqual({
        component: label,
        phase: 'EMBEDDED',
        stage: 'MAKING',
        value: expect.closeTo(impact.embedded.value, 9),
      })
    }
  })

  test('of a server count over a duration by the share of its life, and stand beside use in the total', async () => {
    const { server } = await ask(`{ server(input: { usage: { hoursLifeTime: 17520 } }) {
      impact(criterion: GWP, duration: 8760) { total { value(exact: true) stages { stage value } } use { value(exact: true) } } } }`)
    const { total, use } = server.impact
    const of = new Map(total.stages.map(({ stage, value }: Data) => [stage, value]))
    expect([...of.keys()]).toEqual(['MAKING', 'TRANSPORT', 'USE', 'END_OF_LIFE'])
    expect(of.get('TRANSPORT')).toBeCloseTo(15, 9)
    expect(of.get('END_OF_LIFE')).toBeCloseTo(10, 9)
    expect(of.get('USE')).toBeCloseTo(use.value, 9)
    expect(total.stages.reduce((sum: number, { value }: Data) => sum + value, 0)).toBeCloseTo(total.value, 9)
  })

  test('of the host of an instance count by its share of threads, and of a fleet by quantity', async () => {
    const instance = 'provider: "aws", instanceType: "m5.xlarge"'
    const { cloudInstance, fleet } = await ask(`{
      cloudInstance(input: { ${instance} }) { vcpu { value } platform { cpu { threads { value } units { value } } }
        impact(criterion: GWP) { ${EMBEDDED} } }
      fleet(items: [{ quantity: 3, asset: { cloudInstance: { ${instance} } } }]) {
        impact(criterion: GWP) { ${EMBEDDED} } } }`)
    const { vcpu, platform, impact } = cloudInstance
    const share = vcpu.value / (platform.cpu.threads.value * platform.cpu.units.value)
    const stage = ({ embedded }: Data, wanted: string) =>
      embedded.stages.find((each: Data) => each.stage === wanted).value
    expect(stage(impact, 'TRANSPORT')).toBeCloseTo(30 * share, 9)
    expect(stage(impact, 'END_OF_LIFE')).toBeCloseTo(20 * share, 9)
    expect(stage(fleet.impact, 'TRANSPORT')).toBeCloseTo(3 * 30 * share, 9)
    expect(codesOf(impact.embedded)).not.toContain('END_OF_LIFE_LEFT_OUT')
  })

  test('of a card in a server stay with the making of the card', async () => {
    const { server } =
      await ask(`{ server(input: { configuration: { gpu: { name: "NVIDIA A100 PCIe 40GB", units: 2 } } }) {
      gpu { impact(criterion: GWP) { embedded { value(exact: true) } } }
      impact(criterion: GWP) { ${EMBEDDED} } } }`)
    const cards = server.impact.embedded.contributions.filter(({ component }: Data) => component === 'GPU-1')
    expect(cards).toEqual([
      {
        component: 'GPU-1',
        phase: 'EMBEDDED',
        stage: 'MAKING',
        value: expect.closeTo(server.gpu.impact.embedded.value, 9),
      },
    ])
  })

  test('are left out, with a warning, in a criterion that they have no figure of', async () => {
    const { server } = await ask(`{ server { impact(criterion: ADP) { ${EMBEDDED} } } }`)
    expect(codesOf(server.impact.embedded)).toEqual(['END_OF_LIFE_LEFT_OUT', 'DISTRIBUTION_LEFT_OUT'])
    expect(server.impact.embedded.stages.map(({ stage }: Data) => stage)).toEqual(['MAKING'])
  })
})

test('drivers name the stage that they belong to and their source; what enters several stages has none', async () => {
  const { terminal } = await ask(`{ terminal(input: { kind: LAPTOP, usage: { usageLocation: "FRA" } }) {
    impact(criterion: GWP) { total { drivers(first: 13) { leaf label stage source } }
      embedded { drivers(first: 13) { leaf stage } } } energy { drivers { leaf stage } } } }`)
  const { total, embedded } = terminal.impact
  const driver = (leaf: string) => total.drivers.find((each: Data) => each.leaf === leaf)
  expect(driver('device-stages.laptop.transport')).toEqual({
    leaf: 'device-stages.laptop.transport',
    label: 'Impact of the transport of a laptop',
    stage: 'TRANSPORT',
    source: 'https://example.org/laptop',
  })
  expect(driver('device-factors.laptop.pro')).toMatchObject({
    stage: 'MAKING',
    source: 'https://base-empreinte.ademe.fr/',
  })
  expect(driver('electricity.FRA')).toMatchObject({ stage: 'USE', source: expect.stringMatching(/ember/i) })
  expect(embedded.drivers.every(({ stage }: Data) => stage !== 'USE')).toBe(true)
  expect(terminal.energy.drivers.map(({ stage }: Data) => stage)).toEqual([null])
})
