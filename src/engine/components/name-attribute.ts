import { type TextAttribute, text } from '../values/attribute.ts'
import type { NameMatch } from '../values/name-match.ts'
import { NO_WARNINGS, unknownWarning, type Warning, type WarningCode } from '../values/warning.ts'

/**
 * A name that the caller gave: INPUT where it is the known name itself, CHANGED where a close one is used, and INPUT with
 * a warning where no known name is meant. A name that several known ones fit is CHANGED to the most usual, with a warning.
 */
export function nameAttribute(match: NameMatch<unknown>, unknown: WarningCode = 'UNKNOWN_NAME'): TextAttribute {
  if (match.name === undefined) return text('INPUT', match.given, undefined, undefined, [unknownName(match, unknown)])
  if (match.outcome === 'same') return text('INPUT', match.name, undefined, 'Known by this name')
  const score = match.score === undefined ? '' : ` (similarity ${Math.round(match.score)} of 100)`
  const warnings = match.isOpen === true ? [unknownVariant(match, match.name)] : NO_WARNINGS
  return text('CHANGED', match.name, undefined, `Given as "${match.given}"${score}`, warnings)
}

/** A text that was given by name, else that of a matched row, else that of the archetype, each with its source. */
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
