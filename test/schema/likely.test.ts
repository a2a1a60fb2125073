import { describe, expect, test } from 'vitest'
import { Assessor } from '../../src/library/index.ts'
import { createRestHandler } from '../../src/server/rest/handle-rest.ts'
import { ask, type Data, releases, world } from '../world.ts'

const INSTANCE = (place: string) => ({
  cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { usageLocation: place } },
})

async function compared(places: readonly string[], criterion = 'PE', duration: number | null = 8760): Promise<Data> {
  const items = places.map((place, at) => ({ label: 'abc'[at], asset: INSTANCE(place) }))
  const asked = `query ($items: [ComparisonItemInput!]!, $criterion: Criterion, $duration: Float) { release(id: "2026.11") {
    comparison(items: $items, criterion: $criterion, duration: $duration) {
      computedFor warnings { code }
      items { label comparable reason probabilityLowest impact { embedded { value(exact: true) } } }
      pairs { a b comparable hasVerdict phases reason probabilityALower difference { mean } }
    } } }`
  return (await ask(asked, { items, criterion, duration })).release.comparison
}

describe('two instances, one of them where primary energy is not published', () => {
  test('are not comparable, and are held against each other by making alone', async () => {
    const { items, pairs } = await compared(['FRA', 'HKG'])
    expect(pairs).toMatchObject([
      { a: 'a', b: 'b', comparable: false, phases: ['EMBEDDED'], reason: expect.stringMatching(/^use .* b$/) },
    ])
    // The same type is made in the same way.
    expect([pairs[0].probabilityALower, pairs[0].difference.mean]).toEqual([0.5, 0])
    expect(items.map(({ comparable, reason }: Data) => [comparable, reason])).toEqual([
      [false, pairs[0].reason],
      [false, pairs[0].reason],
    ])
    expect(items.map(({ probabilityLowest }: Data) => probabilityLowest)).toEqual([0.5, 0.5])
  })

  test('are comparable where both lack it, say what both lack, and give no verdict on the totals', async () => {
    const { pairs } = await compared(['HKG', 'HKG'])
    expect(pairs).toMatchObject([
      {
        comparable: true,
        hasVerdict: false,
        phases: ['EMBEDDED'],
        reason: 'use is unknown for all or part of a and b',
      },
    ])
  })

  test('are comparable in a criterion that is published of both', async () => {
    const { items, pairs } = await compared(['FRA', 'HKG'], 'GWP')
    expect(pairs).toMatchObject([
      { comparable: true, hasVerdict: true, phases: ['EMBEDDED', 'USE'], reason: null, probabilityALower: 1 },
    ])
    expect(items[0]).toMatchObject({ comparable: true, reason: null, probabilityLowest: 1 })
  })
})

