import { expect, test } from 'vitest'
import { EXACT } from '../selections.ts'
import { askNewest } from '../world.ts'

const making = async (kind: string, name: string): Promise<number> => {
  const model = JSON.stringify(name)
  const { terminal } = await askNewest(
    `{ terminal(input: { kind: ${kind}, model: { name: ${model} } }) { impact(criterion: GWP) { embedded ${EXACT} } } }`,
  )
  return terminal.impact.embedded.value
}

test.each([
  ['SMARTPHONE', 'Galaxy S24 512GB', 52 + 0.048 * 512],
  ['SMARTPHONE', 'Galaxy S24 8/256 GB', 52 + 0.048 * 256],
  ['SMARTPHONE', 'Galaxy S24 1TB', 52 + 0.048 * 1000],
  ['SMARTPHONE', 'Galaxy S24', 52 + 0.048 * 128],
  // More than any phone has.
  ['SMARTPHONE', 'Galaxy S24 9999GB', 52 + 0.048 * 128],
  ['MONITOR', 'UltraSharp 27"', (92 * 27 ** 2) / 24 ** 2 + 1.29 + 3.95],
  ['MONITOR', 'UltraSharp 27-inch', (92 * 27 ** 2) / 24 ** 2 + 1.29 + 3.95],
  ['MONITOR', 'UltraSharp U2723QE', 92 + 1.29 + 3.95],
  ['LAPTOP', 'MacBook Air M2 512GB', 133.4],
])('the size in the name of a %s counts in every door: %s', async (kind, name, expected) => {
  expect(await making(kind, name)).toBeCloseTo(expected, 6)
})
