/** What a formula is read on: numbers, or units. */
export interface Algebra<Value> {
  readonly number: (literal: number) => Value
  readonly add: (a: Value, b: Value) => Value
  readonly subtract: (a: Value, b: Value) => Value
  readonly multiply: (a: Value, b: Value) => Value
  readonly divide: (a: Value, b: Value) => Value
  /** min, max, ln, exp, sqrt, pow, ceil, and figures(x, n) for n significant figures with ties to even. */
  readonly call: (name: string, given: readonly Value[]) => Value
}

/** Reads the text of a formula as anybody may, on numbers: see `readText`. */
export function evaluateText(text: string, symbols: Readonly<Record<string, number>>): number {
  return readText(text, symbols, NUMBERS)
}

/**
 * Reads the text of a formula as anybody may: numbers, symbols, + - * / ( ) and calls. Written for the tests, apart
 * from the engine.
 */
export function readText<Value>(
  text: string,
  symbols: Readonly<Record<string, Value>>,
  { number, add, subtract, multiply, divide, call }: Algebra<Value>,
): Value {
  const tokens = text.match(/\d+(?:\.\d+)?|[a-z_][a-z0-9_]*|[-+*/(),]/g) ?? []
  if (tokens.join('') !== text.replaceAll(' ', '')) throw new Error(`Not in the language: ${text}`)
  let at = 0
  const take = (expected?: string): string => {
    const token = tokens[at++]
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`Unexpected end of ${text}`)
    return token
  }
  const sum = (): Value => {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '-')
      value = take() === '+' ? add(value, product()) : subtract(value, product())
    return value
  }
  const product = (): Value => {
    let value = factor()
    while (tokens[at] === '*' || tokens[at] === '/')
      value = take() === '*' ? multiply(value, factor()) : divide(value, factor())
    return value
  }
  const factor = (): Value => {
    const token = take()
    if (token === '-') return subtract(number(0), factor())
    if (token === '(') {
      const value = sum()
      take(')')
      return value
    }
    if (/^\d/.test(token)) return number(Number(token))
    if (tokens[at] !== '(') {
      const value = symbols[token]
      if (value === undefined) throw new Error(`No value for ${token} in ${text}`)
      return value
    }
    take('(')
    const given = [sum()]
    while (tokens[at] === ',') {
      take(',')
      given.push(sum())
    }
    take(')')
    return call(token, given)
  }
  const value = sum()
  if (at !== tokens.length) throw new Error(`Unexpected ${tokens[at]} in ${text}`)
  return value
}

const NUMBERS: Algebra<number> = {
  number: (literal) => literal,
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  call: (name, given) => {
    const [x = Number.NaN, y = Number.NaN] = given
    switch (name) {
      case 'min':
        return Math.min(...given)
      case 'max':
        return Math.max(...given)
      case 'ln':
        return Math.log(x)
      case 'exp':
        return Math.exp(x)
      case 'sqrt':
        return Math.sqrt(x)
      case 'ceil':
        return Math.ceil(x)
      case 'pow':
        return x ** y
      case 'figures':
        return Number(x.toPrecision(y))
      default:
        throw new Error(`No word of the language: ${name}`)
    }
  },
}
