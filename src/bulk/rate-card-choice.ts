import { createHash } from 'node:crypto'
import { REGION_UNKNOWN } from '../importers/billing/region-of.ts'
import { type AssessOptions, type Assessor, DEFAULT_CRITERIA } from '../library/index.ts'
import { releaseKey } from './release-key.ts'

/** What the rates of a card depend on, besides the data release. */
export interface RateCardChoice extends Pick<AssessOptions, 'criteria' | 'boundary' | 'likely'> {
  /** Ids of providers; undefined for all. */
  readonly providers?: readonly string[]
  /** Regions, `REGION_UNKNOWN` among them; undefined for all. */
  readonly regions?: readonly string[]
  /** Load of the machines, in percent; undefined for a bill's default. */
  readonly load?: number
}

/** The ids of providers by name; all if the list is empty. Throws a NotFoundError for an unknown name. */
export function providersOf({ references }: Assessor, asked: readonly string[] | undefined): readonly string[] {
  const ids = asked?.map((name) => references.provider(name).id)
  return ids === undefined ? references.tables.cloudProviders.map(({ id }) => id) : [...new Set(ids)]
}

/**
 * 12 hexadecimal digits, equal for two cards if and only if every rate in both is equal. They cover the figures of the
 * data release, the version of this software, its default archetypes, criteria, boundary, load and likely ranges.
 */
export function cardFingerprint(
  { release, references }: Assessor,
  { criteria = DEFAULT_CRITERIA, boundary, load, likely }: RateCardChoice,
): string {
  const figures = releaseKey({ label: release }, references.defaults)
  const chosen = [figures, references.tables.release.fingerprint, criteria, boundary, load ?? null, likely === true]
  return createHash('sha256').update(JSON.stringify(chosen)).digest('hex').slice(0, 12)
}

/**
 * Regions by their names; undefined if none are asked for. Throws a NotFoundError for a region of none of the
 * providers.
 */
export function regionsOf(
  { references }: Assessor,
  providers: readonly string[],
  asked: readonly string[] | undefined,
): readonly string[] | undefined {
  return asked?.map((name) => (name === REGION_UNKNOWN ? name : references.regionAmong(providers, name).region))
}
