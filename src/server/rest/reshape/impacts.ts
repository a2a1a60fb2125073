import type { Criterion } from '../../../engine/values/criteria.ts'
import type { FigureFragment, ImpactFragment } from '../../../generated/rest-operations.ts'
import { JsonText, quoteWord, writeDecimal } from '../json.ts'
import { spelled } from './attribute.ts'
import { warningsOfFigure } from './told-once.ts'

/** Stands where a phase has no factor. */
const NOT_IMPLEMENTED = '"not implemented"'

/** The criteria that were asked for. */
export interface AskedCriteria {
  readonly has: (code: Criterion) => boolean
  /** What a criterion is called in the answer: as it was asked for. */
  readonly nameOf: (code: Criterion) => string
}

/**
 * `{gwp: {unit, description, embedded, use}}`, in the order asked for. Impacts are the largest part of most answers, so they
 * are written as text at once.
 */
export function reshapeImpacts(impacts: readonly ImpactFragment[], asked: AskedCriteria): JsonText {
  let text = ''
  for (const { criterion, embedded, use } of impacts) {
    const code = criterion.toLowerCase() as Criterion
    const { unit, description } = spelled(code)
    const head = `"${asked.nameOf(code)}":{"unit":${quoteWord(unit)},"description":${quoteWord(description)}`
    text += `${text === '' ? '' : ','}${head},"embedded":${figure(embedded)},"use":${figure(use)}}`
  }
  return new JsonText(`{${text}}`)
}

function figure(given: FigureFragment | null): string {
  if (given === null) return NOT_IMPLEMENTED
  const { value, min, max } = given
  const warnings = warningsOfFigure(given.warnings)
  const doubts = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings.map(({ message }) => message))}` : ''
  return `{"value":${writeDecimal(value)},"min":${writeDecimal(min)},"max":${writeDecimal(max)}${doubts}}`
}
