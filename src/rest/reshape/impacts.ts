import type { Criterion } from '../../engine/figures/criteria.ts'
import type { FigureFragment, ImpactFragment } from '../../generated/rest-operations.ts'
import { JsonText, quoteWord, writeDecimal } from '../json.ts'
import { spelled } from './spelling.ts'

/** Stands where a phase has no factor. */
const NOT_IMPLEMENTED = '"not implemented"'

/**
 * `{gwp: {unit, description, embedded, use}}`, in the order asked for. Impacts are the largest part of most answers, so they
 * are written as text at once.
 */
export function reshapeImpacts(impacts: readonly ImpactFragment[]): JsonText {
  let text = ''
  for (const { criterion, embedded, use } of impacts) {
    const code = criterion.toLowerCase() as Criterion
    const { unit, description } = spelled(code)
    const head = `"${code}":{"unit":${quoteWord(unit)},"description":${quoteWord(description)}`
    text += `${text === '' ? '' : ','}${head},"embedded":${figure(embedded)},"use":${figure(use)}}`
  }
  return new JsonText(`{${text}}`)
}

function figure(given: FigureFragment | null): string {
  if (given === null) return NOT_IMPLEMENTED
  const { value, min, max, warnings } = given
  const doubts = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings.map(({ message }) => message))}` : ''
  return `{"value":${writeDecimal(value)},"min":${writeDecimal(min)},"max":${writeDecimal(max)}${doubts}}`
}
