import { Script } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makingOfUnits, makingWithDies } from '../../src/engine/formulas/manufacturing.ts'
import { FORMULAS, formula, type Recorder, record, sum } from '../../src/engine/values/formula.ts'
import { exact, type Range, range } from '../../src/engine/values/range.ts'
import { runs } from '../runs.ts'
import { ALL_FORMULAS } from './support/all-formulas.ts'
import { evaluateText } from './support/evaluate-text.ts'

const anyNumber = fc.double({ min: 0.001, max: 1000, noNaN: true })
const anyRange = fc
  .tuple(anyNumber, fc.double({ min: 0.1, max: 1, noNaN: true }), fc.double({ min: 1, max: 10, noNaN: true }))
  .map(([value, below, above]): Range => ({ value, min: value * below, max: value * above }))

const estimate = ({ value, min, max }: Range) => range(value, min, max)

function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)) + 1e-300
}

const WORDS = new Set(['min', 'max', 'ln', 'exp', 'sqrt', 'pow', 'ceil', 'figures'])

describe('beside an operand below 0', () => {
  test('the others turn round: -3 * (2, 1..5) is (-6, -15..-3)', () => {
    expect(makingOfUnits.of(exact(-3), range(2, 1, 5))).toEqual({ value: -6, min: -15, max: -3 })
  })

  test('that may be on both sides of 0 the corners of the product bound it: (-1, -2..3) * (2, 1..5) lies in -10..15', () => {
    expect(makingOfUnits.of(range(-1, -2, 3), range(2, 1, 5))).toEqual({ value: -2, min: -10, max: 15 })
  })

  test('a factor per area below 0 turns the area, not the base: 2 * (-3 * (4, 1..6) + 1) lies in -34..-4', () => {
    expect(makingWithDies(exact(2), range(4, 1, 6), exact(-3), exact(1))).toEqual({ value: -22, min: -34, max: -4 })
  })
})

test('bounds on the wrong side of a value are moved to it', () => {
  expect(range(5, 6, 4)).toEqual({ value: 5, min: 5, max: 5 })
})

test('a sum is taken member by member, and nothing adds up to 0', () => {
  expect(sum([range(2, 1, 3), range(10, 5, 20), exact(1)], () => ['a', 'b', 'c'])).toEqual({
    value: 13,
    min: 7,
    max: 24,
  })
  expect(sum([], () => [])).toEqual({ value: 0, min: 0, max: 0 })
})

const NAMED = ALL_FORMULAS.map((each) => [`${each.name}: ${each.text}`, each] as const)

describe.each(NAMED)('the formula %s', (_, made) => {
  const operands = fc.array(anyRange, { minLength: made.operands.length, maxLength: made.operands.length })
  const symbolsOf = (values: readonly number[]) =>
    Object.fromEntries(made.operands.map((symbol, index) => [symbol, values[index] ?? Number.NaN]))

  test('has symbols of its own, each in its text', () => {
    expect(new Set(made.operands).size).toBe(made.operands.length)
    for (const symbol of made.operands) {
      expect(symbol).toMatch(/^[a-z_][a-z0-9_]*$/)
      expect(WORDS.has(symbol)).toBe(false)
      expect(() => new Script(`'use strict'; const ${symbol} = 1`), `${symbol} as a name of JavaScript`).not.toThrow()
      expect(made.text.match(/[a-z_][a-z0-9_]*/g)).toContain(symbol)
    }
  })

  test('computes what its text says', () => {
    fc.assert(
      fc.property(operands, (given) => {
        const values = given.map(({ value }) => value)
        const computed = made.compute(...values)
        const read = evaluateText(made.text, symbolsOf(values))
        return isAbout(computed, read) || (Number.isNaN(computed) && Number.isNaN(read))
      }),
      runs(300),
    )
  })

  test('has bounds that hold its value, and are what its text gives with the operands at the ends it names', () => {
    fc.assert(
      fc.property(operands, (given) => {
        const quantities = given.map(estimate)
        const result = made.of(...quantities)
        const directions = made.directions(quantities)
        const at = (end: 'min' | 'max') =>
          quantities.map((each, index) => ((directions[index] === 'RISING') === (end === 'max') ? each.max : each.min))
        const [least, most] = [
          evaluateText(made.text, symbolsOf(at('min'))),
          evaluateText(made.text, symbolsOf(at('max'))),
        ]
        expect(result.min).toBeLessThanOrEqual(result.value)
        expect(result.max).toBeGreaterThanOrEqual(result.value)
        return isAbout(result.min, Math.min(least, result.value)) && isAbout(result.max, Math.max(most, result.value))
      }),
      runs(300),
    )
  })
})

describe('a recorder', () => {
  const half = formula({ name: 'half', text: 'x / 2', operands: ['x'] }, (x) => x / 2)
  FORMULAS.pop()

  test('is there for what is run with it, and gone even where that fails', () => {
    const noted: string[] = []
    const recorder: Recorder = { note: ({ name }) => noted.push(name), same: () => {} }
    expect(record(recorder, () => half.of(exact(4)).value)).toBe(2)
    expect(() =>
      record(recorder, () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    half.of(exact(8))
    expect(noted).toEqual(['half'])
  })
})
