import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Assessor, type Criterion, driftOf, figureColumns, Scope, Sums, type Totals } from '../../src/library/index.ts'
import { runHere } from '../cli/run-here.ts'
import { runs } from '../runs.ts'
import {
  type AskedFleet,
  anyFleet,
  byCommand,
  byGraphql,
  byLibrary,
  byPage,
  byRest,
  CODES,
  expectSame,
  expectSameEnds,
  expectTexts,
  type Line,
} from '../ways-of-adding-up.ts'
import { ask, type Data, releases } from '../world.ts'

const instance = (usageLocation: string) => ({
  cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { usageLocation } },
})

const ASKED = { boundary: 'EQUIPMENT', duration: 8760, release: '2026.11' } as const

/** The totals of the library. */
async function totalsOf(
  lines: readonly Line[],
  criteria: readonly Criterion[],
  asked: Omit<AskedFleet, 'lines'> = ASKED,
): Promise<Totals> {
  const { boundary, duration, release } = asked
  return (await new Assessor(releases.find(release)).assessMany(lines as never, { criteria, boundary, duration }))
    .totals
}

/** Primary energy over GraphQL. */
async function energyOf(lines: readonly Line[]): Promise<Data> {
  const asked = `query ($items: [FleetItemInput!]!) { release(id: "2026.11") { fleet(items: $items) {
    impact(criterion: PE, duration: 8760) {
      missing isPartial coverage { phase units of share } lacking { phase units } use { value } total { value(exact: true) }
    } } } }`
  return (await ask(asked, { items: lines })).release.fleet.impact
}

describe('One line of a bill in Hong Kong, whose primary energy is not published', () => {
  const ireland = [{ quantity: 100, asset: instance('IRL') }]
  const both = [...ireland, { quantity: 1, asset: instance('HKG') }]

  test('takes nothing from the others: use is that of the 100, and the sum says that it lacks 1 of 101', async () => {
    const [alone, whole] = [await totalsOf(ireland, ['pe']), await totalsOf(both, ['pe'])]
    expect(whole.impacts.pe?.use?.value).toBe(alone.impacts.pe?.use?.value)
    expect(whole.impacts.pe?.embedded?.value).toBeCloseTo(1.01 * (alone.impacts.pe?.embedded?.value ?? Number.NaN), 6)
    expect(whole.impacts.pe?.total?.value).toBeGreaterThan(alone.impacts.pe?.total?.value ?? Number.NaN)
    expect(whole.impacts.pe).toMatchObject({
      isPartial: true,
      lacking: [{ phase: 'USE', units: 1 }],
      coverage: [
        { phase: 'EMBEDDED', units: 101, of: 101, share: 1 },
        { phase: 'USE', units: 100, of: 101, share: 100 / 101 },
      ],
    })
    expect(alone.impacts.pe).toMatchObject({ isPartial: false, lacking: [] })
  })

  test('is the same sum over GraphQL, where no phase is missing', async () => {
    const [impact, totals] = [await energyOf(both), await totalsOf(both, ['pe'])]
    expect(impact).toMatchObject({ missing: [], isPartial: true, lacking: [{ phase: 'USE', units: 1 }] })
    expect(impact.coverage).toEqual(totals.impacts.pe?.coverage)
    expect(impact.total.value / (totals.impacts.pe?.total?.value ?? Number.NaN)).toBeCloseTo(1, 12)
  })

  test('alone is partial, too: making is known and use is not', async () => {
    const impact = await energyOf([{ quantity: 2, asset: instance('HKG') }])
    expect(impact).toMatchObject({ use: null, missing: ['USE'], isPartial: true })
    expect(impact.lacking).toEqual([{ phase: 'USE', units: 2 }])
  })

  test('says why, in the same words in every way', async () => {
    const reason = 'Use: no electricity factor is published'
    const asset = instance('HKG')
    const asked = `query ($asset: AssetInput!) { release(id: "2026.11") {
      asset(input: $asset) { impacts(criteria: [PE, GWP]) { reason } criteria { criterion reason } }
      fleet(items: [{ quantity: 2, asset: $asset }]) { impact(criterion: PE) { reason } } } }`
    const { release } = await ask(asked, { asset })
    expect(release.asset.impacts).toEqual([{ reason }, { reason: null }])
    expect(release.asset.criteria).toContainEqual({ criterion: 'PE', reason })
    expect(release.fleet.impact).toEqual({ reason })
    const { impacts } = await new Assessor(releases.find('2026.11')).assess(asset, { criteria: ['pe', 'gwp'] })
    expect([impacts.pe?.reason, impacts.gwp?.reason]).toEqual([reason, null])
    const args = ['m5.xlarge', '--location', 'HKG', '--criteria', 'pe', '--boundary', 'EQUIPMENT', '--format']
    expect(JSON.parse((await runHere([...args, 'json'])).stdout).impacts.pe.reason).toBe(reason)
    expect((await runHere([...args, 'table'])).stdout).toContain(`! pe: ${reason}`)
  })

  test.each([
    [{ component: { motherboard: {} } }, 'gwp', 'Use: its power is unknown'],
    [{ network: { gigabytes: 1, reach: 'REGION' } }, 'gwp', 'Embodied: for this kind of asset, only use is assessed'],
    [instance('FRA'), 'fe', 'Embodied: final energy includes only the electricity in use'],
    [instance('FRA'), 'gwp', null],
  ] as const)('of %j in %s: %s', async (asset, criterion, reason) => {
    const { impacts } = await new Assessor(releases.newest).assess(asset as never, { criteria: [criterion] })
    expect(impacts[criterion]?.reason).toBe(reason)
  })

  test('names the building of a data centre, which has figures in climate change alone', async () => {
    const options = { criteria: ['gwp', 'adp'], boundary: 'DATA_CENTRE' } as const
    const { impacts } = await new Assessor(releases.newest).assess(instance('FRA'), options)
    expect(impacts.gwp?.reason).toBe(null)
    expect(impacts.adp?.reason).toBe('Building: figures exist only for climate change')
  })
})

