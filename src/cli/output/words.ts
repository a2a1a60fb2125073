import { type Likely, type Range, roundFigure } from '../../library/index.ts'

const NUMBER = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** A number in three digits, thousands apart; as a power of ten where it is very small or large. */
export function numberWords(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-3 || size >= 1e9)) return value.toExponential(1).replace('e+', 'e')
  return NUMBER.format(value)
}

/** A figure no finer than it is known. */
export function figureWords(figure: Range): string {
  return numberWords(roundFigure(figure))
}

/** `17 to 260`, in two digits. */
export function likelyWords({ low, high }: Pick<Likely, 'low' | 'high'>): string {
  const [from, to] = [low, high].map((value) => numberWords(Number(value.toPrecision(2)))) as [string, string]
  return from === to ? from : `${from} to ${to}`
}

/** `7 %`, and `< 1 %` of what is more than nothing. */
export function shareWords(share: number): string {
  const percent = Math.round(share * 100)
  return percent === 0 && share > 0 ? '< 1 %' : `${percent} %`
}

/** `end of life` of END_OF_LIFE. */
export function spacedWords(code: string): string {
  return code.toLowerCase().replaceAll('_', ' ')
}

/** The range of so many of a thing. */
export function times({ value, min, max }: Range, quantity: number): Range {
  return { value: value * quantity, min: min * quantity, max: max * quantity }
}

/** The likely range of so many of a thing. */
export function manyLikely({ low, median, high }: Likely, quantity: number): Likely {
  return { low: low * quantity, median: median * quantity, high: high * quantity }
}
