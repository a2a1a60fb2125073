import type { Asset } from '../engine/assessment/asset.ts'
import { type Conditions, conditionsOf } from '../engine/assessment/computed-for.ts'
import type { Span } from '../engine/assessment/impact.ts'
import { type Assumption, isPlaceAssumed } from '../engine/values/assumptions.ts'
import type { Warning } from '../engine/values/warning.ts'
import { type AssetInput, kindOf } from '../input/fleet-input.ts'
import { assumptionsOf, hasOwnMaking } from './assumptions.ts'

/** Interpretation of a row: kind, location and duration of its figures. */
export interface RowFacts {
  /** Kind, as in the column `kind`: `laptop`, `server`, `cloudInstance`, `cpu`. */
  readonly kind: string
  /** Location of the electricity. `EEE (assumed)` if missing or unknown. */
  readonly location: string
  /** Assessed duration in hours. Undefined for assets without a lifetime. */
  readonly hours: number | undefined
  /** The same and more, as the sentence `computedFor` names it. */
  readonly conditions: Conditions
  /** The assumptions behind its figures. */
  readonly assumptions: readonly Assumption[]
  /** Whether its making is the caller's own figure. */
  readonly hasOwnMaking: boolean
  /** Data quality rating of its total in the first criterion, 1 (best) to 5. Only if requested. */
  readonly quality?: number
}

interface Outcome {
  readonly isBilled: boolean
  readonly hasEnergy: boolean
  readonly warnings: readonly Warning[]
}

/** How a row was interpreted, from its input, the thing made from it, its span, and the outcome. */
export function rowFacts(
  input: AssetInput,
  asset: Asset,
  span: Span,
  { isBilled, hasEnergy, warnings }: Outcome,
): RowFacts {
  const { usageLocation: place } = asset.usage
  const conditions = conditionsOf(span, asset.usage)
  return {
    kind: kindOf(input),
    location: conditions.place,
    hours: conditions.hours,
    conditions: isBilled ? { ...conditions, hoursOf: 'BILL' } : conditions,
    assumptions: assumptionsOf(input, {
      isPlaceAssumed: isPlaceAssumed(place, place.warnings),
      hasEnergy,
      warnings,
    }),
    hasOwnMaking: hasOwnMaking(input),
  }
}
