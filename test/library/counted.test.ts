import { describe, expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { addTotals, type FleetItem, isTotals, type Totals } from '../../src/library/index.ts'
import { scratchFile } from '../bulk/scratch.ts'

const assessor = openAssessor()
const OPTIONS = { criteria: ['gwp', 'pe'], duration: 8760, boundary: 'DATA_CENTRE' } as const

const IN_FRANCE = { usageLocation: 'FRA' }
const OWN = { making: 150, low: 100, high: 220, covers: 'EMBEDDED', year: 2024, source: 'Data sheet' } as const
const UPS: FleetItem = { quantity: 3, asset: { equipment: { kind: 'UPS' } } }
const HEADSETS: FleetItem = { quantity: 50, asset: { equipment: { kind: 'HEADSET' } } }
/** Its power is given, and its making is not known. */
const PHONES: FleetItem = {
  quantity: 40,
  asset: { equipment: { kind: 'IP_PHONE', usage: { ...IN_FRANCE, avgPower: 6 } } },
}
/** Its making is given, and its power is not known. */
const OWN_UPS: FleetItem = { quantity: 12, asset: { equipment: { kind: 'UPS', own: OWN } } }
const LAPTOPS: FleetItem = { quantity: 7, asset: { terminal: { kind: 'LAPTOP', usage: IN_FRANCE } } }
const ALL = [UPS, HEADSETS, PHONES, OWN_UPS, LAPTOPS]

const totalsOf = async (items: readonly FleetItem[], options = {}): Promise<Totals> =>
  (await assessor.assessMany(items, { ...OPTIONS, ...options })).totals

const linesOf = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')

/** The totals of a file. */
const totalsOfFile = async (name: string, content: string, options = {}): Promise<Totals> =>
  (await runBatch(assessor, [scratchFile(name, content)], { ...OPTIONS, ...options })).totals

/** Reason, what it is, units and rows of each group. */
const groupsOf = ({ uncounted }: Totals) =>
  uncounted.map(({ reason, kind, word, units, rows }) => [reason, kind ?? word, units, rows])

describe('Units that do not count', () => {
  test('are those of rows with faults, by their word or column: one of a row whose quantity is unreadable', async () => {
    const csv = `label,kind,quantity,location,load
a,flux capacitor,5,FRA,
b,flux capacitor,4,POL,
c,laptop,two,FRA,
d,server,3,FRA,120
e,lptop,0,FRA,
f,lptop,-2,FRA,
g,laptop,2,FRA,
`
    const totals = await totalsOfFile('faulty.csv', csv)
    expect(totals).toMatchObject({ units: 9 + 1 + 3 + 0 + 1 + 2, assessed: 2, counted: 2, rowsFaulty: 6 })
    expect(groupsOf(totals)).toEqual([
      ['UNKNOWN_KIND', 'flux capacitor', 9, 2],
      ['FAULTY', null, 3, 1],
      ['UNKNOWN_KIND', 'lptop', 1, 2],
      ['FAULTY', null, 1, 1],
    ])
    const [flux, load, typo, quantity] = totals.uncounted
    expect(flux).toMatchObject({ give: ['kind'], nearest: expect.any(Array) })
    expect(load?.give).toEqual(['load'])
    expect(quantity?.give).toEqual(['quantity'])
    expect(typo?.nearest).toContain('laptop')
  })

  test('are none of rows left out on purpose', async () => {
    const csv = 'label,kind,quantity\na,laptop,2\nb,laptop,3\nTotal,,5\n'
    expect(await totalsOfFile('left.csv', csv)).toMatchObject({ units: 5, counted: 5, rowsSkipped: 1, uncounted: [] })
  })

  test('are items of a list that are no assets, by the field with the fault', async () => {
    const year = { terminal: { kind: 'LAPTOP', year: -5 } } as const
    const items = [{ quantity: 2, asset: year }, { asset: { server: { configuration: { cpu: { units: -1 } } } } }]
    for (const totals of [await totalsOf(items), await totalsOfFile('faults.ndjson', linesOf(items))]) {
      expect(groupsOf(totals)).toEqual([
        ['FAULTY', null, 2, 1],
        ['FAULTY', null, 1, 1],
      ])
      expect(totals.uncounted.map(({ give }) => give)).toEqual([['terminal.year'], ['server.configuration.cpu.units']])
    }
  })

  test('are units of a kind without an open figure, with the column that would make them count', async () => {
    const totals = await totalsOf(ALL)
    expect(totals).toMatchObject({ units: 112, assessed: 112, counted: 59 })
    expect(totals.uncounted).toEqual([
      { reason: 'NO_FIGURE', kind: 'headset', word: null, units: 50, rows: 1, give: ['own_making_kg'], nearest: [] },
      { reason: 'NO_FIGURE', kind: 'ups', word: null, units: 3, rows: 1, give: ['own_making_kg'], nearest: [] },
    ])
  })

  test('need no figure of yours in criteria that it says nothing of, and for components', async () => {
    const items = [HEADSETS, { asset: { component: { motherboard: {} } } }]
    const { uncounted } = await totalsOf(items, { criteria: ['pm'] })
    expect(uncounted.map(({ kind, give }) => [kind, give])).toEqual([
      ['headset', []],
      ['motherboard', []],
    ])
  })

  test('do not make a total partial: what has one phase alone does', async () => {
    const whole = (await totalsOf([UPS, HEADSETS, LAPTOPS])).impacts.gwp
    expect(whole).toMatchObject({ isPartial: false, coverage: [{ units: 7, of: 60 }, { units: 7 }, { units: 7 }] })
    const partial = (await totalsOf(ALL)).impacts.gwp
    expect(partial?.isPartial).toBe(true)
    expect(partial?.lacking).toMatchObject([
      { phase: 'EMBEDDED', units: 40 + 53 },
      { phase: 'USE', units: 12 + 53 },
      { phase: 'BUILDING', units: 53 },
    ])
  })

  test('and those that do add up to all units, also of fractions and of 0', async () => {
    const items = [UPS, { ...UPS, quantity: 0.25 }, { ...HEADSETS, quantity: 0 }, { ...LAPTOPS, quantity: 0 }]
    const totals = await totalsOf(items)
    expect(totals).toMatchObject({ units: 3.25, counted: 0 })
    expect(groupsOf(totals)).toEqual([
      ['NO_FIGURE', 'ups', 3.25, 2],
      ['NO_FIGURE', 'headset', 0, 1],
    ])
    // A laptop that is there 0 times has a sum of 0.
    expect(totals.impacts.gwp?.total?.value).toBe(0)
  })

  test('of a bill whose quantity is unreadable count 0, since it counts hours', async () => {
    const bill = (await runBatch(assessor, ['test/importers/files/bill.csv'], OPTIONS)).totals
    expect(bill.rowsFaulty).toBe(1)
    expect(bill.units).toBe(bill.counted)
    expect(groupsOf(bill)).toEqual([['FAULTY', null, 0, 1]])
  })
})

describe('Your own figures', () => {
  test('are counted with the share of their making in the total', async () => {
    const { ownFigures, impacts, assumptions } = await totalsOf(ALL)
    expect(ownFigures?.units).toBe(12)
    const making = (await totalsOf([OWN_UPS])).impacts.gwp?.embedded?.value ?? Number.NaN
    expect(ownFigures?.shares).toEqual({
      gwp: expect.closeTo(making / (impacts.gwp?.total?.value ?? Number.NaN), 12),
      pe: 0,
    })
    // The phones and the laptops, but not what has no figure.
    expect(assumptions).toMatchObject([{ reason: 'TYPICAL_VALUES', units: 47 }])
  })

  test('are none without a figure of making: measured energy says nothing of it', async () => {
    const laptop = { terminal: { kind: 'LAPTOP', usage: IN_FRANCE, own: { covers: 'EMBEDDED', kwhYear: 40 } } } as const
    const totals = await totalsOf([{ asset: laptop }])
    expect(totals).toMatchObject({ ownFigures: null, assumptions: [{ reason: 'TYPICAL_VALUES', units: 1 }] })
  })

  test('of a model without figures take the place of its typical values', async () => {
    const laptop = { kind: 'LAPTOP', model: { name: 'Latitude 5450' }, usage: IN_FRANCE } as const
    expect((await totalsOf([{ asset: { terminal: laptop } }])).assumptions).toHaveLength(1)
    const totals = await totalsOf([{ asset: { terminal: { ...laptop, own: OWN } } }])
    expect(totals).toMatchObject({ assumptions: [], ownFigures: { units: 1 } })
  })

  test('are rated by their precision and their age', async () => {
    const ratingOf = async (own: object) => {
      const asset = { equipment: { kind: 'UPS', own } } as never
      const [item] = (await assessor.assessMany([{ asset }], { ...OPTIONS, quality: true })).items
      return item && 'facts' in item ? (item.facts.quality ?? Number.NaN) : Number.NaN
    }
    const fresh = await ratingOf({ making: 150, low: 149, high: 151, year: 2026 })
    expect(await ratingOf({ making: 150, low: 20, high: 900, year: 2026 })).toBeGreaterThan(fresh)
    expect(await ratingOf({ making: 150, low: 149, high: 151, year: 2005 })).toBeGreaterThan(fresh)
  })
})

describe('Totals of parts', () => {
  const NAMES = ['uncounted', 'units', 'assessed', 'counted', 'ownFigures'] as const
  const pick = (totals: Totals) => Object.fromEntries(NAMES.map((name) => [name, totals[name]]))

  test('say the same as those of the whole, of a list, a file, and its partitions', async () => {
    const parts = await Promise.all([ALL.slice(0, 2), [], ALL.slice(2)].map((part) => totalsOf(part)))
    const added = addTotals(JSON.parse(JSON.stringify(parts)))
    const whole = await totalsOf(ALL)
    expect(pick(added)).toEqual(pick(whole))
    expect(pick(await totalsOfFile('all.ndjson', linesOf(ALL)))).toEqual(pick(whole))
    const file = [...ALL, ...ALL, { quantity: 2, kind: 'gizmo' }, { quantity: 'x', kind: 'gizmo' }, ...ALL]
    const shares = await Promise.all(
      [1, 2, 3].map((index) => totalsOfFile(`part-${index}.ndjson`, linesOf(file), { partition: { index, of: 3 } })),
    )
    const ofParts = addTotals(shares)
    const ofFile = await totalsOfFile('whole.ndjson', linesOf(file))
    expect(pick(ofParts)).toEqual({ ...pick(ofFile), ownFigures: expect.anything() })
    expect(ofParts.ownFigures?.shares.gwp).toBeCloseTo(ofFile.ownFigures?.shares.gwp ?? Number.NaN, 12)
    expect(groupsOf(ofFile)).toContainEqual(['UNKNOWN_KIND', 'gizmo', 2, 1])
  })

  test('hold at most 1,000 groups of words, the largest ones, and the sum of the others', async () => {
    const words = Array.from({ length: 5000 }, (_, at) => `gizmo ${at},${at === 4321 ? 50 : 1 + (at % 2)}`)
    const csv = `kind,quantity\nups,3\n${words.join('\n')}\n`
    const [whole, ...parts] = await Promise.all(
      [{}, ...[1, 2].map((index) => ({ partition: { index, of: 2 } }))].map((options, at) =>
        totalsOfFile(`words-${at}.csv`, csv, options),
      ),
    )
    const { uncounted, units, counted } = whole as Totals
    expect(uncounted[0]).toMatchObject({ word: 'gizmo 4321', units: 50 })
    expect(uncounted.at(-1)).toMatchObject({ reason: 'OTHERS', kind: null, word: null, give: [] })
    expect(uncounted.filter(({ reason }) => reason === 'UNKNOWN_KIND')).toHaveLength(1000)
    expect(uncounted.reduce((sum, each) => sum + each.units, 0)).toBe(units - counted)
    expect(uncounted.reduce((sum, { rows }) => sum + rows, 0)).toBe(5001)
    expect(pick(addTotals(parts))).toEqual(pick(whole as Totals))
  })

  test('are refused unless their groups have units, rows and words', async () => {
    const totals = JSON.parse(JSON.stringify(await totalsOf(ALL)))
    expect(isTotals(totals)).toBe(true)
    const [group] = totals.uncounted
    for (const change of [
      { counted: undefined },
      { uncounted: undefined },
      { uncounted: [{ ...group, reason: 'WHIM' }] },
      { uncounted: [{ ...group, units: -1 }] },
      { uncounted: [{ ...group, word: 5 }] },
      { uncounted: [{ ...group, give: 'all' }] },
      { ownFigures: undefined },
      { ownFigures: { units: '3' } },
    ])
      expect(isTotals({ ...totals, ...change }), JSON.stringify(change)).toBe(false)
  })
})
