import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BOUNDARIES } from '../../src/engine/assessment/impact.ts'
import { anyAsset, anyCriterion } from '../arbitraries.ts'
import { isSameUnit, unitOf, unitOfAmount, unitOfText } from '../engine/support/unit-of-text.ts'
import { ask, type Data, releases } from '../world.ts'
import { ALL, check } from './support/any-impacts.ts'

const EXPLAINED = '{ unit explanation { text nodes { leaf formula operands { symbol node } value min max unit } } }'
const PHASES = `embedded ${EXPLAINED} use ${EXPLAINED} building ${EXPLAINED} total ${EXPLAINED}`
const OF_ASSET = `query ($release: ID!, $items: [FleetItemInput!]!, $asset: AssetInput!, $criteria: [Criterion!], $boundary: Boundary) {
  release(id: $release) {
    asset(input: $asset) {
      impacts(criteria: $criteria, duration: 2500, boundary: $boundary) { ${PHASES} }
      energy(duration: 2500, boundary: $boundary) ${EXPLAINED}
      water(duration: 2500) ${EXPLAINED}
      sci(units: 7, duration: 2500) { score ${EXPLAINED} operational ${EXPLAINED} embodied ${EXPLAINED} intensity ${EXPLAINED} }
    }
    fleet(items: $items) {
      impacts(criteria: $criteria, boundary: $boundary) { ${PHASES} }
      sci(units: 7) { score ${EXPLAINED} intensity ${EXPLAINED} }
    }
  }
}`

const RELEASES = releases.all.map(({ id }) => id)

interface Figure {
  readonly unit: string
  readonly explanation: { readonly nodes: readonly Data[] }
}

/** Every figure with an explanation, wherever it stands in an answer. */
function figuresIn(answer: Data): readonly Figure[] {
  if (typeof answer !== 'object' || answer === null) return []
  return 'explanation' in answer ? [answer] : Object.values(answer).flatMap(figuresIn)
}

/** What is wrong with the units of a figure: of each formula whose unit is not that of its operands. */
function wrongUnits({ unit, explanation: { nodes } }: Figure): readonly string[] {
  const byName = new Map(nodes.map((node) => [node.leaf, node]))
  const wrong = nodes.flatMap((node) => {
    if (node.formula === null) return isKnown(node.unit) ? [] : [`${node.leaf}: ${node.unit}`]
    const units = node.operands.map(({ symbol, node: name }: Data) => {
      const operand = byName.get(name)
      return [symbol, unitOfAmount(operand.unit, operand)]
    })
    const words = node.operands.map(({ symbol, node: name }: Data) => `${symbol} ${byName.get(name)?.unit}`)
    const told = `${node.leaf} = ${node.formula}: ${words.join(', ')} give ${node.unit}`
    try {
      const given = unitOfText(node.formula, Object.fromEntries(units))
      return isSameUnit(given, unitOfAmount(node.unit, node)) ? [] : [told]
    } catch (error) {
      return [`${told}: ${(error as Error).message}`]
    }
  })
  return nodes.at(-1)?.unit === unit ? wrong : [...wrong, `the figure: ${unit}`]
}

function isKnown(unit: string | null): boolean {
  try {
    unitOf(unit)
    return unit !== '1'
  } catch {
    return false
  }
}

async function wrongIn(release: string, asset: object, criteria: readonly string[], boundary: string) {
  const items = [{ quantity: 3, asset }, { asset: { network: { gigabytes: 20, reach: 'INTERNET' } } }]
  const answer = await ask(OF_ASSET, { release, items, asset, criteria, boundary })
  return [...new Set(figuresIn(answer).flatMap(wrongUnits))]
}

const ONE_OF_EACH = {
  server: { server: { model: { type: 'BLADE' } } },
  'server with cards': { server: { configuration: { cpu: { name: 'Xeon Gold 6138', units: 2 }, gpu: { units: 4 } } } },
  'instance with cards': {
    cloudInstance: {
      provider: 'aws',
      instanceType: 'p4d.24xlarge',
      usage: { region: 'eu-west-3', yearsUseTime: 1, daysUseTime: 2 },
    },
  },
  laptop: { terminal: { kind: 'LAPTOP' } },
  'connected object': { iotDevice: {} },
  'processor on a line': { component: { cpu: { family: 'Skylake', coreUnits: 13 } } },
  'drives as a service': { storage: { kind: 'SSD', gigabytes: 500, provider: 'aws' } },
  'disks as a service': { storage: { kind: 'HDD', gigabytes: 500 } },
  network: { network: { gigabytes: 50, reach: 'REGION' } },
}

describe.each(RELEASES)('in the release %s', (release) => {
  const inRelease = Object.entries(ONE_OF_EACH).filter(([, asset]) => {
    return release !== 'boavizta-2.4.1' || !('storage' in asset || 'network' in asset)
  })
  test.each(inRelease)('each formula behind a %s gives the unit that it states, in all criteria', async (_, asset) => {
    for (const boundary of BOUNDARIES) expect(await wrongIn(release, asset, ALL, boundary)).toEqual([])
  })
})

test('each formula behind any asset gives the unit that it states', async () => {
  const asked = fc.tuple(fc.constantFrom(...RELEASES), anyAsset, anyCriterion, fc.constantFrom(...BOUNDARIES))
  const property = fc.asyncProperty(asked, async ([release, asset, criterion, boundary]) => {
    expect(await wrongIn(release, asset, [criterion], boundary)).toEqual([])
  })
  await check(property as never, 8)
})

test('factors are per what they are published per, and a plain number has no unit', async () => {
  const asked = `query ($asset: AssetInput!) { release(id: "2026.12") { asset(input: $asset) {
    impact(criterion: GWP) { total { explanation { text nodes { leaf unit } } } }
  } } }`
  const { asset } = (await ask(asked, { asset: ONE_OF_EACH['instance with cards'] })).release
  const { nodes, text } = asset.impact.total.explanation
  const units = Object.fromEntries(nodes.map(({ leaf, unit }: Data) => [leaf, unit]))
  expect(units).toMatchObject({
    'component-factors.cpu.per_die_area.14.gwp': 'kg CO2 eq./mm2',
    'component-factors.ram.per_die_area.gwp': 'kg CO2 eq./cm2',
    'component-factors.power_supply.base.gwp': 'kg CO2 eq./kg',
    'component-factors.motherboard.base.gwp': 'kg CO2 eq.',
    'gpu-factors.pwb.gwp': 'kg CO2 eq./cm2',
    'gpu-factors.transport_boat.gwp': 'kg CO2 eq./(kg km)',
    'electricity.FRA.gwp': 'kg CO2 eq./kWh',
    'server-power.xeon2.full_w_per_gb': 'W/GB',
    'server-power.xeon2.full_w_per_tdp_w': 'W/W',
    'constants.hours_per_year': 'hours/year',
    'constants.gpu_idle': null,
    'constants.life_cap': null,
    'model.server_power': null,
  })
  expect(text).toMatch(/^constants\.life_cap = 1000000000 \[/m)
  expect(text).toMatch(/^component-factors\.cpu\.per_die_area\.14\.gwp = 0\.015 kg CO2 eq\.\/mm2 \(/m)
})
