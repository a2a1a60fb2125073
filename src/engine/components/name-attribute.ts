import { type TextAttribute, text } from '../values/attribute.ts'
import type { NameMatch } from '../values/name-match.ts'
import { NO_WARNINGS, unknownWarning, type Warning, type WarningCode } from '../values/warning.ts'

/**
 * The caller's name as an attribute. INPUT: it is the known name itself. CHANGED: a close name is used, or the most
 * usual of several, with a warning. INPUT with a warning: no known name fits.
 */
export function nameAttribute(match: NameMatch<unknown>, unknown: WarningCode = 'UNKNOWN_NAME'): TextAttribute {
  if (match.name === undefined) return text('INPUT', match.given, undefined, undefined, [unknownName(match, unknown)])
  if (match.outcome === 'same') return text('INPUT', match.name, undefined, 'Known by this name')
  const score = match.score === undefined ? '' : ` (similarity ${Math.round(match.score)} of 100)`
  const warnings = match.isOpen === true ? [unknownVariant(match, match.name)] : NO_WARNINGS
  return text('CHANGED', match.name, undefined, `Given as "${match.given}"${score}`, warnings)
}

/** The caller's text, else the matched row's, else the archetype's, each with its source. */
export function completeText(
  given: NameMatch<unknown> | undefined,
  fromRow: string | undefined,
  typical: string | undefined,
  source: string | undefined,
  sourceOfTypical?: string,
): TextAttribute | undefined {
  if (given !== undefined) return nameAttribute(given)
  if (fromRow !== undefined) return text('COMPLETED', fromRow, undefined, source, NO_WARNINGS)
  return typical === undefined ? undefined : text('ARCHETYPE', typical, undefined, sourceOfTypical)
}

function unknownVariant({ given, nearest, at }: NameMatch<unknown>, name: string): Warning {
  return unknownWarning('UNKNOWN_VARIANT', {
    what: `variant of "${given}"`,
    given,
    nearest,
    instead: `uses ${name}, the most usual one`,
    at,
  })
}

function unknownName({ given, nearest, at }: NameMatch<unknown>, code: WarningCode): Warning {
  return unknownWarning(code, { what: `name "${given}"`, given, nearest, instead: 'ignores it', at })
}
