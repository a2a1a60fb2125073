import type { Range } from './range.ts'
import { type Warning, warning } from './warning.ts'

/**
 * How figures are rounded for display. The rounding step is a power of ten, at most `uncertaintyShare` of the width of
 * the bounds. No value has more than `maximumDigits` significant figures. A value that this would round to 0 keeps
 * `minimumDigits`.
 */
export interface Rounding {
  readonly uncertaintyShare: number
  readonly maximumDigits: number
  readonly minimumDigits: number
}

/**
 * To a power of ten of at most a tenth of the width of the bounds, with at most 4 significant figures
 * (docs/methodology.md, section 1).
 */
export const DEFAULT_ROUNDING: Rounding = { uncertaintyShare: 0.1, maximumDigits: 4, minimumDigits: 1 }

/** The warning on figures for which `isVeryUncertain` holds. */
const VERY_UNCERTAIN: Warning = warning(
  'VERY_UNCERTAIN',
  'This figure is very uncertain. Use its bounds (min and max) instead of its value',
)

/**
 * Rounds a value for display.
 *
 * - To a multiple of 10^s with s = floor(log10(share * (max - min))), not above the value's own order of magnitude.
 * - Ties round to even. The result has at most 4 significant figures.
 * - It is finer if it would otherwise leave its own rounded bounds.
 *
 * Example: 948.6 between 459.9 and 2087 has s = 2 and rounds to 900.
 */
export function roundFigure({ value, min, max }: Range, rounding: Rounding = DEFAULT_ROUNDING): number {
  const { maximumDigits, minimumDigits } = rounding
  if (value === 0) return 0
  if (!(max > min)) return roundSignificant(value, maximumDigits)
  const magnitude = Math.floor(Math.log10(Math.abs(value)))
  const [least, most] = [roundSignificant(min, maximumDigits), roundSignificant(max, maximumDigits)]
  const finest = magnitude - maximumDigits
  for (let step = Math.min(stepExponent(max - min, rounding), magnitude); step > finest; step--) {
    const rounded = roundSignificant(roundToPower(value, step), maximumDigits)
    const shown = rounded === 0 ? roundSignificant(value, minimumDigits) : rounded
    if (shown >= least && shown <= most) return shown
  }
  return roundSignificant(value, maximumDigits)
}

/** Whether the bounds are so wide that even the first figure of the value means nothing. */
export function isVeryUncertain({ value, min, max }: Range, rounding: Rounding = DEFAULT_ROUNDING): boolean {
  if (value === 0 || !(max > min)) return false
  return roundHalfEven(Math.abs(value) / 10 ** stepExponent(max - min, rounding)) === 0
}

/** The figure's own warnings, plus one if its bounds are far apart. */
export function warningsShown(
  figure: Range & { readonly warnings: readonly Warning[] },
  rounding: Rounding = DEFAULT_ROUNDING,
): readonly Warning[] {
  return isVeryUncertain(figure, rounding) ? [...figure.warnings, VERY_UNCERTAIN] : figure.warnings
}

/** `roundSignificant(2086.7, 4)` is 2087. */
export function roundSignificant(value: number, digits: number): number {
  if (value === 0) return 0
  const size = Math.abs(value)
  const places = digits - 1 - Math.floor(Math.log10(size))
  if (digits <= MOST_QUICK_DIGITS && places >= -MOST_PLACES && places <= MOST_PLACES) {
    const power = POWERS[Math.abs(places)] as number
    const scaled = places >= 0 ? size * power : size / power
    const whole = Math.round(scaled)
    // Whole number and power are exact, so one operation gives the same number as parsing its text. Values next to a
    // tie, or with another number of digits than their logarithm says, go through the text.
    const [least, most] = [POWERS[digits - 1] as number, POWERS[digits] as number]
    if (whole >= least && whole < most && Math.abs(Math.abs(scaled - whole) - 0.5) > NEXT_TO_A_TIE) {
      const rounded = places >= 0 ? whole / power : whole * power
      return value < 0 ? -rounded : rounded
    }
  }
  return Number(value.toPrecision(digits))
}

/** The largest power of ten that a double holds exactly. */
const MOST_PLACES = 22
const POWERS = Array.from({ length: MOST_PLACES + 1 }, (_, exponent) => Number(`1e${exponent}`))
/** Up to this many digits, the error of a scaled number is smaller than the margin around a tie. */
const MOST_QUICK_DIGITS = 9
const NEXT_TO_A_TIE = 1e-6

function stepExponent(width: number, { uncertaintyShare }: Rounding): number {
  return Math.floor(Math.log10(width * uncertaintyShare))
}

/** Powers of ten beyond this are infinite; numbers this small stay as they are. */
const LEAST_EXPONENT = -300

function roundToPower(value: number, exponent: number): number {
  if (exponent < LEAST_EXPONENT) return value
  return exponent >= 0
    ? roundHalfEven(value / 10 ** exponent) * 10 ** exponent
    : roundHalfEven(value * 10 ** -exponent) / 10 ** -exponent
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  if (rest < 0.5) return floor
  if (rest > 0.5) return floor + 1
  return floor % 2 === 0 ? floor : floor + 1
}
