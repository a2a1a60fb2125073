import { driftBetweenReleases } from '../catalogue/drift-between-releases.ts'
import type { Release } from '../catalogue/releases.ts'
import { USUAL_DURATION } from '../engine/assessment/impact.ts'
import type { DriftCause } from '../engine/readings/drift-of-leaves.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { checkInput } from '../input/check-input.ts'
import { checkOptions } from '../input/check-options.ts'
import { AssetInput } from '../input/fleet-input.ts'
import { Assessor, type FigureOptions, spanOf } from './assessor.ts'
import { boundsOf } from './figure-row.ts'

/** Difference of a figure between two data releases, with its causes. */
export interface DriftAnswer {
  readonly criterion: Criterion
  /** Total in the first release. Null if it has no figure, or does not know the asset. */
  readonly from: Range | null
  readonly to: Range | null
  /** Ratio to / from. Null if one has no figure, or `from` is 0. */
  readonly ratio: number | null
  /** Causes: whole tables first, then inputs by id, replaced one by one. Effects add up to the difference. */
  readonly causes: readonly DriftCause[]
}

/**
 * Compares the total impact of an asset in two data releases, over a year by default. Throws a FaultError if neither
 * release knows the asset.
 *
 * Example: `driftOf(m5, releases.find('boavizta-2.4.1'), releases.newest)`
 */
export async function driftOf(
  asset: AssetInput,
  before: Release,
  after: Release,
  options: FigureOptions = {},
): Promise<DriftAnswer> {
  checkOptions(options)
  const { criterion = 'gwp', duration = USUAL_DURATION } = options
  const span = spanOf({ ...options, duration })
  const question = { before, after, asset: checkInput(AssetInput, asset), criterion, span }
  const { from, to, ratio, causes } = await driftBetweenReleases(question, (release) =>
    new Assessor(release).resolve(asset, options),
  )
  return {
    criterion,
    from: from ? boundsOf(from) : null,
    to: to ? boundsOf(to) : null,
    ratio: ratio ?? null,
    causes,
  }
}
