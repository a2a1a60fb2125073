import { describe, expect, test } from 'vitest'
import { EXACT } from '../selections.ts'
import { ask, askNewest, type Data, errorsOf } from '../world.ts'

const LAPTOP = { terminal: { kind: 'LAPTOP' } }
const PARIS = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { region: 'eu-west-3' } } }
const DUBLIN = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { region: 'eu-west-1' } } }
const MEMORY = { component: { ram: { units: 2, usage: { usageLocation: 'FRA' } } } }
const FAULTY = { cloudInstance: { provider: 'aws', instanceType: 'p5.4xlarge' } }

const ITEMS = [
  { label: 'web-1', quantity: 2, asset: PARIS, tags: [{ key: 'team', value: 'shop' }] },
  { label: 'web-2', quantity: 3, asset: DUBLIN, tags: [{ key: 'team', value: 'shop' }] },
  { label: 'desk', quantity: 5, asset: LAPTOP, tags: [{ key: 'team', value: 'sales' }] },
  { label: 'spare', asset: MEMORY },
  { label: 'web-3', quantity: 7, asset: FAULTY },
]

const QUERY = `query ($items: [FleetItemInput!]!, $by: [GroupBy!]!, $tag: String) {
  fleet(items: $items) {
    impact(criterion: GWP, duration: 8760) { total ${EXACT} }
    groupBy(by: $by, tag: $tag) {
      key size assessed
      impact(criterion: GWP, duration: 8760) { total ${EXACT} coverage { phase units of } }
      energy(duration: 8760) { value(exact: true) unit }
    }
  }
}`

const keysBy = async (by: readonly string[], tag?: string): Promise<Data> => {
  const { fleet } = await ask(QUERY, { items: ITEMS, by, tag })
  return fleet.groupBy.map(({ key, size, assessed }: Data) => [...key, size, assessed])
}

describe('items of a fleet cannot be put together', () => {
  test.each([
    [{ by: [] }, ['by'], /expected at least one/],
    [{ by: ['TAG'] }, ['tag'], /expected the key of a tag/],
    [{ by: ['KIND'], tag: 'team' }, ['tag'], /expected TAG/],
  ])('by %j', async (how, path, message) => {
    const [error] = await errorsOf(QUERY, { items: ITEMS, ...how })
    expect(error?.cause.faults[0]).toMatchObject({ path, message: expect.stringMatching(message) })
  })

  test('whose tags have one key twice, or are too many: they are faulty, and leave the others alone', async () => {
    const tag = { key: 'team', value: 'shop' }
    const many = Array.from({ length: 101 }, (_, index) => ({ key: `${index}`, value: '' }))
    const items = [
      { asset: LAPTOP, tags: [tag, tag] },
      { asset: LAPTOP, tags: many },
      { asset: LAPTOP, tags: [tag] },
    ]
    const { fleet } = await ask(
      'query ($items: [FleetItemInput!]!) { fleet(items: $items) { items { fault { path message } } groupBy(by: [TAG], tag: "team") { key size assessed } } }',
      { items },
    )
    expect(fleet.items.map(({ fault }: Data) => fault?.path ?? null)).toEqual([['tags'], ['tags'], null])
    expect(fleet.groupBy).toEqual([
      { key: [''], size: 0, assessed: 0 },
      { key: ['shop'], size: 1, assessed: 1 },
    ])
  })
})

describe('items of a fleet are summed up', () => {
  test.each([
    [
      'KIND',
      [
        ['cloudInstance', 12, 5],
        ['laptop', 5, 5],
        ['ram', 1, 1],
      ],
    ],
    [
      'LOCATION',
      [
        ['FRA', 3, 3],
        ['IRL', 3, 3],
        ['EEE', 5, 5],
        ['', 7, 0],
      ],
    ],
    [
      'PROVIDER',
      [
        ['aws', 5, 5],
        ['', 13, 6],
      ],
    ],
    [
      'INSTANCE_TYPE',
      [
        ['m5.xlarge', 5, 5],
        ['', 13, 6],
      ],
    ],
    [
      'LABEL_PREFIX',
      [
        ['web', 12, 5],
        ['desk', 5, 5],
        ['spare', 1, 1],
      ],
    ],
  ])('by %s, in the order of the first of each', async (by, groups) => {
    expect(await keysBy([by])).toEqual(groups)
  })

  test('by the value of a tag, and those without it together', async () => {
    expect(await keysBy(['TAG'], 'team')).toEqual([
      ['shop', 5, 5],
      ['sales', 5, 5],
      ['', 8, 1],
    ])
  })

  test('by two things at once, a repeat dropped', async () => {
    expect(await keysBy(['KIND', 'LOCATION', 'KIND'])).toEqual([
      ['cloudInstance', 'FRA', 2, 2],
      ['cloudInstance', 'IRL', 3, 3],
      ['laptop', 'EEE', 5, 5],
      ['ram', 'FRA', 1, 1],
      ['cloudInstance', '', 7, 0],
    ])
  })

  test('so that the groups add up to the fleet, and one of them is the fleet of its items', async () => {
    const { fleet } = await ask(QUERY, { items: ITEMS, by: ['KIND'] })
    const [instances, laptops, memory] = fleet.groupBy
    const totals = [instances, laptops, memory].map(({ impact }) => impact.total.value)
    expect(totals.reduce((sum, value) => sum + value, 0)).toBeCloseTo(fleet.impact.total.value, 6)
    const { fleet: two } = await ask(QUERY, { items: ITEMS.slice(0, 2), by: ['KIND'] })
    expect(instances.impact.total).toEqual(two.impact.total)
    expect(instances.energy).toEqual(two.groupBy[0].energy)
    expect(memory.impact.coverage).toContainEqual({ phase: 'EMBEDDED', units: 1, of: 1 })
  })

  test('with likely ranges, each that of a fleet of the same items', async () => {
    const likely = 'impact(criterion: GWP, duration: 8760) { total { likely { low median high } } }'
    const query = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { ${likely} groupBy(by: [KIND]) { ${likely} } } }`
    const { fleet } = await askNewest(query, { items: ITEMS.slice(0, 4) })
    const { fleet: two } = await askNewest(query, { items: ITEMS.slice(0, 2) })
    expect(fleet.groupBy[0].impact.total.likely).toEqual(two.impact.total.likely)
    const { low, median, high } = fleet.groupBy[0].impact.total.likely
    expect(low).toBeLessThan(median)
    expect(median).toBeLessThan(high)
  })
})
