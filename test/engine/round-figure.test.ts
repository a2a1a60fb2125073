import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_ROUNDING,
  isVeryUncertain,
  roundFigure,
  roundSignificant,
} from '../../src/engine/values/round-figure.ts'
import { runs } from '../runs.ts'

const figure = (value: number, min: number, max: number) => ({ value, min, max })

describe('a very uncertain figure', () => {
  test('is warned of where |value| / 10^s rounds to 0: 17.3 within 0..50000 has s = 3, and 17.3 / 1000 is 0', () => {
    // 50000 * 0.10 = 5000, log10 = 3.69, s = 3.
    expect(isVeryUncertain(figure(17.3, 0, 50_000))).toBe(true)
    // Shown by one figure, not as 0.
    expect(roundFigure(figure(17.3, 0, 50_000))).toBe(20)
  })

  test('is not warned of for a figure half as large as its step and more: 501 / 1000 rounds to 1, 500 / 1000 to 0 (even)', () => {
    expect(isVeryUncertain(figure(501, 0, 50_000))).toBe(false)
    expect(isVeryUncertain(figure(500, 0, 50_000))).toBe(true)
  })

  test('is warned of for a negative one alike', () => {
    expect(isVeryUncertain(figure(-17.3, -50_000, 0))).toBe(true)
    expect(isVeryUncertain(figure(-900, -1000, -800))).toBe(false)
  })

  test('has bounds at all', () => {
    expect(isVeryUncertain(figure(17.3, 17.3, 17.3))).toBe(false)
  })
})

describe('a value without uncertainty', () => {
  test.each([
    [948.6123, 948.6],
    [0.00137049, 0.00137],
    [316_949, 316_900],
    [-12.34567, -12.35],
    [1.2e-9, 1.2e-9],
    [0, 0],
  ])('%d keeps 4 significant figures: %d', (value, shown) => {
    expect(roundFigure(figure(value, value, value))).toBe(shown)
  })
})

describe('a value with bounds is a multiple of 10^s, s = floor(log10((max - min) * 0.10))', () => {
  test.each([
    // The default server: (2087 - 459.9) * 0.1 = 162.7, s = 2.
    [948.6, 459.9, 2087, 900],
    // (38760 - 121.5) * 0.1 = 3863.9, s = 3.
    [8353, 121.5, 38_760, 8000],
    // s = 3, but not above the order of the value itself, 2.
    [948.6, 0, 50_000, 900],
    // s = -5: finer than 4 figures of the value, which are all that is shown.
    [1234.5678, 1234.567, 1234.568, 1235],
    // s = -2.
    [0.1849, 0.1109, 0.2998, 0.18],
  ])('%d within %d..%d is shown as %d', (value, min, max, shown) => {
    expect(roundFigure(figure(value, min, max))).toBe(shown)
  })

  test('ties go to the even neighbour', () => {
    // Width 10000 * 0.1 = 1000: s = 3.
    expect(roundFigure(figure(2500, 0, 10_000))).toBe(2000)
    expect(roundFigure(figure(3500, 0, 10_000))).toBe(4000)
    // Width 0.01 * 0.1 = 0.001: s = -3. Numbers that binary fractions hold exactly.
    expect(roundFigure(figure(0.0625, 0.06, 0.0701))).toBe(0.062)
  })

  test('a negative value rounds like the positive one', () => {
    for (const value of [948.6, 2500, 3500, 17.3, 949, 1]) {
      expect(roundFigure(figure(-value, -10_000, 0))).toBe(-roundFigure(figure(value, 0, 10_000)))
    }
  })

  test('a value that would be shown as 0 keeps one significant figure', () => {
    // s is held to the order of the value (here -1), so that only half an order could be lost: 0.1 / 10^-1 = 1.
    expect(roundFigure(figure(0.14, -50, 50))).toBe(0.1)
    expect(roundFigure(figure(0, -50, 50))).toBe(0)
  })
})

test('the share, the digits and the least digits are settings', () => {
  const settings = { ...DEFAULT_ROUNDING, uncertaintyShare: 0.01 }
  // 1627.1 * 0.01 = 16.3, s = 1.
  expect(roundFigure(figure(948.6, 459.9, 2087), settings)).toBe(950)
  expect(roundFigure(figure(948.6123, 948.6123, 948.6123), { ...settings, maximumDigits: 2 })).toBe(950)
})

test('bounds are shown with 4 significant figures', () => {
  expect([2086.7, 459.94, -0.00123449, 0].map((bound) => roundSignificant(bound, 4))).toEqual([
    2087, 459.9, -0.001234, 0,
  ])
})

/**
 * Figures as the reference system gave them: value, min, max, and whether it warned of a very important uncertainty.
 * Rounding what is rounded already must change nothing. The bounds are rounded too, but never so near to a power of ten
 * that s moves.
 */
const RECORDED: readonly (readonly [number, number, number, boolean])[] = [
  [900, 459.9, 2087, false],
  [8000, 121.5, 38760, false],
  [470, 229.9, 1044, false],
  [6000, 3055, 13530, false],
  [13000, 208.6, 63330, false],
  [0.18, 0.1109, 0.2998, false],
  [0.002, 0.0001201, 0.01486, false],
  [24000, 9709, 59640, false],
  [400000, 117.9, 26200000, true],
  [0.0007, 0.00004004, 0.004954, false],
  [1.6, 1.018, 2.917, false],
  [550000, 295200, 1090000, false],
  [7000000, 5852, 327800000, false],
  [900, 15.13, 4139, false],
  [30000, 8.553, 1712000, true],
  [10, 0.007642, 670.9, false],
  [0.000088, 0.00006495, 0.0001247, false],
  [0.0000013, 1.086e-7, 0.000008055, false],
  [300, 0.1067, 14200, true],
  [0.000134, 0.000104, 0.000189, false],
  [5e-8, 4.318e-9, 2.879e-7, false],
  [7313, 7313, 7313, false],
  [0.0001395, 0.0001395, 0.0001395, false],
  [4.6e-7, 3.943e-7, 5.553e-7, false],
  [0.4, 0.0001745, 21.89, true],
  [3e-10, 1.666e-11, 1.989e-9, false],
  [3, 0.001083, 136.4, true],
  [2646, 2646, 2646, false],
  [7.608e-9, 7.608e-9, 7.608e-9, false],
]

test.each(RECORDED)(
  'the recorded figure %d within %d..%d is shown as it was recorded',
  (value, min, max, isUncertain) => {
    expect(roundFigure(figure(value, min, max))).toBe(value)
    expect(isVeryUncertain(figure(value, min, max))).toBe(isUncertain)
  },
)

describe('a number of so many significant figures', () => {
  const inText = (value: number, digits: number) => (value === 0 ? 0 : Number(value.toPrecision(digits)))
  const decimals = fc
    .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: -30, max: 30 }))
    .map(([digits, exponent]) => Number(`${digits}e${exponent}`))
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true })

  test('is the number that its text has, at any size, next to ties too', () => {
    fc.assert(
      fc.property(fc.oneof(decimals, doubles), fc.integer({ min: 1, max: 15 }), (value, digits) => {
        expect(roundSignificant(value, digits)).toBe(inText(value, digits))
      }),
      runs(3_000),
    )
  })

  test.each([0.12345, 1234.5, 99_995, 999_949_999, 9.9995, 1000, 999.95, 1e-7, 1e22, 1e23, 5e-324, 2.5e-8])(
    'is the one that its text has: %d',
    (value) => {
      for (let digits = 1; digits <= 15; digits++) expect(roundSignificant(value, digits)).toBe(inText(value, digits))
    },
  )
})
