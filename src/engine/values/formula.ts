import { Estimate, range } from './range.ts'

/** Whether a formula's result rises or falls with an operand. */
export type Direction = 'RISING' | 'FALLING'

/** Computes the unit of a result from those of the operands; undefined is the unit of a plain number. */
type UnitOfOperands = (...units: readonly (string | undefined)[]) => string | undefined

/** The description of a formula, besides the function that computes it. */
interface FormulaText<Symbols extends readonly string[]> {
  /** In snake_case: `share_of_life`. */
  readonly name: string
  /**
   * The formula in a small language for people and programs: numbers, symbols, + - * / ( ), min, max, ln, exp, sqrt,
   * pow, ceil, figures.
   */
  readonly text: string
  /** The symbols of the text, in the order of the function's operands. */
  readonly operands: Symbols
  /** Unit of the result, or how it follows from the operands; by default that of the first operand. */
  readonly unit?: string | UnitOfOperands
  /**
   * Operands that lower the result when they rise. The result rises with all others, as long as no operand is negative.
   */
  readonly falling?: readonly Symbols[number][]
  /**
   * The one operand that may be below 0; the result is a multiple of it. A negative value reverses the other operands.
   * A range that contains 0 is split there.
   */
  readonly signed?: Symbols[number]
  /** The operands that the result falls with, if that depends on values: one bit each, the first operand's lowest. */
  readonly fallingAt?: (...values: { [Index in keyof Symbols]: number }) => number
}

/**
 * A function of quantities, written once and evaluated on numbers, quantities with bounds or samples, or shown as text.
 */
export interface Formula<Symbols extends readonly string[] = readonly string[]> {
  readonly name: string
  readonly text: string
  readonly operands: Symbols
  /** Unit of the result for operands in these units. */
  readonly unitOf: UnitOfOperands
  /** Whether it is a sum of any number of operands. */
  readonly isSum: boolean
  /** Whether it is the product of its operands and nothing else. */
  readonly isProduct: boolean
  readonly compute: (...values: { [Index in keyof Symbols]: number }) => number
  /** The result for quantities: the value from the values, each bound from the bounds it rises or falls with. */
  readonly of: (...operands: { [Index in keyof Symbols]: Estimate }) => Estimate
  /** Whether the result rises or falls with each operand, at these quantities. */
  directions(operands: readonly Estimate[]): readonly Direction[]
}

/** Notes each step of a calculation: see `record`. */
export interface Recorder {
  /** A formula was evaluated on quantities. */
  note(formula: Formula, operands: readonly Estimate[], result: Estimate): void
  /** `described` is `result` with a description. */
  same(described: Estimate, result: Estimate): void
}

let recorder: Recorder | undefined

/** Runs a calculation with a recorder that notes each formula it evaluates. The calculation must be synchronous. */
export function record<Result>(by: Recorder | undefined, run: () => Result): Result {
  const before = recorder
  recorder = by
  try {
    return run()
  } finally {
    recorder = before
  }
}

/** Whether a graph is recorded, so that remembered results must be computed anew. */
export function isRecording(): boolean {
  return recorder !== undefined
}

/**
 * Multiplies a quantity by a term that is exactly 1, which only carries a spread. The product is computed only while a
 * graph is recorded, so that plain evaluation does not pay for it.
 */
export function timesOne(product: Formula<readonly [string, string]>, quantity: Estimate, one: Estimate): Estimate {
  const isOne = one.value === 1 && one.min === 1 && one.max === 1
  return isOne && recorder === undefined ? quantity : product.of(quantity, one)
}

/** Notes that a quantity is a formula's result with a description, so that both are one node of a graph. */
export function noteSame(described: Estimate, result: Estimate): void {
  if (recorder !== undefined) recorder.same(described, result)
}

/** Every formula, for tests and documents. */
export const FORMULAS: Formula[] = []

type Compute = (...values: number[]) => number
type OfQuantities = (...operands: Estimate[]) => Estimate

/**
 * Creates a formula from its text and the same as a function of numbers. A test checks that both agree.
 *
 * @example
 * const perLife = formula(
 * { name: 'per_life', text: 'duration / lifetime', operands: ['duration', 'lifetime'], falling: ['lifetime'] },
 * (duration, lifetime) => duration / lifetime,
 * )
 * perLife.of(exact(250), range(1000, 500, 2000)) // 0.25, from 0.125 to 0.5
 */
