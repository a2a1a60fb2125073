import { type TextAttribute, text } from '../../engine/values/attribute.ts'
import { pathOf, unknownWarning, type Warning, warning, withInstead } from '../../engine/values/warning.ts'
import type { References } from '../references.ts'
import type { FormFactor } from '../tables.ts'

/** Earlier than any drive or memory still in use. */
const EARLIEST_YEAR = 1980

/** Warns that an input contradicts another: `No DDR5 was made before 2020. This result uses DDR5.`. */
export function contradiction(message: string, instead: string, at: string, given: string): Warning {
  return { ...warning('CONTRADICTION', withInstead(message, instead)), path: pathOf(at), given }
}

/** Warns that an input has no effect in a release, whose tables do not distinguish such things. */
export function notUsed(what: string, release: string, at: string): Warning {
  return {
    ...warning('NOT_USED', `The ${what} has no effect in release ${release}`),
    path: pathOf(at),
  }
}

/** Warns of an impossible year: before `earliest`, or after the release. `at` is its path in the input. */
export function yearWarnings(
  year: number | undefined,
  release: string,
  instead: string,
  at: string,
  earliest = EARLIEST_YEAR,
): Warning[] {
  const latest = Number(/^\d{4}/.exec(release)?.[0] ?? Number.POSITIVE_INFINITY) + 1
  if (year === undefined || (year >= earliest && year <= latest)) return []
  const message = withInstead(`No such part was made in ${year}.`, instead)
  return [{ ...warning('UNKNOWN_YEAR', message), nearest: [], given: String(year), path: pathOf(`${at}.year`) }]
}

/** How far above the largest known drive a capacity is believed: tables may lack the very largest. */
const BELIEVED_ABOVE_LARGEST = 2

/** Warns of a drive far larger than any of its year, or of any year: `No SSD of 2012 held 30720 GB.`. */
function capacityWarnings(
  { tables }: References,
  drive: FormFactor['drive'],
  capacity: number | undefined,
  year: number | undefined,
  at: string,
): Warning[] {
  const known = tables.driveCapacities.filter((each) => each.drive === drive)
  const firstYear = Math.min(...known.map((each) => each.year))
  const until = year === undefined ? Number.POSITIVE_INFINITY : Math.max(year, firstYear)
  const largest = Math.max(...known.filter((each) => each.year <= until).map((each) => each.largest))
  if (capacity === undefined || known.length === 0 || capacity <= BELIEVED_ABOVE_LARGEST * largest) return []
  const held = year === undefined ? 'holds' : `of ${year} held`
  const message = `No ${drive.toUpperCase()} ${held} ${capacity} GB. The largest known is ${largest} GB.`
  return [contradiction(message, `uses ${capacity} GB`, `${at}.capacity`, String(capacity))]
}

/** What a caller may know about the size and age of drives. */
interface Given {
  readonly formFactor?: string
  /** The field of the input that it was given in. */
  readonly field?: string
  readonly year?: number
  readonly capacity?: number
}

/** The form factor of drives as in the input, its row if known, and warnings. */
interface KnownFormFactor {
  readonly formFactor?: TextAttribute
  readonly row?: FormFactor
  readonly warnings: readonly Warning[]
}

/** The assumed form factor of drives of a kind. */
export function usualFormFactor({ tables }: References, drive: FormFactor['drive']): FormFactor | undefined {
  return tables.formFactors.find((each) => each.drive === drive && each.isUsual)
}

/**
 * The form factor of drives, by any of its names; the usual one of their kind if unknown. `at` is their path in the
 * input.
 */
export function formFactorOf(
  references: References,
  drive: FormFactor['drive'],
  { formFactor, field: given = 'formFactor', year, capacity }: Given,
  at: string,
): KnownFormFactor {
  const { tables } = references
  const known = tables.formFactors.filter((each) => each.drive === drive)
  const usual = usualFormFactor(references, drive)
  const taken = usual === undefined ? 'ignores it' : `uses ${usual.name}`
  const ofYear = yearWarnings(year, tables.release.id, 'ignores the year', at)
  const row =
    formFactor === undefined ? usual : known.find(({ names }) => new RegExp(names, 'i').test(formFactor.trim()))
  const limitingYear = ofYear.length > 0 || row?.isLimitedByYear === false ? undefined : year
  const warnings = [...ofYear, ...capacityWarnings(references, drive, capacity, limitingYear, at)]
  if (formFactor === undefined) return { ...(row && { row }), warnings }
  const field = `${at}.${given}`
  if (known.length === 0) {
    return {
      formFactor: text('INPUT', formFactor),
      warnings: [...warnings, notUsed('form factor', tables.release.id, field)],
    }
  }
  if (row === undefined) {
    const what = `form factor "${formFactor}"`
    const nearest = known.map(({ name }) => name)
    warnings.push(
      unknownWarning('UNKNOWN_FORM_FACTOR', { what, given: formFactor, nearest, instead: taken, at: field }),
    )
    return { ...(usual && { row: usual }), warnings }
  }
  if (capacity !== undefined && row.largest !== undefined && capacity > row.largest) {
    const message = `${row.name} drives hold at most ${row.largest} GB, not ${capacity} GB.`
    warnings.push(contradiction(message, `uses ${row.name}`, field, formFactor))
  }
  const attribute =
    formFactor === row.name ? text('INPUT', row.name) : text('CHANGED', row.name, undefined, `Given as "${formFactor}"`)
  return { formFactor: attribute, row, warnings }
}
