import { describe, expect, test } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { EXACT } from '../selections.ts'
import { askNewest, type Data } from '../world.ts'

const assessed = async (kind: string, name: string, more = ''): Promise<Data> => {
  const model = JSON.stringify(name)
  const { terminal } = await askNewest(
    `{ terminal(input: { kind: ${kind}, model: { name: ${model} }, ${more} }) {
      warnings { code path } storage { value } inches { value } impact(criterion: GWP) { embedded ${EXACT} }
    } }`,
  )
  return terminal
}
const making = async (kind: string, name: string) => (await assessed(kind, name)).impact.embedded.value

const PHONE = (gigabytes: number) => 52 + 0.048 * gigabytes
const MONITOR = (inches: number) => 92 * (inches / 24) ** 2 + 1.29 + 3.95

describe('no size is read where none is told', () => {
  test.each([
    ['SMARTPHONE', 'Galaxy S24', PHONE(128)],
    ['SMARTPHONE', 'Galaxy S24 9999GB', PHONE(128)],
    ['SMARTPHONE', 'Galaxy S24 8GB', PHONE(128)],
    ['SMARTPHONE', 'Galaxy S24 16 GB RAM', PHONE(128)],
    ['SMARTPHONE', 'Galaxy S24 0GB', PHONE(128)],
    ['SMARTPHONE', 'Galaxy A52 128,5 GB', PHONE(128)],
    ['SMARTPHONE', 'Galaxy A52 1,024 GB', PHONE(128)],
    ['MONITOR', 'UltraSharp U2723QE', MONITOR(24)],
    ['MONITOR', 'UltraSharp 00"', MONITOR(24)],
    ['MONITOR', 'UltraSharp 20 in 1', MONITOR(24)],
    ['MONITOR', 'UltraSharp 10 in 2022', MONITOR(24)],
    // Its memory.
    ['LAPTOP', 'MacBook Air M2 16GB', 114.7],
  ])('%s %s', async (kind, name, expected) => {
    expect(await making(kind, name)).toBeCloseTo(expected, 6)
  })
})

describe('the size in a name counts', () => {
  test.each([
    ['SMARTPHONE', 'Galaxy S24 512GB', PHONE(512)],
    ['SMARTPHONE', 'Galaxy S24 512 Go', PHONE(512)],
    ['SMARTPHONE', 'Galaxy S24 8/256 GB', PHONE(256)],
    ['SMARTPHONE', 'Galaxy S24 8GB RAM 256GB', PHONE(256)],
    ['SMARTPHONE', 'Galaxy S24 1TB', PHONE(1000)],
    ['SMARTPHONE', 'iPhone 16/128GB', 45.9],
    ['SMARTPHONE', 'iPhone 16 Plus, 512 Go', 63.32],
    ['SMARTPHONE', 'iPhone 16 Plus 512GB Black', 63.32],
    ['MONITOR', 'UltraSharp 27"', MONITOR(27)],
    ['MONITOR', 'UltraSharp 27-inch', MONITOR(27)],
    ['MONITOR', 'UltraSharp 31.55 inch', MONITOR(31.55)],
    ['MONITOR', 'UltraSharp 23,8"', MONITOR(23.8)],
    ['MONITOR', 'UltraSharp 68.58 cm', MONITOR(27)],
    ['MONITOR', 'P24 G4 23.8"', 98],
    ['MONITOR', 'HP P24 G4 24 inch', 98],
    ['TABLET', 'Surface Pro 7+ 256GB', 153],
    ['LAPTOP', 'Latitude 7340/512GB', 319.3],
    ['LAPTOP', 'MacBook Air M2 512GB', 133.4],
    ['LAPTOP', 'MacBook Air M2 256 GB SSD', 114.7],
    ['LAPTOP', 'MacBook Air M2 8GB 256GB', 114.7],
  ])('%s %s', async (kind, name, expected) => {
    expect(Number((await making(kind, name)).toPrecision(4))).toBeCloseTo(Number(expected.toPrecision(4)), 6)
  })

  test.each(['HP P24 G4 24"', 'Surface Pro 7+ 256GB', 'iPhone 16 Plus, 512 Go'])(
    'in the command, too: %s',
    async (name) => {
      const { status, stdout } = await runHere([name, '--json'])
      expect(status).toBe(0)
      expect(stdout).toContain('MAKERS_FIGURE')
    },
  )
})

test('a size in the input that is not that of the name contradicts it', async () => {
  const codes = async (kind: string, name: string, more: string) =>
    (await assessed(kind, name, more)).warnings.filter(({ code }: Data) => code === 'CONTRADICTION')
  expect(await codes('MONITOR', 'UltraSharp 27"', 'inches: 34')).toEqual([
    { code: 'CONTRADICTION', path: ['input', 'inches'] },
  ])
  expect(await codes('SMARTPHONE', 'Galaxy S24 512GB', 'storage: 128')).toEqual([
    { code: 'CONTRADICTION', path: ['input', 'storage'] },
  ])
  expect(await codes('MONITOR', 'P24 G4 27"', '')).toEqual([
    { code: 'CONTRADICTION', path: ['input', 'model', 'name'] },
  ])
})
