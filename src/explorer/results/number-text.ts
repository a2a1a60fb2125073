const PLAIN = new Intl.NumberFormat('en', { maximumSignificantDigits: 5 })

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** A value with its bounds. */
interface Bounded {
  readonly value: number
  readonly min: number
  readonly max: number
}

/** Formats a number with at most five significant figures: `10,210`, `0.00107` or `9.1 × 10⁻⁶`. */
export function numberText(value: number): string {
  if (isPlain(value)) return PLAIN.format(value)
  const power = powerOf(value)
  return `${PLAIN.format(value / 10 ** power)} × ${powerText(power)}`
}

/** Formats bounds; empty if they equal the value. */
export function boundsText({ min, max }: { readonly min?: number | null; readonly max?: number | null }): string {
  if (min === null || min === undefined || max === null || max === undefined || min === max) return ''
  if (isPlain(min) && isPlain(max)) return `${PLAIN.format(min)} to ${PLAIN.format(max)}`
  const power = powerOf(max)
  return `(${PLAIN.format(min / 10 ** power)} to ${PLAIN.format(max / 10 ** power)}) × ${powerText(power)}`
}

/** Formats a value with its bounds: 8 (4.64 to 13.35), or 9.1 (8.228 to 10.97) × 10⁻⁶. */
export function figureText({ value, min, max }: Bounded): string {
  if (min === max) return numberText(value)
  if (isPlain(value)) return `${numberText(value)} (${PLAIN.format(min)} to ${PLAIN.format(max)})`
  const power = powerOf(value)
  const [shown, least, most] = [value, min, max].map((each) => PLAIN.format(each / 10 ** power))
  return `${shown} (${least} to ${most}) × ${powerText(power)}`
}

/** A likely range in words, each end times `by`: `in 90 of 100 cases between 139 and 350`. */
export function likelyText({ low, high }: { readonly low: number; readonly high: number }, by = 1): string {
  if (low === high) return 'the same in all cases'
  const [from, to] = [low, high].map((each) => numberText(Number((each * by).toPrecision(3))).replace('-', '−'))
  return `in 90 of 100 cases between ${from} and ${to}`
}

/** Formats a computed number with four significant figures. */
export function roundedText(value: number): string {
  return numberText(Number(value.toPrecision(4)))
}

function isPlain(value: number): boolean {
  const size = Math.abs(value)
  return size === 0 || (size >= 1e-4 && size < 1e7)
}

function powerOf(value: number): number {
  return Math.floor(Math.log10(Math.abs(value)))
}

function powerText(power: number): string {
  return `10${[...String(power)].map((sign) => (sign === '-' ? '⁻' : RAISED[Number(sign)])).join('')}`
}
