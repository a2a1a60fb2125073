import { describe, expect, test } from 'vitest'
import { askNewest, type Data } from '../world.ts'

const COMPARISON = `query ($items: [ComparisonItemInput!]!) {
  comparison(items: $items, duration: 8760, samples: 256) {
    warnings { code message } pairs { sameData probabilityALower }
  } }`

async function compared(...sides: readonly (readonly object[])[]): Promise<Data> {
  const items = sides.map((fleet, at) => ({ label: `${at}`, fleet }))
  return (await askNewest(COMPARISON, { items })).comparison
}
const codes = ({ warnings }: Data, code: string) => warnings.filter((each: Data) => each.code === code)

const of = (kind: string, name: string, more = {}) => ({ asset: { terminal: { kind, model: { name }, ...more } } })
const AIR = 'MacBook Air M2'
const ssd = (gigabytes: number, method: string) => ({ asset: { component: { ssd: { capacity: gigabytes, method } } } })
const times = (quantity: number, ...items: readonly object[]) => items.map((item) => ({ ...item, quantity }))

describe('Methods that differ are told', () => {
  test.each([
    [
      'of other things, as many of each',
      [of('LAPTOP', AIR), of('SMARTPHONE', 'iPhone 15')],
      [of('LAPTOP', AIR, { figures: 'MODEL' }), of('SMARTPHONE', 'iPhone 16 Plus')],
    ],
    ['of most of the drives', [ssd(100, 'MAKER'), ssd(10_000, 'STUDY')], [ssd(10_000, 'MAKER'), ssd(100, 'STUDY')]],
    [
      'of an instance and a figure of the caller',
      [{ asset: { cloudInstance: { instanceType: 'm5.xlarge' } } }],
      [{ asset: { server: { own: { making: 1000 } } } }],
    ],
  ])('%s', async (_, one, other) => {
    expect(codes(await compared(one, other), 'METHODS_DIFFER')).toHaveLength(1)
  })
})

describe('Methods that do not differ are not', () => {
  test.each([
    ['of twice as many of the same mix', [of('LAPTOP', AIR), { asset: { terminal: { kind: 'LAPTOP' } } }]],
    ['of twice as many drives', [ssd(1000, 'MAKER'), ssd(1000, 'STUDY')]],
  ])('%s', async (_, items) => {
    expect(codes(await compared(items, times(2, ...items)), 'METHODS_DIFFER')).toEqual([])
  })
})

describe('Figures of two sources are not the same data', () => {
  test.each([
    ['of the caller, with other bounds', { making: 200, low: 100, high: 300 }, { making: 200, low: 50, high: 800 }],
    ['of the caller, from other sources', { making: 200, source: 'a' }, { making: 200, source: 'b' }],
  ])('%s', async (_, one, other) => {
    const laptop = (own: object) => [{ asset: { terminal: { kind: 'LAPTOP', own } } }]
    const comparison = await compared(laptop(one), laptop(other))
    expect(comparison.pairs[0].sameData).toBe(false)
    expect(codes(comparison, 'SAME_DATA')).toEqual([])
  })
})

test('the larger configuration of a phone is the higher one in every run, by our model too', async () => {
  const storage = (gigabytes: number) => [of('SMARTPHONE', 'iPhone 15', { storage: gigabytes })]
  const { pairs } = await compared(storage(128), storage(512))
  expect(pairs[0].probabilityALower).toBe(1)
})

test('a monitor with its stand does not have the figures of one without it', async () => {
  const { terminal } = await askNewest(
    '{ terminal(input: { kind: MONITOR, model: { name: "E27m G4 (with stand)" } }) { warnings { code } makersFigures { value } } }',
  )
  expect(terminal.makersFigures).toEqual([])
  expect(terminal.warnings[0].code).toBe('UNKNOWN_MODEL')
})
