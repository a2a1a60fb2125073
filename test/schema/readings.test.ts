import { describe, expect, test } from 'vitest'
import { evaluateText } from '../engine/support/evaluate-text.ts'
import { ALL } from '../properties/support/any-impacts.ts'
import { ask, askNewest, type Data, errorsOf, execute } from '../world.ts'

const INSTANCE = '{ cloudInstance: { provider: "aws", instanceType: "m5.xlarge" } }'
const SERVER = '{ server: { configuration: { cpu: { units: 2 } } } }'

/** A total of the newest release, whose factors have spreads. */
async function total(selection: string, input = '{ provider: "aws", instanceType: "m5.xlarge" }'): Promise<Data> {
  const asked = `{ release(id: "2026.11") { cloudInstance(input: ${input}) { impact(criterion: GWP) { total { ${selection} } } } } }`
  return (await ask(asked)).release.cloudInstance.impact.total
}

const faultOf = async (selection: string) => {
  const [error] = await errorsOf(`{ cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge" }) {
    impact(criterion: GWP) { total { ${selection} } } } }`)
  return error?.cause.faults[0]
}

describe('what is refused', () => {
  test.each([
    [
      'distribution(samples: 1) { mean }',
      { path: ['samples'], code: 'TOO_SMALL', message: 'expected a whole number, 2 to 16384' },
    ],
    ['distribution(samples: 16385) { mean }', { path: ['samples'], code: 'TOO_BIG', value: 16_385 }],
    [
      'drivers(first: -1) { share }',
      { path: ['first'], code: 'TOO_SMALL', message: 'expected a whole number, 0 or more' },
    ],
    [
      'distribution { quantiles(at: [1.5]) { value } }',
      { path: ['at', 0], code: 'TOO_BIG', message: 'expected a ratio, 0 to 1' },
    ],
    [
      'distribution { histogram(bins: 0) { count } }',
      { path: ['bins'], code: 'TOO_SMALL', message: expect.stringMatching(/ 1\b.* 200$/) },
    ],
    [
      'explanation { whatIf(overrides: [{ leaf: "electricity.unknown.gwpp", value: 1 }]) { value } }',
      {
        path: ['overrides', 0, 'leaf'],
        code: 'NOT_FOUND',
        message: 'This figure has no input "electricity.unknown.gwpp". Did you mean electricity.unknown.gwp?',
      },
    ],
    [
      'explanation { whatIf(overrides: [{ leaf: "x", value: 1, min: 2 }]) { value } }',
      { path: ['overrides', 0], message: 'expected min <= value <= max' },
    ],
  ])('%s', async (selection, fault) => {
    expect(await faultOf(selection)).toMatchObject(fault)
  })

  test('a comparison of one asset, and of 51', async () => {
    const item = { label: 'a', asset: { server: {} } }
    const asked = 'query ($items: [ComparisonItemInput!]!) { comparison(items: $items) { items { label } } }'
    for (const size of [1, 51]) {
      const [error] = await errorsOf(asked, { items: Array.from({ length: size }, () => item) })
      expect(error?.message).toContain('items: expected 2 to 50 items')
    }
  })

  test('a release that is not there', async () => {
    const [error] = await errorsOf(`{ drift(asset: ${SERVER}, from: "2026.10", to: "2026.11") { ratio } }`)
    expect(error?.cause.faults).toMatchObject([{ code: 'NOT_FOUND', value: '2026.10' }])
  })
})

