import { Figure } from '../assessment/impact.ts'
import type { Component } from '../components/component.ts'
import { shareOfMaking } from '../formulas/manufacturing.ts'
import type { Criterion } from '../values/criteria.ts'
import type { FactorQuantities, StageFactors } from '../values/factors.ts'
import type { Estimate } from '../values/range.ts'
import { GENERIC_DATA } from './device.ts'
import { makingOfServer } from './making-of-server.ts'
import { withStages } from './with-stages.ts'

/** A part of a server: its shares of the components, and the figures of a whole server. */
interface ShareOfServer {
  readonly components: readonly Component[]
  /** The sum of the shares; undefined if a component has no factor. */
  readonly parts: Figure | undefined
  /** The share by threads; undefined if the server lists none. */
  readonly byThreads: Estimate | undefined
  readonly generic: FactorQuantities
  readonly genericDrives?: number
  readonly stages?: StageFactors
}

/** Making a part of a server. Components without a factor are replaced by its share of a whole server, by threads. */
export function makingOfShare(
  { components, parts, byThreads, generic, genericDrives: drives, stages }: ShareOfServer,
  criterion: Criterion,
): Figure | undefined {
  if (byThreads === undefined) return parts
  if (parts !== undefined) return withStages(parts, stages, criterion, byThreads)
  if (drives !== undefined)
    return makingOfServer(components, criterion, {
      factors: generic,
      drives,
      devices: byThreads,
      ...(stages && { stages }),
    })
  const whole = generic[criterion]
  return whole && new Figure(shareOfMaking.of(whole, byThreads), GENERIC_DATA)
}