describe('fleets that are compared', () => {
  const assessor = new Assessor(releases.find('2026.11'))
  const handle = createRestHandler({ ...world, release: releases.find('2026.11') })
  const many = (quantity: number, place: string) => ({ quantity, asset: INSTANCE(place) })
  const ASKED = `query ($items: [ComparisonItemInput!]!, $criterion: Criterion) { release(id: "2026.11") {
    comparison(items: $items, criterion: $criterion) {
      items { label comparable reason probabilityLowest impact { total { value(exact: true) } lacking { phase units } } }
      pairs { comparable phases reason probabilityALower ratio { mean quantiles { value } } }
    } } }`

  async function comparedFleets(a: readonly object[], b: readonly object[], criterion: string): Promise<Data> {
    const items = [
      { label: 'a', fleet: a },
      { label: 'b', fleet: b },
    ]
    const { comparison } = (await ask(ASKED, { items, criterion })).release
    const ofLibrary = await assessor.compare(items as never, { criterion: criterion.toLowerCase() as 'gwp' })
    const body = JSON.stringify({ items, criterion })
    const rest = await handle({
      method: 'POST',
      path: '/v2/compare',
      query: new URLSearchParams(),
      body,
      accept: undefined,
    })
    const ofRest = JSON.parse(rest.body)
    for (const other of [ofLibrary.pairs[0], ofRest.pairs[0]])
      expect(other).toMatchObject({
        comparable: comparison.pairs[0].comparable,
        phases: comparison.pairs[0].phases,
        probabilityALower: comparison.pairs[0].probabilityALower,
      })
    for (const [at, item] of comparison.items.entries()) {
      expect(ofLibrary.items[at]?.total?.value).toBeCloseTo(item.impact.total.value, 6)
      expect(ofLibrary.items[at]).toMatchObject({ label: item.label, probabilityLowest: item.probabilityLowest })
      expect(ofRest.items[at]).toMatchObject({ label: item.label, comparable: item.comparable, reason: item.reason })
    }
    return comparison
  }

  test('are the lowest in nothing where one of them has no figure, within either boundary', async () => {
    const laptop = (usageLocation: string) => [
      { quantity: 1, asset: { terminal: { kind: 'LAPTOP', usage: { usageLocation } } } },
    ]
    for (const boundary of ['EQUIPMENT', 'DATA_CENTRE'] as const) {
      const items = [
        { label: 'a', fleet: laptop('FRA') },
        { label: 'b', fleet: laptop('HKG') },
      ]
      const compared = await assessor.compare(items as never, { criterion: 'pe', boundary })
      expect(compared.items.map(({ comparable, probabilityLowest }) => [comparable, probabilityLowest])).toEqual([
        [false, 0],
        [false, 0],
      ])
    }
  })

  test('give no verdict where one line of one of them lacks what the others have', async () => {
    const { items, pairs } = await comparedFleets([many(100, 'IRL'), many(1, 'HKG')], [many(100, 'IRL')], 'PE')
    expect(pairs).toMatchObject([
      { comparable: false, phases: ['EMBEDDED'], reason: expect.stringMatching(/^use .* a$/) },
    ])
    expect(items[0]).toMatchObject({ comparable: false, impact: { lacking: [{ phase: 'USE', units: 1 }] } })
    // Making 101 against 100 of one type: 1.01 in every sample.
    expect(pairs[0].probabilityALower).toBe(0)
    expect(pairs[0].ratio.mean).toBeCloseTo(100 / 101, 12)
  })

  test('hold what they share against each other: twice the same fleet is twice as much in every sample', async () => {
    const one = [many(3, 'FRA'), many(2, 'DEU')]
    const twice = [many(6, 'FRA'), many(4, 'DEU')]
    const { items, pairs } = await comparedFleets(one, twice, 'GWP')
    expect(pairs).toMatchObject([{ comparable: true, phases: ['EMBEDDED', 'USE'], reason: null, probabilityALower: 1 }])
    for (const each of [pairs[0].ratio.mean, ...pairs[0].ratio.quantiles.map(({ value }: Data) => value)])
      expect(each).toBeCloseTo(2, 10)
    expect(items[1].impact.total.value / items[0].impact.total.value).toBeCloseTo(2, 12)
    expect(items.map(({ probabilityLowest }: Data) => probabilityLowest)).toEqual([1, 0])
  })
})

test('a comparison without a duration takes a year, and says so', async () => {
  const [asked, given] = [await compared(['FRA', 'DEU'], 'GWP', null), await compared(['FRA', 'DEU'], 'GWP')]
  expect(asked.warnings).toEqual([{ code: 'DURATION_ASSUMED' }])
  expect(given.warnings).toEqual([])
  expect(asked.pairs).toEqual(given.pairs)
  expect(asked.computedFor).toMatch(/8,760 hours .*DEU.*FRA.*2026\.11/)
})