test('final energy is counted of use alone, so its making is not lacking', async () => {
  const { impacts } = await totalsOf([{ quantity: 3, asset: instance('IRL') }], ['fe'])
  expect(impacts.fe).toMatchObject({ embedded: null, isPartial: false, lacking: [] })
  expect(impacts.fe?.coverage).toEqual([{ phase: 'USE', units: 3, of: 3, share: 1 }])
})

test('of nothing there is no sum, and it covers nothing', async () => {
  const { impacts } = await totalsOf([], ['gwp'])
  expect(impacts.gwp).toMatchObject({ embedded: null, use: null, total: null, isPartial: false, lacking: [] })
  expect(impacts.gwp?.coverage.map(({ share }) => share)).toEqual([0, 0])
})

test('zero units of a known thing are a sum of 0 that lacks nothing, and of an unknown figure there is none', async () => {
  const nothing: AskedFleet = { ...BILL, lines: [{ quantity: 0, asset: instance('HKG') }] }
  const { added } = await byGraphql(nothing)
  for (const way of [
    await byLibrary(nothing),
    added,
    (await byCommand(nothing)).added,
    (await byPage(nothing)).added,
  ]) {
    expect(way).toMatchObject({ assessed: 0, energy: 0 })
    const { embedded, use, total, ...covered } = way.impacts.pe ?? {}
    expect([embedded.value, use, total.value]).toEqual([0, null, 0])
    expect(covered).toMatchObject({
      isPartial: false,
      lacking: [],
      coverage: [
        { phase: 'EMBEDDED', units: 0, of: 0, share: 1 },
        { phase: 'USE', units: 0, of: 0, share: 0 },
      ],
    })
  }
})

test('sums of other criteria cannot be added', () => {
  const sums = new Sums(['gwp'])
  expect(() => sums.addSums(new Sums(['gwp', 'pe']).sums, sums)).toThrow(RangeError)
  expect(() => sums.addSums(new Float64Array(figureColumns(['gwp']).length), sums)).toThrow(RangeError)
})

/** The page once added what is known, and the command left out a phase that one asset lacks. */
const BILL: AskedFleet = {
  lines: [
    { quantity: 100, asset: instance('IRL') },
    { quantity: 1, asset: instance('HKG') },
  ],
  boundary: 'EQUIPMENT',
  duration: 8760,
  release: '2026.11',
}

const toFour = (number: number) => Number(number.toPrecision(4))

