import { describe, expect, test } from 'vitest'
import { Assessor, addTotals, type FleetItem, importFile } from '../../src/library/index.ts'
import { releases } from '../world.ts'

const assessor = new Assessor(releases.newest)
const YEAR = { duration: 8760, boundary: 'DATA_CENTRE', criteria: ['gwp'] } as const
const { label } = releases.newest

const server = (usage: object, own: Omit<FleetItem, 'asset'> = {}): FleetItem => ({
  asset: { server: { usage } },
  ...own,
})
const totalsOf = async (items: readonly FleetItem[], options: object = YEAR) =>
  (await assessor.assessMany(items, options)).totals
const sentenceOf = async (...asked: Parameters<typeof totalsOf>) => (await totalsOf(...asked)).computedFor

describe('The sentence of totals', () => {
  test('names what was asked where nothing could be assessed', async () => {
    expect(await sentenceOf([])).toBe(
      `Over 8,760 hours (a year), including the data centre, using data release ${label}.`,
    )
    expect(await sentenceOf([server({}, { quantity: -1 })], { duration: 1 })).toMatch(
      new RegExp(`^Over 1 hour, for the equipment alone, [^,]* ${label}\\.$`),
    )
  })

  test('names up to three places and loads in any order, and counts more places', async () => {
    const at = (usageLocation: string, timeWorkload: number) => server({ usageLocation, timeWorkload })
    const three = [at('POL', 90), at('DEU', 5), at('FRA', 30), at('POL', 5)]
    const sentence = await sentenceOf(three)
    expect(sentence).toMatch(/, in DEU, FRA and POL, .* at loads of 5 %, 30 % and 90 %, /)
    expect(await sentenceOf(three.toReversed())).toBe(sentence)
    expect(await sentenceOf([...three, at('SWE', 1)])).toMatch(/, in 4 places, .*, at different loads, /)
  })

  test('marks a place that nobody gave, and says where a power stands in for the load', async () => {
    const items = [server({}), server({ usageLocation: 'SWE', avgPower: 100 })]
    expect(await sentenceOf(items)).toContain('EEE (assumed) and SWE, ')
    expect(await sentenceOf(items)).toContain(' a load of 50 % and the given power')
  })

  test('covers the equipment alone if all of it does, within any boundary', async () => {
    const laptop = { asset: { terminal: { kind: 'LAPTOP' } } } as const
    const alone = { ...YEAR, boundary: 'EQUIPMENT' } as const
    expect(await sentenceOf([laptop])).toBe(await sentenceOf([laptop], alone))
    expect(await sentenceOf([server({}, { boundary: 'EQUIPMENT' })])).toBe(await sentenceOf([server({})], alone))
  })

  test('says where the data centre is around some alone: by their kind, or by a boundary of their own', async () => {
    const laptop = { asset: { terminal: { kind: 'LAPTOP' } } } as const
    for (const other of [laptop, server({}, { boundary: 'EQUIPMENT' })]) {
      expect(await sentenceOf([other, server({})])).toContain(', with the data centre around some assets, ')
    }
  })

  test('has one duration where all have the same, else the own time of each', async () => {
    const owning = (...hours: readonly number[]) =>
      hours.map((duration) => server({ usageLocation: 'FRA' }, { duration }))
    expect(await sentenceOf(owning(100, 100))).toMatch(/\b100 /)
    expect(await sentenceOf(owning(100, 200))).toMatch(/ the duration of each asset, /)
    expect(await sentenceOf([server({})], { criteria: ['gwp'] })).toMatch(/ a life of 35,040 hours, /)
    expect(await sentenceOf([server({}, { allocation: 'TOTAL' })])).toContain(', with the whole embedded impact, ')
    expect(await sentenceOf([server({}), server({}, { allocation: 'TOTAL' })])).toContain(' embedded impact of some, ')
  })
})

test('a bill is over the time that it bills, not over an hour or a year', async () => {
  const head =
    'ChargeCategory,ChargePeriodStart,ChargePeriodEnd,ConsumedQuantity,ConsumedUnit,ProviderName,RegionId,ServiceName,SkuMeter,x_InstanceType'
  const row = (type: string) =>
    `Usage,2026-01-01T00:00:00Z,2026-02-01T00:00:00Z,700,Hours,AWS,eu-west-3,Amazon Elastic Compute Cloud,BoxUsage:${type},${type}`
  const { rows } = await importFile([head, row('m5.large'), row('m5.xlarge')].join('\n'), {})
  const items = rows.flatMap((each) => ('asset' in each ? [each] : []))
  expect(items).toHaveLength(2)
  expect(await sentenceOf(items)).toMatch(/ the billed time, .*\bFRA\b/)
  const both = await totalsOf([...items, server({ usageLocation: 'FRA' })])
  expect(both.computedFor).not.toContain('the billed time')
  expect(both.scope.durations).toHaveLength(2)
})

describe('Shares', () => {
  test('add up to the sentence of the whole', async () => {
    const items = [server({ usageLocation: 'POL' }), server({ usageLocation: 'DEU', timeWorkload: 80 })]
    const shares = await Promise.all(items.map((each) => totalsOf([each])))
    expect(addTotals(JSON.parse(JSON.stringify(shares))).computedFor).toBe(await sentenceOf(items))
  })

  test.each([
    ['duration', { ...YEAR, duration: 100 }],
    ['allocation', { ...YEAR, allocation: 'TOTAL' }],
    ['boundary', { ...YEAR, boundary: 'EQUIPMENT' }],
  ])('of another %s are refused', async (_, other) => {
    const shares = [await totalsOf([server({})]), await totalsOf([server({})], other)]
    expect(() => addTotals(shares)).toThrow(RangeError)
  })

  test('of another release are refused', async () => {
    const older = new Assessor(releases.find('2026.11'))
    const shares = [await totalsOf([server({})]), (await older.assessMany([server({})], YEAR)).totals]
    expect(() => addTotals(shares)).toThrow(/different settings: .* 2026\.1/)
  })
})
