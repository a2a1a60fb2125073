import type { Figure, Impact } from '../../../engine/assessment/impact.ts'
import type { Criterion } from '../../../engine/values/criteria.ts'
import { type Rounding, roundFigure, roundSignificant, warningsShown } from '../../../engine/values/round-figure.ts'
import { JsonText, quoteWord, writeDecimal } from '../json.ts'
import { spelled } from './attribute.ts'
import { OF_THE_FIGURE } from './told-once.ts'

/** Replaces a phase without a factor. */
const NOT_IMPLEMENTED = '"not implemented"'

/** The requested criteria, and how to round their figures. */
export interface AskedCriteria {
  readonly rounding: Rounding
  readonly has: (code: Criterion) => boolean
  /** The name of a criterion in the answer, as requested. */
  readonly nameOf: (code: Criterion) => string
  /** The names of all, in order: answers with the same name the same factors. */
  readonly spelling: string
}

/**
 * `{gwp: {unit, description, embedded, use}}`, in the order requested. Impacts are the largest part of most answers, so
 * they are written directly as text.
 */
export function reshapeImpacts(impacts: readonly Impact[], asked: AskedCriteria): JsonText {
  let text = ''
  for (const { criterion, embedded, use } of impacts) {
    const { unit, description } = spelled(criterion)
    const head = `"${asked.nameOf(criterion)}":{"unit":${quoteWord(unit)},"description":${quoteWord(description)}`
    text += `${text === '' ? '' : ','}${head},"embedded":${figure(embedded, asked.rounding)},"use":${figure(use, asked.rounding)}}`
  }
  return new JsonText(`{${text}}`)
}

function figure(given: Figure | undefined, rounding: Rounding): string {
  if (given === undefined) return NOT_IMPLEMENTED
  const { maximumDigits } = rounding
  const value = roundFigure(given, rounding)
  const [min, max] = [roundSignificant(given.min, maximumDigits), roundSignificant(given.max, maximumDigits)]
  let doubts = ''
  for (const { code } of warningsShown(given, rounding)) {
    const words = OF_THE_FIGURE.get(code)
    if (words !== undefined) doubts += `${doubts === '' ? ',"warnings":[' : ','}${quoteWord(words)}`
  }
  if (doubts !== '') doubts += ']'
  return `{"value":${writeDecimal(value)},"min":${writeDecimal(min)},"max":${writeDecimal(max)}${doubts}}`
}