test('who evaluates the nodes of an explanation in order gets the figure', async () => {
  const figure = await total(`value(exact: true) min(exact: true) max(exact: true)
    explanation { nodes { leaf formula operands { symbol node direction } value min max } }`)
  const done = new Map<string, { value: number; min: number; max: number }>()
  for (const { leaf, formula, operands, ...given } of figure.explanation.nodes) {
    if (formula === null) done.set(leaf, given)
    else {
      const read = (rising: 'value' | 'min' | 'max', falling: 'value' | 'min' | 'max') =>
        evaluateText(
          formula,
          Object.fromEntries(
            operands.map(({ symbol, node, direction }: Data) => [
              symbol,
              done.get(node)?.[direction === 'RISING' ? rising : falling],
            ]),
          ),
        )
      done.set(leaf, { value: read('value', 'value'), min: read('min', 'max'), max: read('max', 'min') })
    }
  }
  const last = [...done.values()].at(-1)
  for (const member of ['value', 'min', 'max'] as const) {
    expect(Math.abs((last?.[member] ?? 0) / figure[member] - 1)).toBeLessThan(1e-9)
  }
})

test('a text has a line for each node, with numbers and units', async () => {
  const { explanation } = await total('explanation { text nodes { leaf } }')
  const lines = explanation.text.split('\n')
  expect(lines).toHaveLength(explanation.nodes.length)
  expect(lines.at(-1)).toMatch(
    /^sum\.?\d* = embedded \+ use = [\d.]+ \+ [\d.]+ = 436\.65 kg CO2 eq\. \([\d.]+ to [\d.]+\)/,
  )
})

test('each formula of a server says which component and which phase it is about', async () => {
  const { server } = await askNewest(`{
    server(input: { usage: { usageLocation: "FRA" } }) {
      impact(criterion: GWP, duration: 8760) {
        total { contributions { component phase } explanation { text nodes { leaf label component phase formula } } }
        embedded { explanation { nodes { formula component phase } } }
      }
    }
  }`)
  const { contributions, explanation } = server.impact.total
  const parts = explanation.nodes.map(({ leaf, component, phase }: Data) => [leaf, component, phase])
  expect(parts).toContainEqual(['cpus.average.die_size.all', 'CPU-1', 'EMBEDDED'])
  expect(parts).toContainEqual(['die_area', 'RAM-1', 'EMBEDDED'])
  expect(parts).toContainEqual(['electricity.FRA.gwp', null, 'USE'])
  expect(parts.at(-1).slice(1)).toEqual([null, null])
  const making = explanation.nodes.filter(({ label }: Data) => label === 'making')
  const made = contributions.filter(({ component, phase }: Data) => phase === 'EMBEDDED' && component !== 'DEVICE')
  expect(making.map(({ component }: Data) => component).toSorted()).toEqual(
    made.map(({ component }: Data) => component).toSorted(),
  )
  expect(explanation.text).toContain('\ndie_area (RAM-1, EMBEDDED) = capacity / density = ')
  const { nodes } = server.impact.embedded.explanation
  expect(new Set(nodes.map(({ phase }: Data) => phase))).toEqual(new Set(['EMBEDDED']))
})

test('what serves several components of an instance consists of what serves several', async () => {
  const { explanation } = await total('explanation { nodes { leaf component name operands { node } } }')
  const nodes: readonly Data[] = explanation.nodes
  const shares = nodes.filter(({ name, component }) => name === 'share_of_host' && component === null)
  const operands = shares.flatMap(({ operands }) => operands.map(({ node }: Data) => node))
  const below = nodes.filter(({ leaf }) => operands.includes(leaf))
  expect(below.length).toBeGreaterThan(1)
  for (const { operands } of below) for (const { node } of operands) operandsOf(node)
  // The power of the whole also makes that of OTHER, and its terms keep their components.
  expect(nodes).toContainEqual(expect.objectContaining({ name: 'cpu_power', component: 'CPU-1' }))

  function operandsOf(leaf: string): void {
    const { component, operands } = nodes.find((each) => each.leaf === leaf)
    expect(component, leaf).toBeNull()
    for (const { node } of operands) operandsOf(node)
  }
})

test('the formulas of a component alone are about that component', async () => {
  const { component } = await askNewest(`{
    component(input: { ssd: { capacity: 500 } }) {
      label
      impact(criterion: GWP) { embedded { explanation { nodes { component phase } } } }
    }
  }`)
  const { nodes } = component.impact.embedded.explanation
  expect(new Set(nodes.map(JSON.stringify as never))).toEqual(
    new Set([JSON.stringify({ component: component.label, phase: 'EMBEDDED' })]),
  )
})

