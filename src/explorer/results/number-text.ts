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

const COUNT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Formats a count, which is never rounded: `1,234,567`. Hours and GB of a bill have six digits. */
export function countText(count: number): string {
  return Number.isInteger(count) ? COUNT.format(count) : PARTS.format(count)
}

const PARTS = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 })

/** Formats bounds; empty if they equal the value. */
export function boundsText({ min, max }: { readonly min?: number | null; readonly max?: number | null }): string {
  if (min === null || min === undefined || max === null || max === undefined || min === max) return ''
  if (isPlain(min) && isPlain(max)) return `${PLAIN.format(min)} to ${PLAIN.format(max)}`
  const power = powerOf(max)
  return `(${PLAIN.format(min / 10 ** power)} to ${PLAIN.format(max / 10 ** power)}) × ${powerText(power)}`
}

/** Formats a value with its bounds: 8.0 (4.6 to 13.4), or 9.1 (8.228 to 10.97) × 10⁻⁶. */
export function figureText({ value, min, max }: Bounded, decimals: number): string {
  const text = (each: number) => fixedText(each, decimals)
  if (min === max) return text(value)
  if (isPlain(value)) return `${text(value)} (${text(min)} to ${text(max)})`
  const power = powerOf(value)
  const [shown, least, most] = [value, min, max].map((each) => PLAIN.format(each / 10 ** power))
  return `${shown} (${least} to ${most}) × ${powerText(power)}`
}

/** A likely range, each end times `by`, with the decimals of its figure: `139 to 350`. */
export function likelyText(
  { low, high }: { readonly low: number; readonly high: number },
  by: number,
  decimals: number,
): string {
  if (low === high) return 'none, all its inputs are known'
  return `${sumText(low * by, decimals)} to ${sumText(high * by, decimals)}`
}

/** A sum, its part or an end of its range, with the decimals of the sum; without any, it has three digits. */
export function sumText(value: number, decimals: number): string {
  return fixedText(forSum(value, decimals), decimals)
}

/** What `sumText` shows, as a number: `127.0` of 126.9 would be wrong in its last digit. */
export function forSum(value: number, decimals: number): number {
  return decimals > 0 ? value : threeDigits(value)
}

/**
 * The decimals of several numbers together: enough for the largest to have `digits` digits, and no more than any of
 * them needs.
 */
export function decimalsOf(values: readonly number[], digits = 3): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const most = largest > 0 ? Math.max(0, digits - 1 - powerOf(largest)) : 0
  const own = values.reduce((all, value) => Math.max(all, PLAIN.format(value).split('.')[1]?.length ?? 0), 0)
  return Math.min(most, own)
}

/** The decimals of a rounded figure, negative if it is rounded to tens or more: −3 if 2,322 is rounded to 2,000. */
export function decimalsOfRounded(rounded: number, exact: number): number {
  if (Math.abs(exact - rounded) <= 0.5) return decimalsOf([rounded])
  return -(/0*$/.exec(String(Math.round(rounded)))?.[0].length ?? 0)
}

/**
 * A number with the given decimals; negative ones round to tens or more. A number that would become 0 keeps its first
 * digit.
 */
export function fixedText(value: number, decimals: number): string {
  const step = 10 ** Math.max(0, -decimals)
  const rounded = step > 1 ? Math.round(value / step) * step : value
  const shown = Math.max(0, decimals)
  const isLost = Number(rounded.toFixed(shown)) === 0
  if (isLost || !isPlain(value)) return signed(numberText(Number(value.toPrecision(isLost ? 1 : 3))))
  return signed(rounded.toLocaleString('en', { minimumFractionDigits: shown, maximumFractionDigits: shown }))
}

/** A difference with its sign: `+1.02`, `−5.69`. */
export function changeText(value: number, decimals: number): string {
  return `${value > 0 ? '+' : ''}${fixedText(value, decimals)}`
}

/** With a typographic minus sign instead of a hyphen. */
function signed(text: string): string {
  return text.replace('-', '−')
}

export function threeDigits(value: number): number {
  return Number(value.toPrecision(3))
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
