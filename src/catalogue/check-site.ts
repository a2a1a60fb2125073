import { under } from '../input/fault.ts'
import { REGION_UNKNOWN, type UsageInput } from '../input/usage-input.ts'
import { NotFoundError } from './not-found-error.ts'
import type { References } from './references.ts'

/**
 * Checks where the entries of a list are used, since a list has no warnings. `providersOf` returns the ids of the
 * listed providers, undefined for all. Throws a NotFoundError for an unknown place, and for a region that none of these
 * providers has.
 */
export function checkSite(
  references: References,
  { usageLocation, region }: Pick<UsageInput, 'usageLocation' | 'region'>,
  providersOf: () => readonly string[] | undefined,
): void {
  if (usageLocation !== undefined) {
    const { outcome, nearest } = references.matchLocation(usageLocation)
    if (outcome === 'none') throw new NotFoundError(usageLocation, () => nearest, { of: 'location' }, ['usageLocation'])
  }
  if (region === undefined || region === REGION_UNKNOWN) return
  const providers = providersOf()
  under(['region'], () => references.regionAmong(providers, region))
}