test('with half the electricity factor the use is half, all else equal', async () => {
  const asked = `{ cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { usageLocation: "FRA" } }) {
    impact(criterion: GWP) { use { value(exact: true) explanation { whatIf(overrides: [{ leaf: "electricity.FRA.gwp", value: 0.049 }]) { value } } } } } }`
  const { use } = (await ask(asked)).cloudInstance.impact
  expect(use.explanation.whatIf.value).toBeCloseTo(use.value / 2, 9)
})

test('equal requests give equal bytes, and another seed gives others', async () => {
  const selection = (seed: number) =>
    `distribution(samples: 256, seed: ${seed}) { mean standardDeviation quantiles { value } } drivers(samples: 256, seed: ${seed}) { leaf share }`
  const [one, same, other] = await Promise.all([total(selection(1)), total(selection(1)), total(selection(2))])
  expect(JSON.stringify(one)).toBe(JSON.stringify(same))
  expect(JSON.stringify(one)).not.toBe(JSON.stringify(other))
})

test('quantiles lie within min and max where bounds alone are sampled, and the uncertainty of published factors goes beyond', async () => {
  const quantiles = 'quantiles(at: [0, 0.5, 1]) { value }'
  const input = '{ provider: "aws", instanceType: "m5.xlarge", usage: { usageLocation: "FRA", avgPower: 50 } }'
  const { min, max, bounds, all } = await total(
    `min(exact: true) max(exact: true) bounds: distribution(spread: BOUNDS) { ${quantiles} } all: distribution { ${quantiles} }`,
    input,
  )
  const [least, middle, most] = bounds.quantiles.map(({ value }: Data) => value)
  expect(least).toBeGreaterThanOrEqual(min)
  expect(least).toBeLessThan(middle)
  expect(most).toBeLessThanOrEqual(max)
  expect(all.quantiles[2].value).toBeGreaterThan(max)
})

test('contributions add up to the figure, and OTHER is what other_consumption_ratio adds', async () => {
  const { value, contributions } = await total('value(exact: true) contributions { component phase value share }')
  const sum = (of: readonly Data[], member: string) => of.reduce((total, each) => total + each[member], 0)
  expect(sum(contributions, 'value')).toBeCloseTo(value, 9)
  expect(sum(contributions, 'share')).toBeCloseTo(1, 12)
  const use = contributions.filter(({ phase }: Data) => phase === 'USE')
  const other = use.find(({ component }: Data) => component === 'OTHER')
  expect(other.value / (sum(use, 'value') - other.value)).toBeCloseTo(0.33, 9)
})

test('contributions within a data centre: FACILITY is PUE - 1 of all that the equipment uses, BUILDING the whole building', async () => {
  const { server, fleet } = await ask(`
    fragment Parts on Assessable { impact(criterion: GWP, duration: 1000, boundary: DATA_CENTRE) {
      use { value(exact: true) } building { value(exact: true) } total { value(exact: true) contributions { component phase value } } } }
    { server(input: { usage: { facility: { pue: 1.35 } } }) { ...Parts }
      fleet(items: [{ quantity: 2, asset: { server: { usage: { facility: { pue: 1.35 } } } } }]) { ...Parts } }`)
  for (const { impact } of [server, fleet]) {
    const { use, building, total } = impact
    const parts: readonly Data[] = total.contributions
    const of = (wanted: string, phase: string) =>
      parts.filter((each) => each.component === wanted && each.phase === phase).map(({ value }) => value)
    expect(of('FACILITY', 'USE')).toEqual([expect.closeTo((use.value * 0.35) / 1.35, 9)])
    expect(of('BUILDING', 'BUILDING')).toEqual([expect.closeTo(building.value, 9)])
    expect(parts.filter(({ phase }) => phase === 'BUILDING')).toHaveLength(1)
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(total.value, 9)
  }
})

