import { expect, test } from 'vitest'
import { resolveAsset } from '../../src/catalogue/kinds.ts'
import { createLoaders } from '../../src/catalogue/loaders.ts'
import type { Asset } from '../../src/engine/assessment/asset.ts'
import { WHOLE_LIFE } from '../../src/engine/assessment/impact.ts'
import { type Graph, graphOf } from '../../src/engine/readings/graph.ts'
import { CRITERION_CODES } from '../../src/engine/values/criteria.ts'
import type { Range } from '../../src/engine/values/range.ts'
import { world } from '../world.ts'
import { evaluateText } from './support/evaluate-text.ts'

const loaders = createLoaders(world.references)
const { tables } = world.references

const ASSETS: readonly Parameters<typeof resolveAsset>[1][] = [
  ...tables.serverArchetypes.map(({ id }) => ({ server: { archetype: id } })),
  ...tables.cloudInstances
    .filter((_, index) => index % 18 === 0)
    .map(({ provider, instanceType }) => ({ cloudInstance: { provider, instanceType } })),
  { terminal: { kind: 'LAPTOP', units: 3, usage: { usageLocation: 'FRA', hoursUseTime: 5, daysUseTime: 2 } } },
  { terminal: { kind: 'TELEVISION' } },
  { iotDevice: { units: 2 } },
  { component: { gpu: { name: 'NVIDIA L4', units: 2, usage: { avgPower: 70 } } } },
  { component: { cpu: { coreUnits: 40, family: 'Raven Ridge' } } },
  { component: { cpu: { coreUnits: 12, family: 'skylake', usage: { timeWorkload: 10 } } } },
  { component: { cpu: { dieSizePerCore: 20, coreUnits: 12, tdp: 100 } } },
  { component: { ssd: { manufacturer: 'Samsung' } } },
  { component: { case: { caseType: 'blade' } } },
  {
    server: {
      configuration: {
        cpu: { name: 'Intel Xeon Gold 6138', units: 2 },
        ram: [{ units: 12, capacity: 32 }, { units: 1 }],
        disk: [{ ssd: { units: 2, capacity: 960 } }, { hdd: {} }],
        powerSupply: { unitWeight: 3 },
      },
      usage: {
        usageLocation: 'FRA',
        elecFactors: [{ criterion: 'gwp', value: -0.1 }],
        workloadLevels: [
          { timePercentage: 30, loadPercentage: 0 },
          { timePercentage: 70, loadPercentage: 50 },
        ],
      },
    },
  },
]

/** Evaluates the nodes one after the other, as anybody may who has the answer alone. */
function evaluate({ nodes }: Graph): Range {
  const done: Range[] = []
  for (const node of nodes) {
    if ('id' in node) done.push(node.quantity)
    else {
      const operands = node.operands.map((at) => done[at] as Range)
      const directions = node.formula.directions(
        node.operands.map((at) => (nodes[at] as (typeof nodes)[number]).quantity),
      )
      const read = (of: (operand: Range, rises: boolean) => number) => {
        const values = operands.map((operand, index) => of(operand, directions[index] === 'RISING'))
        const symbols = Object.fromEntries(
          node.formula.operands.map((symbol, index) => [symbol, values[index] ?? Number.NaN]),
        )
        return evaluateText(node.formula.text, symbols)
      }
      done.push({
        value: read(({ value }) => value),
        min: read(({ min, max }, rises) => (rises ? min : max)),
        max: read(({ min, max }, rises) => (rises ? max : min)),
      })
    }
  }
  return done.at(-1) as Range
}

function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)) + 1e-300
}

const figuresOf = async (input: (typeof ASSETS)[number]) => {
  const asset: Asset = await resolveAsset(loaders, input)
  return [WHOLE_LIFE, { duration: 1000, allocation: 'LINEAR' as const }].flatMap((span) =>
    (['gwp', 'pe', 'lu'] as const).flatMap((criterion) =>
      (['EMBEDDED', 'USE', 'TOTAL'] as const).map((phase) => ({
        name: `${JSON.stringify(input)} ${criterion} ${phase}`,
        figure: asset.impact(criterion, span).phase(phase),
        graph: graphOf(() => asset.again().impact(criterion, span).phase(phase)?.result),
      })),
    ),
  )
}

test('every figure of every archetype and of some 100 instances is what its formulas give, evaluated by their texts', async () => {
  const wrong: string[] = []
  for (const input of ASSETS) {
    for (const { name, figure, graph } of await figuresOf(input)) {
      expect(graph === undefined).toBe(figure === undefined)
      if (graph === undefined || figure === undefined) continue
      const read = evaluate(graph)
      const isMet = (['value', 'min', 'max'] as const).every((member) => isAbout(read[member], figure[member]))
      if (!isMet) wrong.push(`${name}: ${JSON.stringify([read, figure.result])}`)
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

test('an id is one thing, wherever it enters', async () => {
  const known = new Map<string, string>()
  const wrong: string[] = []
  for (const [index, input] of ASSETS.entries()) {
    const asset = await resolveAsset(loaders, input, `input.items[${index}]`)
    for (const criterion of CRITERION_CODES) {
      const graph = graphOf(() => asset.again().impact(criterion, WHOLE_LIFE).total?.result)
      for (const node of graph?.nodes ?? []) {
        if (!('id' in node)) continue
        const { value, min, max } = node.quantity
        const numbers = `${value} ${min} ${max}`
        if ((known.get(node.id) ?? numbers) !== numbers) wrong.push(`${node.id}: ${known.get(node.id)} and ${numbers}`)
        known.set(node.id, numbers)
      }
    }
  }
  expect(wrong).toEqual([])
  expect([...known.keys()]).toEqual(
    expect.arrayContaining([
      'electricity.unknown.gwp',
      'component-factors.cpu.per_die_area.gwp',
      'server-archetypes.dellR740.ram_capacity',
      'cpus.Intel Xeon Gold 6138.die_size',
    ]),
  )
})
