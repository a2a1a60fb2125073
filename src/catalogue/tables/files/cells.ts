import { anyOf } from '../../../engine/values/listed.ts'
import type { StatedRange } from '../../tables.ts'

/** Why a cell is refused: `expected a number of W, got "abc"`. */
export class Refusal {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/**
 * Reads the text of one cell; an empty cell is undefined. Startup reads 40,000 cells, which took zod about four times
 * as long as these functions.
 */
export type ReadCell<Value> = (text: string | undefined) => Value | Refusal

/** Limits of a number: `min` and `max` inclusive, `above` exclusive. */
export interface Limits {
  readonly min?: number
  readonly above?: number
  readonly max?: number
}

export const NOT_NEGATIVE: Limits = { min: 0 }
export const POSITIVE: Limits = { above: 0 }

/** Decimal spellings only: `1`, `1.0`, `.5`, `1e-3`. Hexadecimal, thousands separators and Infinity are refused. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** A text: `text('a name')`. */
export function text(expected: string): ReadCell<string> {
  const nothing = new Refusal(`expected ${expected}, got nothing`)
  return (given) => given ?? nothing
}

/** A regular expression, as a text: `pattern('a regular expression')`. */
export function pattern(expected: string): ReadCell<string> {
  return (given) => {
    if (given === undefined) return new Refusal(`expected ${expected}, got nothing`)
    try {
      new RegExp(given)
      return given
    } catch {
      return new Refusal(`expected ${expected}, got ${quoted(given)}`)
    }
  }
}

/** One of some words. */
export function choice<const Word extends string>(...words: readonly Word[]): ReadCell<Word> {
  const known: ReadonlySet<string> = new Set(words)
  return (given) => {
    if (given !== undefined && known.has(given)) return given as Word
    return new Refusal(`expected ${anyOf(words)}, got ${quoted(given)}`)
  }
}

/** A number: `number('a number of W', NOT_NEGATIVE)`. */
export function number(expected: string, limits: Limits = {}): ReadCell<number> {
  return (given) => {
    const value = given !== undefined && DECIMAL.test(given) ? Number(given) : Number.NaN
    if (!Number.isFinite(value)) return new Refusal(`expected ${expected}, got ${quoted(given)}`)
    const limit = brokenLimit(value, limits)
    return limit === undefined ? value : new Refusal(`expected ${limit}, got ${quoted(given)}`)
  }
}

/** A number with bounds, `24|16|48` (value, min, max), or a single number, which is its own bounds. */
export function numberWithBounds(expected: string, limits: Limits = {}): ReadCell<StatedRange> {
  const member = number(expected, limits)
  return (given) => {
    if (!given?.includes('|')) {
      const value = member(given)
      return value instanceof Refusal ? value : { value, min: value, max: value }
    }
    const parts = given.split('|')
    if (parts.length !== 3) return new Refusal(`expected ${expected} or value|min|max, got ${quoted(given)}`)
    const [value, min, max] = parts.map((part) => member(part.trim())) as [number, number, number]
    for (const each of [value, min, max] as readonly (number | Refusal)[]) {
      if (each instanceof Refusal) return new Refusal(`${each.reason} in ${quoted(given)}`)
    }
    if (min <= value && value <= max) return { value, min, max, boundsGiven: true }
    return new Refusal(`expected min <= value <= max, got ${quoted(given)} (value|min|max)`)
  }
}

/** A cell that may be empty. */
export function optional<Value>(cell: ReadCell<Value>): ReadCell<Value | undefined> {
  return (given) => (given === undefined ? undefined : cell(given))
}

/** What a number beyond its limits should be: `1 or more`. */
export function brokenLimit(value: number, { min, above, max }: Limits): string | undefined {
  if (min !== undefined && value < min) return `${min} or more`
  if (above !== undefined && value <= above) return `more than ${above}`
  if (max !== undefined && value > max) return `at most ${max}`
  return undefined
}

function quoted(given: string | undefined): string {
  return given === undefined ? 'nothing' : `"${given}"`
}
