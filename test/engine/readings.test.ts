import betaQuantileOf from '@stdlib/stats-base-dists-beta-quantile'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pairOf } from '../../src/engine/readings/comparison.ts'
import { Distribution } from '../../src/engine/readings/distribution.ts'
import { driversOf } from '../../src/engine/readings/drivers.ts'
import { graphOf } from '../../src/engine/readings/graph.ts'
import { betaQuantile } from '../../src/engine/readings/sampling/beta-quantile.ts'
import { samplesOf } from '../../src/engine/readings/sampling/samples.ts'
import { leaf } from '../../src/engine/values/attribute.ts'
import { formula } from '../../src/engine/values/formula.ts'
import { type Estimate, range } from '../../src/engine/values/range.ts'
import { runs } from '../runs.ts'

/** Evenly between two numbers, as 4,096 rows. */
function uniform(id: string, from: number, to: number) {
  const values = Array.from({ length: 4096 }, (_, row) => from + ((row + 0.5) / 4096) * (to - from))
  return leaf({ table: 'constants', row: id, rows: { id, values } }, 'DEFAULT', range((from + to) / 2, from, to))
}

const NO_SPREAD = () => undefined
const sampling = (samples: number) => ({ samples, seed: 1, spread: 'ALL' }) as const

function read(compute: () => Estimate) {
  const graph = graphOf(compute)
  if (graph === undefined) throw new Error('no graph')
  return graph
}

const product = formula({ name: 'product', text: 'a * b * c', operands: ['a', 'b', 'c'] }, (a, b, c) => a * b * c)
const times = formula({ name: 'times', text: 'a * b', operands: ['a', 'b'] }, (a, b) => a * b)
const ishigami = formula(
  { name: 'ishigami', text: 'x1 + x2 + x3', operands: ['x1', 'x2', 'x3'] },
  (x1, x2, x3) => Math.sin(x1) + 7 * Math.sin(x2) ** 2 + 0.1 * x3 ** 4 * Math.sin(x1),
)

test('the total effects of the Ishigami function are .5576, .4424 and .2437', () => {
  const graph = read(() =>
    ishigami.of(uniform('x1', -Math.PI, Math.PI), uniform('x2', -Math.PI, Math.PI), uniform('x3', -Math.PI, Math.PI)),
  )
  const drivers = driversOf(graph, NO_SPREAD, sampling(16_384))
  expect(drivers.map(({ id }) => id)).toEqual(['constants.x1', 'constants.x2', 'constants.x3'])
  for (const [index, share] of [0.5576, 0.4424, 0.2437].entries()) {
    expect(Math.abs((drivers[index]?.share ?? 0) - share)).toBeLessThan(0.02)
  }
})

test('the product of three inputs of +-30 % lies between .57 and 1.57 from 5 to 95 %', () => {
  const graph = read(() => product.of(uniform('a', 0.7, 1.3), uniform('b', 0.7, 1.3), uniform('c', 0.7, 1.3)))
  const distribution = new Distribution(samplesOf(graph, NO_SPREAD, sampling(8192)))
  expect(distribution.quantile(0.05)).toBeCloseTo(0.57, 1.8)
  expect(distribution.quantile(0.95)).toBeCloseTo(1.57, 1.7)
  expect(distribution.mean).toBeCloseTo(1, 2)
})

describe('of b = .93 a with own parts of +-5 %', () => {
  const of = (shared: string, own: string, factor: number) =>
    samplesOf(
      read(() => times.of(uniform(shared, 0.5 * factor, 1.5 * factor), uniform(own, 0.95, 1.05))),
      NO_SPREAD,
      sampling(8192),
    )
  const probability = (b: Float64Array) => pairOf(b, of('shared', 'own a', 1)).probabilityALower

  test('b is lower in .96 of the samples, where both share a factor', () => {
    expect(probability(of('shared', 'own b', 0.93))).toBeCloseTo(0.96, 1.7)
  })

  test('and in .57 of them, were it drawn apart', () => {
    expect(probability(of('apart', 'own b', 0.93))).toBeCloseTo(0.57, 1.7)
  })
})

test('quantiles of the beta distribution are those of a library, within 1e-6', () => {
  for (const alpha of [1, 1.02, 2, 3.3, 4.9, 5]) {
    const quantile = betaQuantile(alpha)
    for (const probability of [0, 0.0003, 0.02, 0.31, 0.5, 0.77, 0.9838, 0.9997, 1]) {
      expect(Math.abs(quantile(probability) - betaQuantileOf(probability, alpha, 6 - alpha))).toBeLessThan(1e-6)
    }
  }
})

test('quantiles are linear between samples, and a histogram holds every one', () => {
  const distribution = new Distribution(Float64Array.of(4, 1, 3, 2))
  expect([0, 0.5, 0.95, 1].map((at) => distribution.quantile(at))).toEqual([1, 2.5, 3.8499999999999996, 4])
  expect(distribution.standardDeviation).toBeCloseTo(Math.sqrt(5 / 3), 12)
  expect(distribution.histogram(3).map(({ count }) => count)).toEqual([1, 1, 2])
  expect(new Distribution(Float64Array.of(2, 2)).histogram(20)).toEqual([{ from: 2, to: 2, count: 2 }])
  expect(new Distribution(Float64Array.of(2, 2)).quantile(0.95)).toBe(2)
})

test('quantiles are those of sorted samples, however few are asked for and however skewed these are', () => {
  const double = fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e300, max: 1e300 })
  const samples = fc.oneof(
    fc.array(double, { minLength: 2, maxLength: 300 }),
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 300 }),
  )
  fc.assert(
    fc.property(samples, fc.integer({ min: 0, max: 1000 }), (numbers, perMille) => {
      const sorted = numbers.toSorted((one, other) => one - other)
      const rank = (numbers.length - 1) * (perMille / 1000)
      const [lower = 0, upper = lower] = sorted.slice(Math.floor(rank))
      const distribution = new Distribution(Float64Array.from(numbers))
      const expected = lower + (rank - Math.floor(rank)) * (upper - lower)
      const quantiles = Array.from({ length: 8 }, () => distribution.quantile(perMille / 1000))
      expect(quantiles.every((each) => each === expected)).toBe(true)
    }),
    runs(100),
  )
})