describe('items with durations of their own', () => {
  const handle = createRestHandler(world)
  const assessor = new Assessor(releases.find('2026.12'))
  const sides = (a: object, b: object) => [
    { label: 'a', fleet: [{ asset: { server: {} }, ...a }] },
    { label: 'b', fleet: [{ asset: { server: {} }, ...b }] },
  ]
  const warningsOf = async (items: readonly object[], duration: number | null): Promise<Data[]> => {
    const asked = `query ($items: [ComparisonItemInput!]!, $duration: Float) {
      comparison(items: $items, duration: $duration, samples: 16) { warnings { code message } } }`
    return (await ask(asked, { items, duration })).comparison.warnings
  }

  test.each([
    ['100 hours against a year', {}, { duration: 100 }, null, ['DURATION_ASSUMED', 'SPANS_DIFFER']],
    ['100 hours against the asked 200', {}, { duration: 100 }, 200, ['SPANS_DIFFER']],
    ['whole against linear', { allocation: 'TOTAL' }, {}, 200, ['SPANS_DIFFER']],
    ['two months of bills', { duration: 730 }, { duration: 730 }, null, []],
    ['the asked duration, by its own name', { duration: 200 }, {}, 200, []],
    ['a year twice', {}, {}, null, ['DURATION_ASSUMED']],
  ])('%s: the warnings say what differs or is assumed', async (_what, a, b, duration, codes) => {
    const items = sides(a, b)
    const warned = await warningsOf(items, duration)
    expect(warned.map(({ code }) => code)).toEqual(codes)
    const given = duration === null ? {} : { duration }
    const ofLibrary = await assessor.compare(items as never, { ...given, samples: 16 })
    const rest = await handle({
      method: 'POST',
      path: '/v2/compare',
      query: new URLSearchParams(),
      body: JSON.stringify({ items, ...given, samples: 16 }),
      accept: undefined,
    })
    for (const { warnings } of [ofLibrary, JSON.parse(rest.body)])
      expect(warnings.map(({ code, message }: Data) => ({ code, message }))).toEqual(warned)
  })

  test('are warned of in words, which say whether all items or some take the year', async () => {
    const some = await warningsOf(sides({}, { duration: 100 }), null)
    expect(some.map(({ message }) => message)).toEqual([
      'You gave no duration. Items without a duration of their own cover one year (8,760 hours), because lifetimes differ.',
      'The items cover different durations, allocations or boundaries. Part of the difference comes from that.',
    ])
    const [all] = await warningsOf(sides({}, {}), null)
    expect(all.message).toContain('The comparison covers one year')
  })
})

test('the likely range of a figure is that of the samples of its distribution', async () => {
  const asked = `query ($asset: AssetInput!) { release(id: "2026.11") { asset(input: $asset) {
    energy(duration: 100) { likely { low median high } distribution { quantiles { value } } }
    impact(criterion: GWP, duration: 100) { computedFor total { likely { low median high } distribution { quantiles { value } } } }
  } } }`
  const { asset } = (await ask(asked, { asset: INSTANCE('FRA') })).release
  for (const { likely, distribution } of [asset.energy, asset.impact.total]) {
    const { low, median, high } = likely
    expect([low, median, high]).toEqual(distribution.quantiles.map(({ value }: Data) => value))
    expect(low).toBeLessThan(high)
  }
  expect(asset.impact.computedFor).toMatch(/^Over 100 hours, in FRA, .* 50 %/)
})

test('equipment outside a data centre counts alone, within any boundary', async () => {
  const asked = `{ release(id: "2026.12") {
    laptop: asset(input: { terminal: { kind: LAPTOP } }) {
      impact(criterion: GWP, duration: 35040, boundary: DATA_CENTRE) { computedFor }
    }
    server: asset(input: { server: {} }) { impact(criterion: GWP, duration: 35040, boundary: DATA_CENTRE) { computedFor } }
  } }`
  const { laptop, server } = (await ask(asked)).release
  expect(laptop.impact.computedFor).toMatch(/35,040 hours \(4 years\), in EEE \(assumed\)/)
  expect(laptop.impact.computedFor).not.toContain('data centre')
  expect(server.impact.computedFor).toContain('data centre')
})
