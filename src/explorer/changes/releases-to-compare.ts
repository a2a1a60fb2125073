import type { Catalogue } from '../form/catalogue.ts'

/** Two data releases by name, the older first. */
export interface ReleasePair {
  readonly from: string
  readonly to: string
}

/** The release that is shown with the one before it; the oldest with the one after it. Undefined where there is but one. */
export function releasesToCompare({
  release,
  releases,
}: Pick<Catalogue, 'release' | 'releases'>): ReleasePair | undefined {
  const ids = releases.map(({ id }) => id)
  const at = ids.indexOf(release)
  if (at < 0 || ids.length < 2) return undefined
  const newer = Math.min(at, ids.length - 2)
  return { from: ids[newer + 1] as string, to: ids[newer] as string }
}
