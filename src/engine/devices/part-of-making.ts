import { splitOfMaking } from '../formulas/manufacturing.ts'
import { leaf, type NumberAttribute } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities } from '../values/factors.ts'
import { perObject } from '../values/per-object.ts'
import { type Estimate, exact } from '../values/range.ts'

/**
 * What a figure of climate change of making says in a criterion: itself in climate change, and its biogenic, fossil and
 * land use parts in the proportions of the factors of such a device. Undefined in other criteria, and without factors.
 * The bounds of the parts are those of making, so that no part exceeds the whole.
 */
export function partOfMaking(
  criterion: Criterion,
  making: Estimate,
  factors: FactorQuantities | undefined,
): Estimate | undefined {
  if (criterion === 'gwp') return making
  if (criterion !== 'gwppb' && criterion !== 'gwppf' && criterion !== 'gwpplu') return undefined
  const { [criterion]: own, gwppb: biogenic, gwppf: fossil, gwpplu: landUse } = factors ?? {}
  if (own === undefined || biogenic === undefined || fossil === undefined || landUse === undefined) return undefined
  return splitOfMaking.of(
    withoutBounds(own),
    making,
    withoutBounds(biogenic),
    withoutBounds(fossil),
    withoutBounds(landUse),
  )
}

/** A factor at its value. */
const withoutBounds = perObject(({ leaf: of, status, value, unit, source }: NumberAttribute) =>
  of === undefined ? exact(value) : leaf(of, status, exact(value), unit, source),
)
