import { expect, test } from 'vitest'
import { waferArea } from '../../src/engine/formulas/wafer-area.ts'
import { exact, range } from '../../src/engine/values/range.ts'

/** The constants that the published studies of graphics cards take: mm, mm, 1/cm2. */
const WAFER = {
  diameter: exact(300),
  kerf: exact(0.2),
  defects: exact(0.1),
  edgeLoss: undefined,
  murphy: undefined,
}

/** Nothing is lost at saw cuts and at the edge, and dies are good by Murphy. */
const BY_MURPHY = { ...WAFER, kerf: exact(0), edgeLoss: exact(0), murphy: exact(1) }

const effectiveDieArea = (area: number) => waferArea(exact(area), WAFER).value

test('a die so large that no wafer holds one still takes a positive area', () => {
  // Beyond 10,000 mm2 in proportion: the formula itself runs through a pole near 30,000 mm2.
  const ofLargest = effectiveDieArea(10_000)
  expect(ofLargest).toBeGreaterThan(10_000)
  expect(effectiveDieArea(20_000)).toBeCloseTo(2 * ofLargest, 6)
  expect(effectiveDieArea(1e12)).toBeGreaterThan(1e12)
})

test('814 mm2 take 2808.445102929598 mm2 of wafer', () => {
  // A' = (sqrt(814) + 0.2)^2 = 825.4523; S = pi * 150^2 = 70685.8347
  // N = S / A' - pi * 300 / sqrt(2 A') = 85.6329 - 23.1958 = 62.4370
  // yield = exp(-sqrt(8.254523 * 0.1)) = exp(-0.908543) = 0.403111
  // (S / N) / yield = 1132.114 / 0.403111 = 2808.45
  expect(effectiveDieArea(814)).toBeCloseTo(2808.445102929598, 9)
})

test('a small die takes little more than itself, and a larger one always more', () => {
  // 10 mm2: A' = 11.3049, N = 6252.67 - 198.21 = 6054.46, yield = exp(-0.106325) = 0.899133; 11.67501 / 0.899132 =
  // 12.9849
  expect(effectiveDieArea(10)).toBeCloseTo(12.985, 2)
  let last = 0
  for (let area = 0.5; area <= 30_000; area *= 1.03) {
    const taken = effectiveDieArea(area)
    expect(taken).toBeGreaterThan(area)
    expect(taken).toBeGreaterThan(last)
    last = taken
  }
})

test('with their neutral numbers the terms of the edge and of Murphy change nothing, to the last digit', () => {
  for (const area of [0.5, 10, 93.9, 814, 20_000]) {
    const neutral = waferArea(exact(area), { ...WAFER, edgeLoss: exact(1), murphy: exact(0) })
    expect(neutral.value).toBe(effectiveDieArea(area))
  }
})

test('by Murphy a die takes its area over ((1 - exp(-x)) / x)^2, x its defects', () => {
  // 826 mm2: x = .826, (1 - .437796) / .826 = .680635, squared .463264; 826 / .463264 = 1783.0.
  expect(waferArea(exact(826), BY_MURPHY).value).toBeCloseTo(1783, 0)
  // 471 mm2: x = .471, (1 - .624378) / .471 = .797500, squared .636006; 471 / .636006 = 740.6.
  expect(waferArea(exact(471), BY_MURPHY).value).toBeCloseTo(740.6, 1)
  expect(waferArea(exact(610), BY_MURPHY).value).toBeCloseTo(1088.5, 1)
})

test('without defects every die is good', () => {
  expect(waferArea(exact(826), { ...BY_MURPHY, defects: exact(0) }).value).toBeCloseTo(826, 2)
})

test('bounds of a die are bounds of its wafer', () => {
  const { min, max } = waferArea(range(814, 10, 20_000), WAFER)
  expect(min).toBeCloseTo(12.985, 2)
  expect(max).toBeCloseTo(2 * effectiveDieArea(10_000), 6)
})