test('the spread of an instance somewhere comes from its unknown location, and advice says what to give', async () => {
  const { drivers } = await total('drivers(first: 3) { leaf label share advice inputs }')
  expect(drivers).toHaveLength(3)
  expect(drivers[0]).toMatchObject({
    leaf: 'electricity.unknown',
    label: 'Electricity of an unknown location',
    advice: 'Give the place where it is used.',
    inputs: ['usage.usageLocation', 'usage.region'],
  })
  expect(drivers[0].share).toBeGreaterThan(0.5)
  const known = await total(
    'drivers { leaf }',
    '{ provider: "aws", instanceType: "m5.xlarge", usage: { region: "eu-west-3" } }',
  )
  expect(known.drivers.map(({ leaf }: Data) => leaf)).not.toContain('electricity.unknown')
})

test('shares by status add up to 1, and what is given improves the rating', async () => {
  const quality = 'quality { dataQualityRating shares { status share } }'
  const before = (await total(quality)).quality
  const given =
    '{ provider: "aws", instanceType: "m5.xlarge", usage: { usageLocation: "FRA", avgPower: 50, hoursLifeTime: 35040 } }'
  const after = (await total(quality, given)).quality
  expect(before.shares.reduce((sum: number, { share }: Data) => sum + share, 0)).toBeCloseTo(1, 12)
  expect(before.shares.map(({ status }: Data) => status)).not.toContain('INPUT')
  expect(after.shares.map(({ status }: Data) => status)).toContain('INPUT')
  expect(after.dataQualityRating).toBeLessThan(before.dataQualityRating)
})

test('there is a rating in every criterion that has a total; 3.6 MJ per kWh of final energy are certain', async () => {
  const rating = 'total { quality { dataQualityRating } }'
  const { server } = await ask(
    `{ server(input: { usage: { avgPower: 100, hoursLifeTime: 1000 } }) { impacts(criteria: [${ALL}]) { criterion ${rating} } } }`,
  )
  const rated = server.impacts.filter(({ total }: Data) => total !== null)
  expect(rated.length).toBeGreaterThan(15)
  for (const { criterion, total } of rated) {
    expect(total.quality.dataQualityRating, criterion).toBeGreaterThanOrEqual(1)
    expect(total.quality.dataQualityRating, criterion).toBeLessThanOrEqual(5)
  }
  // The power and its hours are given, the definition is certain; that it is always in use is an archetype's.
  expect(server.impacts.at(-1).total.quality.dataQualityRating).toBeCloseTo((1 + 1 + 1 + 4) / 4, 9)
})

test('what is compared shares what it has in common: two servers of one location differ by their CPUs alone', async () => {
  const asked = `{ release(id: "2026.11") { comparison(items: [{ label: "one", asset: { server: { configuration: { cpu: { units: 1 } } } } }, { label: "two", asset: ${SERVER} }]) {
    items { label probabilityLowest impact { total { value(exact: true) } } } pairs { a b probabilityALower ratio { quantiles(at: [0]) { value } } } } } }`
  const { items, pairs } = (await ask(asked)).release.comparison
  expect(pairs).toMatchObject([{ a: 'one', b: 'two', probabilityALower: 1 }])
  expect(pairs[0].ratio.quantiles[0].value).toBeGreaterThan(1)
  expect(items.map(({ probabilityLowest }: Data) => probabilityLowest)).toEqual([1, 0])
})

test.each([INSTANCE, SERVER, '{ component: { cpu: { name: "Xeon Gold 6138" } } }'])(
  'the parts of a drift add up to it: %s',
  async (asset) => {
    const figure = '{ value(exact: true) }'
    const { drift } = await ask(
      `{ drift(asset: ${asset}, from: "boavizta-2.4.1", to: "2026.11") { from ${figure} to ${figure} ratio causes { leaf from to effect } } }`,
    )
    const sum = drift.causes.reduce((total: number, { effect }: Data) => total + effect, 0)
    expect(drift.from.value + sum).toBeCloseTo(drift.to.value, 9)
    expect(drift.ratio).toBeCloseTo(drift.to.value / drift.from.value, 12)
    expect(drift.causes.find(({ leaf }: Data) => leaf === 'electricity.unknown.gwp')).toMatchObject({
      from: 0.38,
      to: 0.285,
    })
  },
)