describe('What answers once contradicted each other in', () => {
  test('a laptop in France over its life: 216 kg, likely 139 to 350, while the bounds are 204 to 227', async () => {
    const laptop = { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'FRA' } } } as const
    const expected = { value: 215.8, min: 204.2, max: 227.4, likely: { low: 138.8, high: 349.7 } }
    const rounded = ({ value, min, max, likely }: Data) => ({
      ...Object.fromEntries(Object.entries({ value, min, max }).map(([name, each]) => [name, toFour(each as number)])),
      likely: { low: toFour(likely.low), high: toFour(likely.high) },
    })
    const { impacts } = await new Assessor(releases.find('2026.11')).assess(laptop, { criteria: ['gwp'], likely: true })
    expect(rounded(impacts.gwp?.total)).toEqual(expected)
    const { terminal } = (
      await ask(`{ release(id: "2026.11") { terminal(input: { kind: LAPTOP, usage: { usageLocation: "FRA" } }) {
        impact(criterion: GWP) { total { value(exact: true) min(exact: true) max(exact: true) likely { low high } } } } } }`)
    ).release
    expect(rounded(terminal.impact.total)).toEqual(expected)
    const asked = ['ask', 'laptop', 'in', 'France', '--release', '2026.11', '--duration', 'life', '--criteria', 'gwp']
    const { stdout } = await runHere([...asked, '--format', 'table'])
    expect(stdout.split('\n')[0]).toMatch(/\(likely 140 to 350\)/)
    expect(stdout.split('\n')[0]).not.toMatch(/20[34]|22[78]/)
  })

  test('a bill with a line in Hong Kong: 253,955 MJ everywhere, 24 times its making', async () => {
    const { added } = await byGraphql(BILL)
    for (const way of [await byLibrary(BILL), added, (await byCommand(BILL)).added, (await byPage(BILL)).added]) {
      const { total, embedded } = way.impacts.pe ?? {}
      expect(total.value).toBeCloseTo(253_954.97, 2)
      expect(total.value / embedded.value).toBeCloseTo(23.88, 2)
      expect(way.impacts.pe?.isPartial).toBe(true)
    }
    expect((await byRest(BILL)).shown.pe).toMatchObject({ isPartial: true, lacking: [{ phase: 'USE', units: 1 }] })
  })

  test('a laptop without making among 100 instances: 46.8 times its use everywhere, not its use alone', async () => {
    const usage = { usageLocation: 'POL' }
    const lines = [
      { quantity: 100, asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage } } },
      { quantity: 1, asset: { terminal: { kind: 'LAPTOP', usage } } },
    ]
    const asked: AskedFleet = { ...BILL, lines }
    const { added } = await byGraphql(asked)
    for (const way of [await byLibrary(asked), added, (await byCommand(asked)).added, (await byPage(asked)).added]) {
      const { embedded, use, total, ...covered } = way.impacts.adp ?? {}
      expect([embedded.value, use.value, total.value].map(toFour)).toEqual([0.107, 0.002337, 0.1093])
      expect(total.value / use.value).toBeCloseTo(46.78, 2)
      expect(covered).toMatchObject({ isPartial: true, lacking: [{ phase: 'EMBEDDED', units: 1 }] })
    }
    const { adp } = (await byRest(asked)).shown
    expect(adp).toMatchObject({ total: { value: 0.109 }, isPartial: true, lacking: [{ phase: 'EMBEDDED', units: 1 }] })
  })

  test('making that is 58 % less in 100 of 100 cases, while the use of both is unknown: there is no verdict', async () => {
    const [large, small] = ['m5.2xlarge', 'c5.xlarge'].map((instanceType) => ({
      asset: { cloudInstance: { provider: 'aws', instanceType, usage: { usageLocation: 'HKG' } } },
    }))
    const assessor = new Assessor(releases.find('2026.11'))
    const options = { criterion: 'pe', duration: 8760 } as const
    const { pairs } = await assessor.compare(
      [
        { label: 'a', ...large },
        { label: 'b', ...small },
      ] as never,
      options,
    )
    const [pair] = pairs
    expect(pair?.ratio.mean).toBeCloseTo(0.42, 2)
    expect(pair).toMatchObject({ probabilityALower: 0, hasVerdict: false, phases: ['EMBEDDED'] })
    expect(pair?.reason).toBe('use is unknown for all or part of a and b')
    const asked = ['compare', 'm5.2xlarge', 'c5.xlarge', '--location', 'HKG', '--criteria', 'pe']
    const { stdout } = await runHere([...asked, '--boundary', 'EQUIPMENT', '--release', '2026.11', '--format', 'table'])
    expect(stdout).toMatch(/^Not comparable: use is unknown/)
    expect(stdout).not.toMatch(/58 %|% below|of 100 runs|lowest in/)
  })
})

test('ten years of a laptop that lives four make 2.5 laptops everywhere, and a warning says so', async () => {
  const lines = [{ quantity: 1, asset: { terminal: { kind: 'LAPTOP', usage: { hoursLifeTime: 35_040 } } } }]
  const over = (duration: number): AskedFleet => ({ lines, boundary: 'EQUIPMENT', duration, release: '2026.12' })
  const waysOf = async (asked: AskedFleet) => {
    const { added } = await byGraphql(asked)
    return [await byLibrary(asked), added, (await byCommand(asked)).added, (await byPage(asked)).added]
  }
  const [life, decade] = [await waysOf(over(35_040)), await waysOf(over(87_600))]
  for (const [at, { impacts }] of decade.entries())
    expect(impacts.gwp?.embedded.value / life[at]?.impacts.gwp?.embedded.value).toBeCloseTo(2.5, 9)
  const renewed = expect.arrayContaining([expect.stringMatching(/\b2\.5\b/)])
  const told = decade.flatMap(({ warnings }) => (warnings ? [warnings[0]] : []))
  expect(told).toEqual(told.map(() => renewed))
  expect(told.length).toBeGreaterThanOrEqual(3)
  expect((await byRest(over(87_600))).warnings[0]).toEqual(renewed)
})

