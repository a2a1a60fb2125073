/**
 * JSON in which decimals always have a decimal point. Typed clients (Java, Go, Rust) refuse `900` where they expect
 * `900.0`, but JSON.stringify writes both as `900`.
 */
export type Json =
  | null
  | boolean
  | string
  | number
  | Decimal
  | JsonText
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/** A number written with a decimal point or an exponent, even if it is whole. */
export class Decimal {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** `decimal(900)` is written `900.0`. */
export function decimal(value: number): Decimal {
  return new Decimal(value)
}

/** JSON as text. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Compact JSON without keys whose value is undefined. The same value always gives the same text. */
export function writeJson(value: Json): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object') return String(value)
  if (value instanceof Decimal) return writeDecimal(value.value)
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  let text = ''
  for (const key in value) {
    const member = (value as { readonly [key: string]: Json | undefined })[key]
    if (member !== undefined) text += `${text === '' ? '' : ','}${quoteWord(key)}:${writeJson(member)}`
  }
  return `{${text}}`
}

/** `writeDecimal(900)` is `900.0`. Throws for NaN and infinity. */
export function writeDecimal(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`A figure is ${value}`)
  const text = String(value)
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text
}

/** Cached quoted words: keys, units, descriptions, and names that are keys of catalogues. */
const MOST_WORDS = 1000
const quotedWords = new Map<string, string>()

/** Text as JSON; the result is cached, so use it only for texts from a small set. */
export function quoteWord(word: string): string {
  const known = quotedWords.get(word)
  if (known !== undefined) return known
  const quoted = JSON.stringify(word)
  if (quotedWords.size < MOST_WORDS) quotedWords.set(word, quoted)
  return quoted
}
