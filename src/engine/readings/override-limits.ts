import type { Estimate } from '../values/range.ts'
import type { LeafNode } from './graph.ts'
import { propertyOf } from './leaf-label.ts'

/** The least and the most that a property can be. All others are 0 or more. */
const LIMITS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  time_workload: [0, 100],
  use_time_ratio: [0, 1],
  pue: [1, Number.POSITIVE_INFINITY],
}

/** Properties that divide. */
const NEVER_0 = new Set(['hours_life_time', 'drive_life'])

/**
 * Says what was expected if a new value of an input is impossible; undefined if it is possible. Parameters of a power
 * curve can be below 0. So can a factor that is below 0 in the tables, because it contains credits for recycling.
 *
 * Example: for a load, 150 gives `expected 0 to 100`.
 */
export function faultOfOverride({ leaf, quantity }: LeafNode, { min, max }: Estimate): string | undefined {
  if (leaf.table === 'power-profiles' || quantity.min < 0) return undefined
  const property = leaf.table === 'constants' ? (leaf.property ?? leaf.row ?? '') : propertyOf(leaf)
  const [least, most] = LIMITS[property] ?? [0, Number.POSITIVE_INFINITY]
  if (NEVER_0.has(property) && min <= 0) return 'expected a number above 0'
  if (min >= least && max <= most) return undefined
  return Number.isFinite(most) ? `expected ${least} to ${most}` : `expected ${least} or more`
}
