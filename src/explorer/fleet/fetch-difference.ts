import { ExploreDifferenceDocument, ExploreFleetLikelyDocument } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { CHUNK, type FleetQuery, itemsOf, type LikelyTotal, scaleToWhole } from './fetch-fleet.ts'
import type { Difference } from './file-difference.ts'

/**
 * The likely range of the whole change. In each sample an input has one value before and after, so unchanged rows
 * cancel. Undefined where the known phases differ, and above 500 distinct assets.
 */
export async function fetchDifference(
  query: FleetQuery,
  changed: readonly Difference['match'][],
  signal: AbortSignal,
): Promise<LikelyTotal | undefined> {
  const rowsOf = (side: 'was' | 'is') => changed.flatMap((match) => match[side]?.rows ?? [])
  const rows = [...rowsOf('was'), ...rowsOf('is')]
  if (rows.length === 0) return { low: 0, high: 0 }
  const scale = scaleToWhole(rows)
  const [before, after] = [itemsOf(query, rowsOf('was'), scale), itemsOf(query, rowsOf('is'), scale)]
  if (before.length + after.length > CHUNK) return undefined
  const range = await rangeOf(before, after, query, signal)
  return range && { low: range.low / scale, high: range.high / scale }
}

/**
 * The likely range of the difference of two fleets. An empty fleet cannot be compared, so the range is then that of the
 * other.
 */
async function rangeOf(
  before: ReturnType<typeof itemsOf>,
  after: ReturnType<typeof itemsOf>,
  { view: { focus, boundary }, release }: FleetQuery,
  signal: AbortSignal,
): Promise<LikelyTotal | undefined> {
  if (before.length > 0 && after.length > 0) {
    const items = [
      { label: 'before', fleet: before },
      { label: 'after', fleet: after },
    ]
    const { comparison } = await send(
      ExploreDifferenceDocument,
      { items, criterion: focus, boundary },
      { release, signal },
    )
    const { comparable = false, difference } = comparison?.pairs[0] ?? {}
    const [low, high] = difference?.quantiles ?? []
    return comparable && low && high ? { low: low.value, high: high.value } : undefined
  }
  const isAdded = after.length > 0
  const variables = { items: isAdded ? after : before, criteria: [focus], boundary }
  const { fleet } = await send(ExploreFleetLikelyDocument, variables, { release, signal })
  const { low, high } = fleet?.impacts[0]?.total?.likely ?? {}
  if (low === undefined || high === undefined) return undefined
  return isAdded ? { low, high } : { low: -high, high: -low }
}
