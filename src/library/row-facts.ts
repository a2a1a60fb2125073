import type { Asset } from '../engine/assessment/asset.ts'
import type { Span } from '../engine/assessment/impact.ts'
import { type AssetInput, kindOf } from '../input/fleet-input.ts'

/** Interpretation of a row: kind, location and duration of its figures. */
export interface RowFacts {
  /** Kind, as in the column `kind`: `laptop`, `server`, `cloudInstance`, `cpu`. */
  readonly kind: string
  /** Location of the electricity. `EEE (assumed)` if missing or unknown. */
  readonly location: string
  /** Assessed duration in hours. Undefined for assets without a lifetime. */
  readonly hours: number | undefined
}

/** Interpretation of a row, from its input, its asset and the assessed span. */
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
