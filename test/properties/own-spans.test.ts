import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyAsset, anyDuration } from '../arbitraries.ts'
import { evaluateText } from '../engine/support/evaluate-text.ts'
import { ask, type Data } from '../world.ts'
import { check } from './support/any-impacts.ts'

const BOUNDS = ['value', 'min', 'max'] as const
const EXACT = 'value(exact: true) min(exact: true) max(exact: true)'
const QUERY = `query ($items: [FleetItemInput!]!, $duration: Float, $overrides: [OverrideInput!]!) {
  fleet(items: $items) {
    impact(criterion: GWP, duration: $duration, boundary: DATA_CENTRE) {
      total { ${EXACT} explanation {
        nodes { leaf formula operands { symbol node direction } value min max }
        same: whatIf(overrides: []) { value min max } other: whatIf(overrides: $overrides) { value min max }
      } }
    }
    energy(duration: $duration, boundary: DATA_CENTRE) { ${EXACT} explanation { nodes { leaf formula operands { symbol node direction } value min max } } }
  }
}`

const anyItem = fc
  .record({
    asset: anyAsset,
    quantity: fc.integer({ min: 1, max: 9 }),
    duration: fc.option(fc.constantFrom(1, 1000, 8760, 35_040), { nil: undefined }),
    allocation: fc.constantFrom('LINEAR', 'TOTAL', undefined),
    boundary: fc.constantFrom('EQUIPMENT', undefined),
  })
  .map(({ duration, ...item }) => (duration === undefined ? item : { ...item, duration }))

/** Things of many kinds, some of them several times, over spans of their own. */
const anyItems = fc
  .array(anyItem, { minLength: 1, maxLength: 4 })
  .map(([first, ...others]) => [first, ...others, { ...first, duration: 500 }, { ...first, duration: undefined }])

const fleetOf = async (items: readonly unknown[], duration: number | null, overrides: readonly object[] = []) =>
  (await ask(QUERY, { items, duration, overrides })).fleet as Data

/** The last node of an explanation, by its formulas from the inputs alone. */
function evaluated(nodes: readonly Data[]): Data {
  const done = new Map<string, Data>()
  for (const { leaf, formula, operands, ...given } of nodes) {
    const read = (rising: string, falling: string) =>
      evaluateText(
        formula,
        Object.fromEntries(
          operands.map(({ symbol, node, direction }: Data) => [
            symbol,
            done.get(node)?.[direction === 'RISING' ? rising : falling],
          ]),
        ),
      )
    done.set(
      leaf,
      formula === null ? given : { value: read('value', 'value'), min: read('min', 'max'), max: read('max', 'min') },
    )
  }
  return [...done.values()].at(-1) as Data
}

function expectSame(one: Data, other: Data) {
  for (const bound of BOUNDS) {
    const size = Math.max(Math.abs(one[bound]), Math.abs(other[bound]), 1e-9)
    expect(Math.abs(one[bound] - other[bound]) / size).toBeLessThan(1e-9)
  }
}

test('who evaluates the explanation of a fleet, whose items have spans of their own, gets the figure', async () => {
  await check(
    fc.asyncProperty(anyItems, anyDuration, async (items, duration) => {
      const { impact, energy } = await fleetOf(items, duration)
      for (const figure of [impact?.total, energy]) {
        if (!figure) continue
        const { nodes, same } = figure.explanation
        expect(new Set(nodes.map(({ leaf }: Data) => leaf)).size).toBe(nodes.length)
        expectSame(evaluated(nodes), figure)
        if (same !== undefined) expectSame(same, figure)
      }
    }) as never,
    12,
  )
})

test('what if an item had another duration is what the fleet gives that has it so', async () => {
  const hours = fc.constantFrom(2, 2000, 20_000)
  await check(
    fc.asyncProperty(anyItems, fc.nat(), anyDuration, hours, async (items, choice, duration, instead) => {
      const at = choice % items.length
      const override = { path: `items[${at}].duration`, value: instead }
      const { impact } = await fleetOf(items, duration, [override])
      if (!impact.total) return
      const { impact: again } = await fleetOf(items.with(at, { ...items[at], duration: instead } as never), duration)
      expectSame(impact.total.explanation.other, again.total)
    }) as never,
    10,
  )
})

const server = (usageLocation: string) => ({ asset: { server: { usage: { usageLocation } } } })
const FLEET = [
  { ...server('FRA'), duration: 1000 },
  { ...server('DEU'), quantity: 2 },
]

test('an item with its own duration has an input of its own for it, and the others keep that of the request', async () => {
  const { impact } = await fleetOf(FLEET, 8760, [{ leaf: 'input.items[0].duration', value: 4000 }])
  const durations = impact.total.explanation.nodes.filter(({ leaf }: Data) => leaf.endsWith('.duration'))
  expect(durations.map(({ leaf, value }: Data) => [leaf, value]).toSorted()).toEqual([
    ['input.duration', 8760],
    ['input.items[0].duration', 1000],
  ])
  const { impact: longer } = await fleetOf([{ ...FLEET[0], duration: 4000 }, FLEET[1]], 8760)
  expectSame(impact.total.explanation.other, longer.total)
})

test('what if one item were in another place counts it over its own hours alone', async () => {
  const path = 'items[0].asset.server.usage.usageLocation'
  const { impact } = await fleetOf(FLEET, 8760, [{ path, text: 'POL' }])
  const { impact: there } = await fleetOf([{ ...FLEET[0], ...server('POL') }, FLEET[1]], 8760)
  expectSame(impact.total.explanation.other, there.total)
})

test('the quality of a fleet weighs an item by its own hours, and so do its drivers', async () => {
  const laptops = { asset: { terminal: { kind: 'LAPTOP' } }, quantity: 100 }
  const query = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { impact(criterion: GWP, duration: 35040) {
    total { quality { dataQualityRating } drivers { leaf share } } } } }`
  const totalOf = async (items: readonly object[]) => (await ask(query, { items })).fleet.impact.total as Data
  const alone = await totalOf([laptops])
  const beside = await totalOf([laptops, { asset: { server: {} }, duration: 1 }])
  expect(beside.quality.dataQualityRating).toBeCloseTo(alone.quality.dataQualityRating, 2)
  const known = new Set(alone.drivers.map(({ leaf }: Data) => leaf))
  const ofServer = beside.drivers.filter(({ leaf }: Data) => !known.has(leaf))
  expect(ofServer.reduce((sum: number, { share }: Data) => sum + share, 0)).toBeLessThan(0.001)
})
