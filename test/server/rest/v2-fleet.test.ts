import { describe, expect, test } from 'vitest'
import { ask, type Data, world } from '../../world.ts'
import { rest } from './ask-rest.ts'

const LAPTOP = { terminal: { kind: 'laptop' } }
const M5 = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { region: 'eu-west-3' } } }
const ITEMS = [
  { label: 'desk', quantity: 5, asset: LAPTOP, tags: [{ key: 'team', value: 'sales' }] },
  { label: 'web', quantity: 2, asset: M5, tags: [{ key: 'team', value: 'shop' }] },
  { label: 'old', asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.huge' } } },
]

describe('/v2/fleet refuses', () => {
  test.each([
    [{ items: [] }, ['body', 'items']],
    [{ items: ITEMS, by: ['TAG'] }, ['body', 'tag']],
    [{ items: ITEMS, by: ['kind'], tag: 'team' }, ['body', 'tag']],
    [{ items: ITEMS, by: ['colour'] }, ['body', 'by', 0]],
    [{ items: ITEMS, first: -1 }, ['body', 'first']],
    [{ items: Array(1001).fill(ITEMS[0]) }, ['body', 'items']],
    [{ items: [{ asset: { server: { configuration: { ram: Array(129).fill({}) } } } }] }, ['body', 'items']],
  ])('%# with the place', async (body, loc) => {
    const { status, json } = await rest('/v2/fleet', body)
    expect(status).toBe(422)
    expect(json.detail[0].loc).toEqual(loc)
  })
})

test('/v2/fleet gives what the graph gives, in groups, and faulty items as data', async () => {
  const { json } = await rest('/v2/fleet', {
    items: ITEMS,
    by: ['tag'],
    tag: 'team',
    criteria: ['gwp'],
    duration: 8760,
  })
  expect(json.items[2].fault).toMatchObject({ code: 'NOT_FOUND', nearest: expect.arrayContaining(['m5.large']) })
  expect(json.groups.map(({ key, size, assessed }: Data) => [key, size, assessed])).toEqual([
    [['sales'], 5, 5],
    [['shop'], 2, 2],
    [[''], 1, 0],
  ])
  const upper = [{ ...ITEMS[0], asset: { terminal: { kind: 'LAPTOP' } } }, ITEMS[1]]
  const query = `query ($items: [FleetItemInput!]!) { fleet(items: $items) { groupBy(by: [TAG], tag: "team") {
    impacts(criteria: [GWP], duration: 8760) { total { value min max } } energy(duration: 8760) { value }
  } } }`
  const { fleet } = await ask(query, { items: upper })
  expect(json.groups.slice(0, 2)).toMatchObject(fleet.groupBy)
  expect(json.release).toBe(world.release.id)
  const { json: whole } = await rest('/v2/fleet', { items: ITEMS, release: '2026.11' })
  expect(whole).not.toHaveProperty('groups')
  expect(whole.release).toBe('2026.11')
})

test('/v2/fleet lists the first items on request, and adds up all', async () => {
  const whole = await rest('/v2/fleet', { items: ITEMS })
  const { json } = await rest('/v2/fleet', { items: ITEMS, first: 1 })
  expect(json.items).toEqual(whole.json.items.slice(0, 1))
  expect(json.impacts).toEqual(whole.json.impacts)
  expect((await rest('/v2/fleet', { items: ITEMS, first: 0 })).json.items).toEqual([])
  expect(json.items[0]).not.toHaveProperty('impacts')
})

test.each([
  ['/v2/assess', { asset: { servers: {} } }, ['body', 'asset'], 'server'],
  ['/v2/assess', { asset: { terminl: { kind: 'laptop' } } }, ['body', 'asset'], 'terminal'],
  ['/v2/fleet', { items: [{ asset: { component: { cpus: {} } } }] }, ['body', 'items', 0, 'asset', 'component'], 'cpu'],
])('%s: an unknown kind has the nearest known one: %j', async (path, body, loc, nearest) => {
  const { status, json } = await rest(path, body)
  expect(status).toBe(422)
  expect(json.detail[0]).toMatchObject({ loc, nearest: expect.arrayContaining([nearest]) })
})

describe('/v2/what-if', () => {
  const asset = { server: { configuration: { cpu: { name: 'Xeon Gold 6138' } } } }
  const body = { asset, criterion: 'gwp', duration: 8760 }

  test.each([
    [[{ path: 'server.usage.useTimeRatio', value: 2 }], { type: 'too_big', input: 2 }],
    [[{ path: 'server.usage.lifetime', value: 2 }], { type: 'not_found', input: 'server.usage.lifetime' }],
    [[{ path: 'server.usage.avgPower', text: 'much' }], { type: 'invalid_type', input: 'much' }],
    [[{ leaf: 'electricity.nowhere.gwp', value: 2 }], { type: 'not_found', input: 'electricity.nowhere.gwp' }],
  ])('refuses %j', async (overrides, fault) => {
    const { status, json } = await rest('/v2/what-if', { ...body, overrides })
    expect(status).toBe(422)
    expect(json.detail[0]).toMatchObject(fault)
  })

  test('gives the total of the other input', async () => {
    const overrides = [{ path: 'server.usage.usageLocation', text: 'FRA' }]
    const { json } = await rest('/v2/what-if', { ...body, overrides })
    const inFrance = { server: { ...asset.server, usage: { usageLocation: 'FRA' } } }
    const { json: explained } = await rest('/v2/explain', { ...body, asset: inFrance })
    expect(json.to.value).toBeCloseTo(explained.explanation.nodes.at(-1).value, 9)
    expect(json.from.value).not.toBe(explained.value)
  })
})

test('/v2/fleet lists the items with the largest impact first on request, with its impacts', async () => {
  const criteria = ['gwp']
  const items = ITEMS.toReversed()
  const { json } = await rest('/v2/fleet', { items, orderBy: 'total', criterion: 'gwp', criteria, verbose: true })
  const { fleet } = await ask(
    `query ($items: [FleetItemInput!]!) { fleet(items: $items) { items(orderBy: TOTAL) { label impacts(criteria: [GWP]) { total { value } } } } }`,
    { items: [...items.slice(0, 2), { ...ITEMS[0], asset: { terminal: { kind: 'LAPTOP' } } }] },
  )
  expect(json.items).toMatchObject(fleet.items)
  // Five laptops emit more over their lives than two instances. The faulty item is last.
  expect(json.items.map(({ label }: Data) => label)).toEqual(['desk', 'web', 'old'])
  const alone = await rest('/v2/assess', { asset: M5, criteria, verbose: false })
  // Both are rounded to two or three digits.
  expect(json.items[1].impacts[0].total.value / alone.json.impacts[0].total.value / 2).toBeCloseTo(1, 1)
  const { status, json: wrong } = await rest('/v2/fleet', { items: ITEMS, orderBy: 'LARGEST' })
  expect([status, wrong.detail[0].loc]).toEqual([422, ['body', 'orderBy']])
})

test('/v2/drift is of a fleet, too', async () => {
  const fleet = ITEMS.slice(0, 2)
  const { json } = await rest('/v2/drift', { fleet, from: 'boavizta-2.4.1', to: '2026.11' })
  expect(json.causes.length).toBeGreaterThan(0)
  const { status } = await rest('/v2/drift', { fleet, asset: LAPTOP, from: 'boavizta-2.4.1', to: '2026.11' })
  expect(status).toBe(422)
})
