import { labelsInWords } from '../../catalogue/compared-item.ts'
import type { RangeAbout } from '../../library/assumptions.ts'
import { type Likely, type Range, roundFigure } from '../../library/index.ts'

const NUMBER = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** A number with three digits and thousands separators; as a power of ten if very small or large. */
export function numberWords(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-3 || size >= 1e9)) return value.toExponential(1).replace('e+', 'e')
  return NUMBER.format(value)
}

/** A figure rounded to its precision. */
export function figureWords(figure: Range): string {
  return numberWords(roundFigure(figure))
}

/** `17 to 260`, with two digits. */
export function likelyWords({ low, high }: Pick<Likely, 'low' | 'high'>): string {
  const [from, to] = [low, high].map((value) => numberWords(Number(value.toPrecision(2)))) as [string, string]
  return from === to ? from : `${from} to ${to}`
}

/** `7 %`, or `< 1 %` for anything above 0. */
export function shareWords(share: number): string {
  const percent = Math.round(share * 100)
  return percent === 0 && share > 0 ? '< 1 %' : `${percent} %`
}

const EXACT = new Intl.NumberFormat('en', { maximumFractionDigits: 20 })

/** A count or an amount with all its digits: `123,457`. */
export function exactWords(value: number): string {
  return EXACT.format(value)
}

/** The sentence on what figures were computed for, in words for people. */
export function computedForWords(computedFor: string): string {
  return computedFor.replace('EEE (assumed)', 'Europe (EEE, assumed)')
}

/** The same, to end another sentence. */
export function overWords(computedFor: string): string {
  return computedForWords(computedFor).replace(/^Over/, 'over')
}

/** `1 row`, `2 rows`. */
export function countWords(count: number, unit: string): string {
  return `${exactWords(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** Counts are not rounded; a bill counts hours and fractions of them. */
export function unitCount(count: number): number {
  return Number(count.toFixed(2))
}

/** `1 unit`, `2.5 units`. */
export function unitWords(count: number): string {
  return countWords(unitCount(count), 'unit')
}

/** A name as an argument of a command: in quotation marks if the shell needs them. */
export function argumentWords(name: string): string {
  return /^[\w.@%+:/-]+$/.test(name) ? name : `"${name.replace(/["\\$`]/g, '\\$&')}"`
}

/** END_OF_LIFE as `end of life`. */
export function spacedWords(code: string): string {
  return code.toLowerCase().replaceAll('_', ' ')
}

/** A stage of life in words: MAKING as `manufacturing`. */
export function stageWords(stage: string): string {
  return stage.toLowerCase() === 'making' ? 'manufacturing' : spacedWords(stage)
}

/** A range times a quantity. */
export function times({ value, min, max }: Range, quantity: number): Range {
  return { value: value * quantity, min: min * quantity, max: max * quantity }
}

/** What likely ranges are about: `The likely range is one of error.` If things differ in it, it names each. */
export function rangeLine(things: readonly { readonly label: string; readonly about: RangeAbout }[]): string {
  const labels = Map.groupBy(things, ({ about }) => about)
  const each = [...labels].map(([about, all]) => {
    const of = labels.size === 1 ? '' : ` for ${labelsInWords(all.map(({ label }) => label))}`
    return `${about === 'of error' ? 'is one of error' : `goes ${about}`}${of}`
  })
  return `The likely range ${each.join(', and ')}.`
}

/** A likely range times a quantity. */
export function manyLikely({ low, median, high }: Likely, quantity: number): Likely {
  return { low: low * quantity, median: median * quantity, high: high * quantity }
}
