import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  divide,
  exact,
  mapRising,
  ONE,
  plus,
  type Range,
  range,
  scale,
  sum,
  times,
  ZERO,
} from '../../src/engine/figures/range.ts'

/** Any quantity with ordered bounds, negative ones too. */
const anyRange = fc
  .tuple(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ min: 0, max: 1e6, noNaN: true }),
    fc.double({ min: 0, max: 1e6, noNaN: true }),
  )
  .map(([value, below, above]): Range => ({ value, min: value - below, max: value + above }))

const positiveRange = fc
  .tuple(
    fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
    fc.double({ min: 1, max: 100, noNaN: true }),
  )
  .map(([value, below, above]): Range => ({ value, min: value * below, max: value * above }))

function isOrdered({ value, min, max }: Range): boolean {
  return min <= value && value <= max
}

describe('a negative factor', () => {
  test('swaps the bounds of what it scales: (2, 1..5) * -3 is (-6, -15..-3)', () => {
    expect(scale({ value: 2, min: 1, max: 5 }, -3)).toEqual({ value: -6, min: -15, max: -3 })
  })

  test('takes the corners of a product: (2, 1..5) * (-1, -2..3) lies in -10..15', () => {
    // Corners: 1*-2 = -2, 1*3 = 3, 5*-2 = -10, 5*3 = 15.
    expect(times({ value: 2, min: 1, max: 5 }, { value: -1, min: -2, max: 3 })).toEqual({
      value: -2,
      min: -10,
      max: 15,
    })
  })

  test('takes the far side of a quotient: (-6, -8..-4) / (2, 1..4) lies in -8..-1', () => {
    // Smallest: -8 / 1 = -8. Largest: -4 / 4 = -1.
    expect(divide({ value: -6, min: -8, max: -4 }, { value: 2, min: 1, max: 4 })).toEqual({
      value: -3,
      min: -8,
      max: -1,
    })
  })
})

test('bounds on the wrong side of a value are moved to it', () => {
  expect(range(5, 6, 4)).toEqual({ value: 5, min: 5, max: 5 })
})

test('a division by a quantity takes lo / hi and hi / lo: (12, 8..20) / (4, 2..5) is (3, 1.6..10)', () => {
  expect(divide({ value: 12, min: 8, max: 20 }, { value: 4, min: 2, max: 5 })).toEqual({ value: 3, min: 1.6, max: 10 })
})

test('sums and products are carried out member by member', () => {
  const a = { value: 2, min: 1, max: 3 }
  const b = { value: 10, min: 5, max: 20 }
  expect(plus(a, b)).toEqual({ value: 12, min: 6, max: 23 })
  expect(times(a, b)).toEqual({ value: 20, min: 5, max: 60 })
  expect(sum([a, b, exact(1)])).toEqual({ value: 13, min: 7, max: 24 })
  expect(sum([])).toEqual(ZERO)
})

test('a function that does not rise everywhere still leaves the value between the bounds', () => {
  expect(isOrdered(mapRising({ value: 2, min: 1, max: 3 }, (x) => (x - 2.5) ** 2))).toBe(true)
  expect(mapRising(exact(2), (x) => x * x)).toEqual(exact(4))
})

test('min <= value <= max survives every operation, whatever the signs', () => {
  fc.assert(
    fc.property(
      anyRange,
      anyRange,
      positiveRange,
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      (a, b, divisor, k) => {
        const results = [plus(a, b), sum([a, b]), times(a, b), scale(a, k), divide(a, divisor), times(a, ONE)]
        expect(results.filter((each) => !isOrdered(each))).toEqual([])
      },
    ),
    { numRuns: 2000 },
  )
})