test('random fleets are the same over GraphQL, /v2, in the library, the command and the page, and added up of parts', async () => {
  const property = fc.asyncProperty(anyFleet, async (asked) => {
    const library = await byLibrary(asked)
    const { added, shown } = await byGraphql(asked)
    expectSame(library, added)
    const rest = await byRest(asked)
    expect(rest).toEqual({ shown, warnings: added.warnings })
    const command = await byCommand(asked)
    expectSame(library, command.added)
    expectTexts(command.rows, library)
    const page = await byPage(asked)
    expectSame(library, page.added)
    expectSameEnds(page.likely, library)
    expectSame(added, page.added)
    const parts = new Sums(CODES, asked.boundary)
    const scope = new Scope({ duration: asked.duration, allocation: 'LINEAR', boundary: asked.boundary }, asked.release)
    for (const line of asked.lines) parts.addTotals(await totalsOf([line], CODES, asked))
    const { impacts } = parts.totals(scope)
    for (const code of CODES) expect(impacts[code]?.coverage).toEqual(library.impacts[code]?.coverage)
  })
  await fc.assert(property, { ...runs(2), examples: [[BILL]], endOnFailure: true })
})

describe('A fleet in a comparison', () => {
  const laptop = { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'FRA' } } } as const
  const fleet = [
    { asset: laptop, quantity: 3, duration: 'life' },
    { asset: instance('IRL'), quantity: 2, boundary: 'DATA_CENTRE', warnings: [] },
  ] as const
  const newest = new Assessor(releases.find('2026.11'))

  test('may not widen the boundary of the comparison', async () => {
    const things = [{ fleet }, { asset: laptop }]
    await expect(newest.compare(things, { boundary: 'EQUIPMENT' })).rejects.toThrow('fleet.1.boundary')
    const drift = driftOf({ fleet }, releases.find('2026.11'), releases.newest, { boundary: 'EQUIPMENT' })
    await expect(drift).rejects.toThrow('fleet.1.boundary')
  })

  test('is the sum that assessMany gives of the same items, whole lives included', async () => {
    const asked = { duration: 8760, boundary: 'DATA_CENTRE' } as const
    const { totals } = await newest.assessMany(fleet, { ...asked, criteria: ['gwp'] })
    const sum = totals.impacts.gwp?.total?.value ?? Number.NaN
    const alone = (await newest.assess(laptop, { criteria: ['gwp'], boundary: 'DATA_CENTRE' })).impacts.gwp?.total
      ?.value
    const { items } = await newest.compare(
      [
        { label: 'fleet', fleet },
        { label: 'one', asset: fleet[1].asset },
      ],
      asked,
    )
    expect(items[0]?.total?.value).toBeCloseTo(sum, 6)
    const two = (await newest.figure(fleet[1].asset, asked))?.value ?? Number.NaN
    expect(sum).toBeCloseTo(3 * (alone ?? Number.NaN) + 2 * two, 6)
    const { from, to } = await driftOf({ fleet }, releases.find('2026.11'), releases.find('2026.11'), asked)
    expect(from?.value).toBeCloseTo(sum, 6)
    expect(to?.value).toBe(from?.value)
  })
})

test('electricity has bounds and a likely range, alone and of a sum, whatever criteria are asked for', async () => {
  const assessor = new Assessor(releases.newest)
  const options = { duration: 8760, likely: true } as const
  const { energy, energyRange } = await assessor.assess(instance('FRA'), options)
  const { value = Number.NaN, min, max, likely } = energyRange ?? {}
  expect([value, max]).toEqual([energy, expect.any(Number)])
  expect([min, likely?.low, likely?.median, likely?.high, max]).toEqual(
    [min, likely?.low, likely?.median, likely?.high, max].toSorted((a = 0, b = 0) => a - b),
  )
  expect((await assessor.assess(instance('FRA'), { ...options, criteria: [] })).energyRange).toEqual(energyRange)
  const { totals } = await assessor.assessMany([{ quantity: 3, asset: instance('FRA') }], options)
  expect((totals.energyRange?.max ?? 0) / (max ?? 0)).toBeCloseTo(3, 12)
  expect((totals.energyRange?.likely?.high ?? 0) / (likely?.high ?? 0)).toBeCloseTo(3, 12)
  const motherboard = await assessor.assess({ component: { motherboard: {} } }, options)
  expect(motherboard.energyRange).toBe(null)
})
