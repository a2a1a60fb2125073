import publishedQuantile from '@stdlib/stats-base-dists-normal-quantile'
import { expect, test } from 'vitest'
import { normalQuantile } from '../../src/engine/readings/sampling/normal-quantile.ts'

test('a probability outside 0 to 1 has no quantile, and the ends are infinite', () => {
  for (const outside of [-0.1, 1.1, Number.NaN]) expect(normalQuantile(outside)).toBeNaN()
  expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY)
  expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY)
})

// The three values that Wichura's paper gives to check an implementation, one for each region.
test.each([
  [0.25, -0.6744897501960817],
  [0.001, -3.090232306167814],
  [1e-20, -9.262340089798409],
])('the quantile at %s is %s, as the algorithm was published', (probability, quantile) => {
  expect(normalQuantile(probability) / quantile).toBeCloseTo(1, 14)
})

test('it agrees with another implementation to 12 digits wherever samples are drawn', () => {
  const cases = 100_000
  let worst = 0
  for (let at = 0; at < cases; at++) {
    const probability = (at + 0.5) / cases
    worst = Math.max(worst, Math.abs(normalQuantile(probability) - publishedQuantile(probability, 0, 1)))
  }
  expect(worst).toBeGreaterThan(0)
  expect(worst).toBeLessThan(1e-11)
})
