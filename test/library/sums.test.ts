import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { type Criterion, figureColumns, Sums, type Totals } from '../../src/library/index.ts'
import { scratchFile } from '../bulk/scratch.ts'
import { ask, type Data } from '../world.ts'

const EXACT = '{ value(exact: true) min(exact: true) max(exact: true) }'
const FLEET = `query ($items: [FleetItemInput!]!, $criteria: [Criterion!], $boundary: Boundary) {
  release(id: "2026.11") { fleet(items: $items) {
    assessed
    energy(duration: 8760, boundary: $boundary) { value(exact: true) }
    impacts(criteria: $criteria, duration: 8760, boundary: $boundary) {
      criterion missing isPartial coverage { phase units of share } lacking { phase units }
      embedded ${EXACT} use ${EXACT} building ${EXACT} total ${EXACT}
    }
  } }
}`

interface Item {
  readonly quantity: number
  readonly asset: object
}

const assessor = openAssessor({ release: '2026.11' })
const instance = (usageLocation: string) => ({
  cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { usageLocation } },
})

async function byGraphql(items: readonly Item[], codes: readonly string[], boundary = 'EQUIPMENT'): Promise<Data> {
  const criteria = codes.map((code) => code.toUpperCase())
  return (await ask(FLEET, { items, criteria, boundary })).release.fleet
}

async function byLibrary(
  items: readonly Item[],
  criteria: readonly Criterion[],
  boundary: 'EQUIPMENT' | 'DATA_CENTRE' = 'EQUIPMENT',
): Promise<Totals> {
  return (await assessor.assessMany(items as never, { criteria, boundary, duration: 8760 })).totals
}

describe('One line of a bill in Hong Kong, whose primary energy is not published', () => {
  const ireland = [{ quantity: 100, asset: instance('IRL') }]
  const both = [...ireland, { quantity: 1, asset: instance('HKG') }]

  test('takes nothing from the others: use is that of the 100, and the sum says that it lacks 1 of 101', async () => {
    const [alone, whole] = [await byLibrary(ireland, ['pe']), await byLibrary(both, ['pe'])]
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
    const [{ impacts }, totals] = [await byGraphql(both, ['pe']), await byLibrary(both, ['pe'])]
    expect(impacts[0]).toMatchObject({ missing: [], isPartial: true, lacking: [{ phase: 'USE', units: 1 }] })
    expect(impacts[0].coverage).toEqual(totals.impacts.pe?.coverage)
    expect(impacts[0].total.value / (totals.impacts.pe?.total?.value ?? Number.NaN)).toBeCloseTo(1, 12)
  })

  test('alone is partial, too: making is known and use is not', async () => {
    const { impacts } = await byGraphql([{ quantity: 2, asset: instance('HKG') }], ['pe'])
    expect(impacts[0]).toMatchObject({ use: null, missing: ['USE'], isPartial: true })
    expect(impacts[0].lacking).toEqual([{ phase: 'USE', units: 2 }])
  })
})

test('final energy is counted of use alone, so its making is not lacking', async () => {
  const { impacts } = await byLibrary([{ quantity: 3, asset: instance('IRL') }], ['fe'])
  expect(impacts.fe).toMatchObject({ embedded: null, isPartial: false, lacking: [] })
  expect(impacts.fe?.coverage).toEqual([{ phase: 'USE', units: 3, of: 3, share: 1 }])
})

test('of nothing there is no sum, and it covers nothing', async () => {
  const { impacts } = await byLibrary([], ['gwp'])
  expect(impacts.gwp).toMatchObject({ embedded: null, use: null, total: null, isPartial: false, lacking: [] })
  expect(impacts.gwp?.coverage.map(({ share }) => share)).toEqual([0, 0])
})

test('sums of other criteria cannot be added', () => {
  const sums = new Sums(['gwp'])
  expect(() => sums.addSums(new Sums(['gwp', 'pe']).sums, sums)).toThrow(RangeError)
  expect(() => sums.addSums(new Float64Array(figureColumns(['gwp']).length), sums)).toThrow(RangeError)
})