describe('instance types', () => {
  const asked = `query ($filter: CloudInstanceTypeFilter, $orderBy: CloudInstanceTypeOrder, $first: Int, $after: String) {
    cloudInstanceTypes(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount pageInfo { endCursor hasNextPage } nodes { name vcpu memory instance { impact(criterion: GWP, duration: 8760) { total { value(exact: true) } } } } } }`
  const types = async (variables: object): Promise<Data> => (await ask(asked, { ...variables })).cloudInstanceTypes

  test('come by impact per thread, a page after the other', async () => {
    const filter = { providers: ['aws'], search: 'm5', maxVcpu: 16, gpu: false }
    const all = await types({ filter, orderBy: 'IMPACT_PER_VCPU', first: 100 })
    const perThread = all.nodes.map(({ vcpu, instance }: Data) => instance.impact.total.value / vcpu)
    expect(perThread).toEqual(perThread.toSorted((a: number, b: number) => a - b))
    expect(all.totalCount).toBe(all.nodes.length)
    const first = await types({ filter, orderBy: 'IMPACT_PER_VCPU', first: 3 })
    const next = await types({ filter, orderBy: 'IMPACT_PER_VCPU', first: 3, after: first.pageInfo.endCursor })
    expect([...first.nodes, ...next.nodes]).toEqual(all.nodes.slice(0, 6))
  })

  test('of the Pareto front none has as much of everything at less impact', async () => {
    const filter = { providers: ['aws'], search: 'r5' }
    const all = (await types({ filter, first: 200 })).nodes
    const front = (await types({ filter: { ...filter, paretoOptimal: true }, first: 200 })).nodes
    const impactOf = ({ instance }: Data) => instance.impact.total.value
    const expected = all.filter(
      (one: Data) =>
        !all.some(
          (other: Data) => impactOf(other) < impactOf(one) && other.vcpu >= one.vcpu && other.memory >= one.memory,
        ),
    )
    expect(front.map(({ name }: Data) => name).sort()).toEqual(expected.map(({ name }: Data) => name).sort())
    expect(front.length).toBeLessThan(all.length)
  })

  test.each([
    ['VCPU', 'vcpu'],
    ['MEMORY', 'memory'],
  ])('of the Pareto front come by %s, and by name if it is equal', async (orderBy, field) => {
    const filter = { providers: ['aws'], search: '5', gpu: false, paretoOptimal: true }
    const byName = (await types({ filter, first: 200 })).nodes
    const sorted = (await types({ filter, orderBy, first: 200 })).nodes
    expect(sorted).toEqual(byName.toSorted((a: Data, b: Data) => a[field] - b[field]))
    expect(sorted).not.toEqual(byName)
    expect(new Set(sorted.map((each: Data) => each[field])).size).toBeLessThan(sorted.length)
  })
})

test('a fleet of 1,000 different servers has quantiles and drivers of its total', async () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({
    asset: {
      server: {
        configuration: {
          cpu: { units: 1 + (index % 2), coreUnits: 4 + (index % 60) },
          ram: [{ units: 1 + index, capacity: 16 }],
        },
      },
    },
  }))
  const asked = `query ($items: [FleetItemInput!]!) { release(id: "2026.11") { fleet(items: $items) { impact(criterion: GWP) { total {
    value(exact: true) distribution { mean quantiles { value } } drivers { leaf share } } } } } }`
  const { data, errors } = await execute(asked, { items })
  expect(errors).toBeUndefined()
  const { value, distribution, drivers } = (data as Data).release.fleet.impact.total
  expect(distribution.quantiles[0].value).toBeLessThan(value)
  expect(distribution.quantiles[2].value).toBeGreaterThan(value)
  expect(drivers[0].leaf).toBe('electricity.unknown')
}, 60_000)
