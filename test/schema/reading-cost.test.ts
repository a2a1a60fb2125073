import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'
import { inputSize, NO_SIZE, planCost } from '../../src/server/graphql/cost/operation-cost.ts'
import { readConfig } from '../../src/server/settings/config.ts'
import { errorsOf, world } from '../world.ts'

const { maxCost } = readConfig({})

function costOf(query: string, variables: Readonly<Record<string, unknown>> = {}): number {
  const [operation] = parse(query).definitions
  if (operation?.kind !== 'OperationDefinition') throw new Error('no operation')
  const sizes = new Map(Object.entries(variables).map(([name, value]) => [name, inputSize(value) ?? NO_SIZE]))
  return planCost(schema, operation, new Map())({ variables, sizes, settings: world })
}

const EVERYTHING = `{ value many: distribution(samples: 4096) { mean quantiles { value } histogram { from to count } }
  few: distribution(samples: 512) { mean quantiles { value } } drivers { leaf label share advice }
  contributions { component phase value share }
  explanation { nodes { leaf label name formula operands { symbol node direction } value min max unit status source
    distribution { kind min mode max rowsId gsd2 } } } }`

const fleetOf = (size: number) => ({ items: Array.from({ length: size }, () => ({ asset: { server: {} } })) })
const fleet = (selection: string) => `query ($items: [FleetItemInput!]!) { fleet(items: $items) { ${selection} } }`

test('refused: the most samples of a fleet, drivers of 12,000 servers, instance types by impact again and again', () => {
  const total = (field: string) => fleet(`impact(criterion: GWP) { total { ${field} } }`)
  expect(costOf(total('distribution(samples: 16384) { mean }'), fleetOf(1200))).toBeGreaterThan(maxCost)
  expect(costOf(total('drivers { share }'), fleetOf(12_000))).toBeGreaterThan(maxCost)
  expect(costOf(total('distribution(samples: 256) { mean }'), fleetOf(20_000))).toBeGreaterThan(maxCost)
  const page = 'cloudInstanceTypes(orderBy: IMPACT, first: 0) { totalCount }'
  const pages = Array.from({ length: 150 }, (_, index) => `a${index}: ${page}`).join(' ')
  expect(costOf(`{ ${pages} }`)).toBeGreaterThan(maxCost)
})

test('refused: the likely range of 14,000 different servers, and nine of 2,000; let pass: that of 10,000, and nine of 1,000', () => {
  const one = fleet('impact(criterion: GWP) { total { likely { low high } } }')
  const nine = fleet('impacts { embedded { likely { low } } use { likely { low } } total { likely { low } } }')
  expect(costOf(one, fleetOf(14_000))).toBeGreaterThan(maxCost)
  expect(costOf(nine, fleetOf(2000))).toBeGreaterThan(maxCost)
  expect(costOf(one, fleetOf(10_000))).toBeLessThan(maxCost)
  expect(costOf(nine, fleetOf(1000))).toBeLessThan(maxCost)
})

test('let pass: everything there is of every figure of 30 assets, in two criteria and both phases', () => {
  const item = `impacts(criteria: [GWP, ADP]) { embedded ${EVERYTHING} use ${EVERYTHING} }`
  const cost = costOf(fleet(`items { asset { ${item} } }`), fleetOf(30))
  expect(cost).toBeGreaterThan(maxCost / 10)
  expect(cost).toBeLessThan(maxCost)
})

test('let pass: quantiles of 1,000 different servers, and the drivers of all of them', () => {
  expect(
    costOf(
      fleet('impact(criterion: GWP) { total { distribution(samples: 4096) { quantiles { value } } } }'),
      fleetOf(1000),
    ),
  ).toBeLessThan(maxCost)
  expect(costOf(fleet('impact(criterion: GWP) { total { drivers { leaf share } } }'), fleetOf(1000))).toBeLessThan(
    maxCost,
  )
})

test('samples by a new seed cost more than remembered ones: a third of a unit each, once for all items of a list', () => {
  const asked = (seed: number) =>
    fleet(`items { asset { impacts(criteria: [GWP]) { total { distribution(seed: ${seed}) { mean } } } } }`)
  for (const size of [1, 1000]) {
    const more = costOf(asked(7), fleetOf(size)) - costOf(asked(1), fleetOf(size))
    expect(more).toBeGreaterThanOrEqual(358)
    expect(more).toBeLessThanOrEqual(359)
  }
})

test('let pass: 50 assets compared, with every pair', () => {
  const { items } = fleetOf(50)
  const asked = `query ($items: [ComparisonItemInput!]!) { comparison(items: $items) { pairs { a b probabilityALower difference { mean quantiles { value } } } } }`
  expect(costOf(asked, { items: items.map((item, index) => ({ ...item, label: `${index}` })) })).toBeLessThan(maxCost)
})

test('refused while it runs: samples of what is far larger than its cost shows, in all figures of a request together', async () => {
  const ram = Array.from({ length: 600 }, (_, index) => ({ capacity: 8 + index }))
  const drivers = (alias: string, samples: number) =>
    `${alias}: impact(criterion: GWP) { total { drivers(samples: ${samples}) { share } } }`
  const asked = (selection: string) => `query ($input: ServerInput) { server(input: $input) { ${selection} } }`
  const variables = { input: { configuration: { ram } } }
  const one = asked(drivers('a', 2048))
  const many = asked(Array.from({ length: 20 }, (_, index) => drivers(`a${index}`, 16_384)).join(' '))
  expect(costOf(many, variables)).toBeLessThan(maxCost)
  expect(await errorsOf(one, variables)).toEqual([])
  const errors = await errorsOf(many, variables)
  expect(errors.length).toBeGreaterThan(1)
  const message =
    'expected fewer samples, figures or assets: these need more than 1000 million steps, the limit of a request. A job (/v2/jobs) accepts any fleet'
  expect(errors[0]?.cause.faults).toEqual([{ code: 'TOO_BIG', path: ['samples'], message }])
})

test('let pass: a year of hours, the points with their bounds and the whole with all it has', () => {
  const figure = '{ value min max unit warnings { code message path } }'
  const timeline = (selection: string) => `query ($intervals: [IntervalInput!]!) {
    server(input: {}) { timeline(criterion: GWP, intervals: $intervals) { ${selection} } } }`
  const intervals = Array.from({ length: 8760 }, () => ({ hours: 1, load: 50 }))
  const total = `total { embedded ${figure} use ${figure} building ${figure} total ${figure} }`
  const points = 'points { hours power use { value min max } }'
  expect(costOf(timeline(`${total} ${points}`), { intervals })).toBeLessThan(maxCost)
  // Fragments count as if each interval had all that they have.
  const asFragment = `... on Timeline { ${total} ${points} }`
  const cost = costOf(timeline(`${total} ${points}`), { intervals })
  expect(costOf(timeline(asFragment), { intervals })).toBeGreaterThan(2 * cost)
  expect(costOf(timeline('points { use { distribution { mean } drivers { share } } }'), { intervals })).toBeGreaterThan(
    maxCost,
  )
})