const ASSETS = [
  instance('FRA'),
  instance('HKG'),
  { server: {} },
  { terminal: { kind: 'LAPTOP' } },
  { component: { motherboard: {} } },
  { component: { cpu: { name: 'Xeon Gold 6138' } } },
  { network: { gigabytes: 50, reach: 'INTERNET' } },
  { storage: { kind: 'SSD', gigabytes: 500 } },
  { iotDevice: {} },
]

test('random fleets have the same sums and coverage over GraphQL, in the library, and added up of parts', async () => {
  const items = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 50 }), asset: fc.constantFrom(...ASSETS) }), {
    minLength: 1,
    maxLength: 8,
  })
  const property = fc.asyncProperty(items, fc.constantFrom('EQUIPMENT', 'DATA_CENTRE'), async (fleet, boundary) => {
    const criteria = ['gwp', 'pe', 'adp', 'fe'] as const
    const totals = await byLibrary(fleet, criteria, boundary as 'EQUIPMENT')
    const asked = await byGraphql(fleet, criteria, boundary)
    expect(asked.assessed).toBe(totals.assessed)
    expectClose(asked.energy?.value, totals.energyKwh)
    for (const { criterion, ...impact } of asked.impacts) {
      const summed = totals.impacts[criterion.toLowerCase() as Criterion]
      expect(impact).toMatchObject({
        isPartial: summed?.isPartial,
        lacking: summed?.lacking,
        coverage: summed?.coverage,
      })
      for (const phase of ['embedded', 'use', 'building', 'total'] as const)
        for (const bound of ['value', 'min', 'max'] as const)
          expectClose(impact[phase]?.[bound], summed?.[phase]?.[bound])
    }
    const parts = new Sums(criteria, boundary as 'EQUIPMENT')
    for (const item of fleet) parts.addTotals(await byLibrary([item], criteria, boundary as 'EQUIPMENT'))
    for (const code of criteria)
      expect(parts.totals('').impacts[code]?.coverage).toEqual(totals.impacts[code]?.coverage)
  })
  await fc.assert(property, { numRuns: 20 })
})

test('random fleets have the same likely ranges over GraphQL, in the library and in a file of the command', async () => {
  const LIKELY = '{ likely { low median high } }'
  const asked = `query ($items: [FleetItemInput!]!, $boundary: Boundary) { release(id: "2026.11") { fleet(items: $items) {
    impacts(criteria: [GWP, PE], duration: 8760, boundary: $boundary) {
      criterion embedded ${LIKELY} use ${LIKELY} building ${LIKELY} total ${LIKELY}
    } } } }`
  const items = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 50 }), asset: fc.constantFrom(...ASSETS) }), {
    minLength: 1,
    maxLength: 6,
  })
  const property = fc.asyncProperty(items, fc.constantFrom('EQUIPMENT', 'DATA_CENTRE'), async (fleet, boundary) => {
    const options = {
      criteria: ['gwp', 'pe'],
      duration: 8760,
      boundary: boundary as 'EQUIPMENT',
      likely: true,
    } as const
    const { totals } = await assessor.assessMany(fleet as never, options)
    const file = scratchFile('fleet.ndjson', fleet.map((item) => `${JSON.stringify(item)}\n`).join(''))
    const { totals: ofFile } = await runBatch(assessor, [file], options)
    const { impacts } = (await ask(asked, { items: fleet, boundary })).release.fleet
    for (const { criterion, ...impact } of impacts) {
      const code = criterion.toLowerCase() as 'gwp'
      for (const phase of ['embedded', 'use', 'building', 'total'] as const)
        for (const end of ['low', 'median', 'high'] as const) {
          expectClose(impact[phase]?.likely[end], totals.impacts[code]?.[phase]?.likely?.[end])
          expectClose(impact[phase]?.likely[end], ofFile.impacts[code]?.[phase]?.likely?.[end])
        }
    }
  })
  await fc.assert(property, { numRuns: 8 })
})

/** Equal to 1e-12, or both unknown. */
function expectClose(one: number | null | undefined, other: number | null | undefined): void {
  if (one == null || other == null) expect([one ?? null, other ?? null]).toEqual([null, null])
  else if (other === 0) expect(one).toBe(0)
  else expect(one / other).toBeCloseTo(1, 12)
}