export function formula<const Symbols extends readonly string[]>(
  text: FormulaText<Symbols>,
  compute: (...values: { [Index in keyof Symbols]: number }) => number,
): Formula<Symbols> {
  const made = new MadeFormula(
    text as FormulaText<readonly string[]>,
    compute as Compute,
  ) as unknown as Formula<Symbols>
  FORMULAS.push(made as unknown as Formula)
  return made
}

/** The unit of the first operand that has one. */
const sameUnit: UnitOfOperands = (...units) => units.find((unit) => unit !== undefined)

/**
 * The unit of an amount times a unit per amount, the first operand's. Example: `kg CO2 eq./mm2` times mm2 gives `kg CO2
 * eq.`.
 */
export const withoutPer: UnitOfOperands = (perAmount) => perAmount?.split('/')[0]

/** The text, the directions and the fast paths of one formula. */
class MadeFormula {
  readonly name: string
  readonly text: string
  readonly operands: readonly string[]
  readonly unitOf: UnitOfOperands
  readonly isSum = false
  readonly isProduct: boolean
  readonly compute: Compute
  readonly of: OfQuantities
  /** A bit for each operand that the result falls with. */
  readonly #falling: number
  readonly #fallingAt: Compute | undefined
  readonly #signed: number

  constructor(stated: FormulaText<readonly string[]>, f: Compute) {
    const { name, text, operands, unit = sameUnit, falling, signed, fallingAt } = stated
    this.name = name
    this.text = text
    this.operands = operands
    this.unitOf = typeof unit === 'function' ? unit : () => unit
    this.isProduct = text === operands.join(' * ')
    this.compute = f
    this.#falling = operands.reduce(
      (bits, symbol, index) => (falling?.includes(symbol) ? bits | (1 << index) : bits),
      0,
    )
    this.#fallingAt = fallingAt
    this.#signed = signed === undefined ? -1 : operands.indexOf(signed)
    this.of = this.#ofQuantities()
  }

  directions(operands: readonly Estimate[]): readonly Direction[] {
    const bits = this.#bits(operands)
    return operands.map((_, index) => (bits & (1 << index) ? 'FALLING' : 'RISING'))
  }

  #bits(operands: readonly Estimate[]): number {
    if (this.#fallingAt !== undefined) return this.#fallingAt(...operands.map(({ value }) => value))
    const signed = operands[this.#signed]
    if (signed === undefined || signed.min >= 0) return this.#falling
    // A negative operand reverses the others.
    return this.#falling ^ (((1 << operands.length) - 1) & ~(1 << this.#signed))
  }

  /**
   * The fast path for two to four operands, the signed one first, and for six exact ones. Everything else takes the
   * slow path.
   */
  #ofQuantities(): OfQuantities {
    const slowly: OfQuantities = (...operands) => this.#slowly(operands)
    if (this.#signed > 0) return slowly
    const { compute: f } = this
    const signed = this.#signed === 0
    const falling = this.#falling
    const fallingAt = this.#fallingAt
    const made = this as unknown as Formula
    switch (this.operands.length) {
      case 2:
        return ((a: Estimate, b: Estimate) => {
          if (signed && a.min < 0) return slowly(a, b)
          const value = f(a.value, b.value)
          let result: Estimate
          if (a.min === a.max && b.min === b.max) result = new Estimate(value, value, value)
          else {
            const bits = fallingAt === undefined ? falling : fallingAt(a.value, b.value)
            const min = f(bits & 1 ? a.max : a.min, bits & 2 ? b.max : b.min)
            const max = f(bits & 1 ? a.min : a.max, bits & 2 ? b.min : b.max)
            result = range(value, min, max)
          }
          if (recorder !== undefined) recorder.note(made, [a, b], result)
          return result
        }) as OfQuantities
      case 3:
        return ((a: Estimate, b: Estimate, c: Estimate) => {
          if (signed && a.min < 0) return slowly(a, b, c)
          const value = f(a.value, b.value, c.value)
          let result: Estimate
          if (a.min === a.max && b.min === b.max && c.min === c.max) result = new Estimate(value, value, value)
          else {
            const bits = fallingAt === undefined ? falling : fallingAt(a.value, b.value, c.value)
            const min = f(bits & 1 ? a.max : a.min, bits & 2 ? b.max : b.min, bits & 4 ? c.max : c.min)
            const max = f(bits & 1 ? a.min : a.max, bits & 2 ? b.min : b.max, bits & 4 ? c.min : c.max)
            result = range(value, min, max)
          }
          if (recorder !== undefined) recorder.note(made, [a, b, c], result)
          return result
        }) as OfQuantities
      case 4:
        return ((a: Estimate, b: Estimate, c: Estimate, d: Estimate) => {
          if (signed && a.min < 0) return slowly(a, b, c, d)
          const value = f(a.value, b.value, c.value, d.value)
          let result: Estimate
          if (a.min === a.max && b.min === b.max && c.min === c.max && d.min === d.max) {
            result = new Estimate(value, value, value)
          } else {
            const bits = fallingAt === undefined ? falling : fallingAt(a.value, b.value, c.value, d.value)
            const min = f(
              bits & 1 ? a.max : a.min,
              bits & 2 ? b.max : b.min,
              bits & 4 ? c.max : c.min,
              bits & 8 ? d.max : d.min,
            )
            const max = f(
              bits & 1 ? a.min : a.max,
              bits & 2 ? b.min : b.max,
              bits & 4 ? c.min : c.max,
              bits & 8 ? d.min : d.max,
            )
            result = range(value, min, max)
          }
          if (recorder !== undefined) recorder.note(made, [a, b, c, d], result)
          return result
        }) as OfQuantities
      case 6:
        return ((a: Estimate, b: Estimate, c: Estimate, d: Estimate, e: Estimate, g: Estimate) => {
          const isExact =
            a.min === a.max &&
            b.min === b.max &&
            c.min === c.max &&
            d.min === d.max &&
            e.min === e.max &&
            g.min === g.max
          if (!isExact || signed) return slowly(a, b, c, d, e, g)
          const value = f(a.value, b.value, c.value, d.value, e.value, g.value)
          const result = new Estimate(value, value, value)
          if (recorder !== undefined) recorder.note(made, [a, b, c, d, e, g], result)
          return result
        }) as OfQuantities
      default:
        return slowly
    }
  }

  #slowly(operands: readonly Estimate[]): Estimate {
    const signed = operands[this.#signed]
    if (signed !== undefined && signed.min < 0 && signed.max > 0) return this.#split(operands, signed)
    const value = this.compute(...operands.map((each) => each.value))
    let result: Estimate
    if (operands.every(({ min, max }) => min === max)) result = new Estimate(value, value, value)
    else {
      const bits = this.#bits(operands)
      const min = this.compute(...operands.map((each, index) => (bits & (1 << index) ? each.max : each.min)))
      const max = this.compute(...operands.map((each, index) => (bits & (1 << index) ? each.min : each.max)))
      result = range(value, min, max)
    }
    if (recorder !== undefined) recorder.note(this as unknown as Formula, operands, result)
    return result
  }

  /** A range that contains 0 has no single direction, so the parts above and below 0 are evaluated apart. */
  #split(operands: readonly Estimate[], signed: Estimate): Estimate {
    const above = this.of(...operands.with(this.#signed, aboveZero.of(signed)))
    const below = this.of(...operands.with(this.#signed, belowZero.of(signed)))
    return sum([above, below], () => ['above', 'below'])
  }
}

/** The part of a quantity that lies above 0. */
const aboveZero = formula({ name: 'above_zero', text: 'max(0, x)', operands: ['x'] }, (x) => Math.max(0, x))

/** The part of a quantity that lies below 0. */
const belowZero = formula({ name: 'below_zero', text: 'min(0, x)', operands: ['x'] }, (x) => Math.min(0, x))

/** The sum of any number of quantities. Symbols are created only while a graph is recorded. */
export function sum(terms: readonly Estimate[], symbols: () => readonly string[]): Estimate {
  let value = 0
  let min = 0
  let max = 0
  for (const term of terms) {
    value += term.value
    min += term.min
    max += term.max
  }
  const result = new Estimate(value, min, max)
  if (recorder !== undefined) recorder.note(sumOf(symbols()), terms, result)
  return result
}

/** The formula `a + b + c`. */
export function sumOf(symbols: readonly string[]): Formula {
  const compute = (...values: number[]) => values.reduce((total, each) => total + each, 0)
  return {
    name: 'sum',
    text: symbols.length === 0 ? '0' : symbols.join(' + '),
    operands: symbols,
    unitOf: sameUnit,
    isSum: true,
    isProduct: false,
    compute,
    of: (...terms) => sum(terms, () => symbols),
    directions: (terms) => terms.map(() => 'RISING'),
  }
}
