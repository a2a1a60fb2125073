import type { Asset } from '../engine/assessment/asset.ts'
import type { Span } from '../engine/assessment/impact.ts'
import { type AssetInput, kindOf } from '../input/fleet-input.ts'

/** What a row was read as, and what its figures were computed for. */
export interface RowFacts {
  /** Its kind, as in the column `kind`: `laptop`, `server`, `cloudInstance`, `cpu`. */
  readonly kind: string
  /** The place of its electricity, `EEE (assumed)` where it was not given or is not known. */
  readonly location: string
  /** What is assessed of it, in hours; undefined of what has no lifetime. */
  readonly hours: number | undefined
}

/** What a row was read as: its input, the thing that was made of it, and the span over which it is assessed. */
export function rowFacts(input: AssetInput, asset: Asset, { duration }: Span): RowFacts {
  const { usage } = asset
  const { value, status } = usage.usageLocation
  const isAssumed = status === 'DEFAULT' || status === 'CHANGED'
  return {
    kind: kindOf(input),
    location: isAssumed ? `${value} (assumed)` : value,
    hours: duration ?? usage.givenDuration?.value ?? usage.lifetime?.value,
  }
}
