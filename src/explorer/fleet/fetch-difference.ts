import {
  type AssetInput,
  ExploreDifferenceDocument,
  type ExploreDifferenceQueryVariables,
  ExploreFleetLikelyDocument,
  type ExploreFleetLikelyQueryVariables,
} from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'
import { CHUNK, type FleetQuery, grouped, inOneSpan, type LikelyTotal, spanVariables } from './fetch-fleet.ts'
import type { Difference } from './file-difference.ts'

/**
 * The likely range of what changed things add and take away together. In each sample an input has one value before and
 * after, so unchanged rows cancel. Undefined where no span stands for all rows (see `inOneSpan`), where rows count over
 * their lifetimes, where the known phases differ, and above 500 distinct assets.
 */
export async function fetchDifference(
  query: FleetQuery,
  changed: readonly Difference['match'][],
  signal: AbortSignal,
): Promise<LikelyTotal | undefined> {
  const sides = (['was', 'is'] as const).flatMap((side) => {
    const rows = changed.flatMap((match) => match[side]?.rows ?? [])
    return grouped(query, rows).map(({ asset, span, rows: same }) => {
      const quantity = same.reduce((sum, row) => sum + row.quantity, 0)
      return { asset, span, quantity, isAfter: side === 'is' }
    })
  })
  if (sides.length === 0) return { low: 0, high: 0 }
  if (sides.length > CHUNK) return undefined
  const together = inOneSpan(sides, query.release)
  if (together?.span.duration === undefined) return undefined
  const { span, scale, quantities } = together
  const fleet = (isAfter: boolean) =>
    sides.flatMap((each, at) =>
      each.isAfter === isAfter ? [{ asset: each.asset, quantity: quantities[at] as number }] : [],
    )
  const range = await rangeOf(fleet(false), fleet(true), spanVariables(span), query, signal)
  return range && { low: range.low / scale, high: range.high / scale }
}

type Items = readonly { readonly asset: AssetInput; readonly quantity: number }[]

/**
 * The likely range of the difference of two fleets. One that is empty cannot be compared: then it is that of the other.
 */
async function rangeOf(
  before: Items,
  after: Items,
  span: ReturnType<typeof spanVariables>,
  { view: { focus }, release }: FleetQuery,
  signal: AbortSignal,
): Promise<LikelyTotal | undefined> {
  if (before.length > 0 && after.length > 0) {
    const items = [
      { label: 'before', fleet: before },
      { label: 'after', fleet: after },
    ]
    const variables = { items, criterion: focus, ...span } as ExploreDifferenceQueryVariables
    const { comparison } = await send(ExploreDifferenceDocument, variables, { release, signal })
    const { comparable = false, difference } = comparison?.pairs[0] ?? {}
    const [low, high] = difference?.quantiles ?? []
    return comparable && low && high ? { low: low.value, high: high.value } : undefined
  }
  const isAdded = after.length > 0
  const variables = { items: isAdded ? after : before, criteria: [focus], ...span } as ExploreFleetLikelyQueryVariables
  const { fleet } = await send(ExploreFleetLikelyDocument, variables, { release, signal })
  const { low, high } = fleet?.impacts[0]?.total?.likely ?? {}
  if (low === undefined || high === undefined) return undefined
  return isAdded ? { low, high } : { low: -high, high: -low }
}
