const PLAIN = new Intl.NumberFormat('en', { maximumSignificantDigits: 5 })

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** A number as it is printed: 10,210; 0.00107; 9.1 × 10⁻⁶. At most five significant figures. */
export function numberText(value: number): string {
  const size = Math.abs(value)
  if (size === 0 || (size >= 0.001 && size < 1e7)) return PLAIN.format(value)
  const [mantissa, exponent] = Number(value.toPrecision(5)).toExponential().split('e') as [string, string]
  const raised = [...exponent.replace('+', '')].map((sign) => (sign === '-' ? '⁻' : RAISED[Number(sign)])).join('')
  return `${mantissa} × 10${raised}`
}

/** Bounds as they are printed; empty where they are the value itself. */
export function boundsText({ min, max }: { readonly min?: number | null; readonly max?: number | null }): string {
  if (min === null || min === undefined || max === null || max === undefined || min === max) return ''
  return `${numberText(min)} to ${numberText(max)}`
}
