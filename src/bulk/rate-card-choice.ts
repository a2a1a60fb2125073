import { createHash } from 'node:crypto'
import { nearestNames } from '../catalogue/matching/nearest-names.ts'
import { NotFoundError } from '../catalogue/not-found-error.ts'
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
  return asked?.map((name) => {
    if (name === REGION_UNKNOWN) return name
    const found = providers.map((id) => references.region(id, name)).find((each) => each !== undefined)
    if (found !== undefined) return found.region
    const regions = references.tables.cloudRegions.filter(({ provider }) => providers.includes(provider))
    const suggest = () =>
      nearestNames(
        name,
        regions.map(({ region }) => region),
      )
    const [provider, ...others] = providers
    throw new NotFoundError(name, suggest, {
      of: 'cloud_region',
      ...(provider !== undefined && others.length === 0 && { within: provider }),
    })
  })
}
