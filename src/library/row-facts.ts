import type { Asset } from '../engine/assessment/asset.ts'
import type { Span } from '../engine/assessment/impact.ts'
import type { Assumption } from '../engine/values/assumptions.ts'
import { isPlaceAssumed, placeWords } from '../engine/values/assumptions.ts'
import type { Warning } from '../engine/values/warning.ts'
import { type AssetInput, kindOf } from '../input/fleet-input.ts'
import { assumptionsOf } from './assumptions.ts'

/** Interpretation of a row: kind, location and duration of its figures. */
export interface RowFacts {
  /** Kind, as in the column `kind`: `laptop`, `server`, `cloudInstance`, `cpu`. */
  readonly kind: string
  /** Location of the electricity. `EEE (assumed)` if missing or unknown. */
  readonly location: string
  /** Assessed duration in hours. Undefined for assets without a lifetime. */
  readonly hours: number | undefined
  /** The assumptions behind its figures. */
  readonly assumptions: readonly Assumption[]
  /** Data quality rating of its total in the first criterion, 1 (best) to 5. Only if requested. */
  readonly quality?: number
}

/** How a row was interpreted, from its input, the thing made from it, its span, and the outcome. */
export function rowFacts(
  input: AssetInput,
  asset: Asset,
  { duration }: Span,
  { hasEnergy, warnings }: { readonly hasEnergy: boolean; readonly warnings: readonly Warning[] },
): RowFacts {
  const { usage } = asset
  const { usageLocation: place } = usage
  const isAssumed = isPlaceAssumed(place, place.warnings)
  return {
    kind: kindOf(input),
    location: placeWords(place.value, isAssumed),
    assumptions: assumptionsOf(input, { isPlaceAssumed: isAssumed, hasEnergy, warnings }),
    hours: duration ?? usage.givenDuration?.value ?? usage.lifetime?.value,
  }
}
