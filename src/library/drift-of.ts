import { assessableOf } from '../catalogue/compared-item.ts'
import { driftBetweenReleases } from '../catalogue/drift-between-releases.ts'
import { createLoaders } from '../catalogue/loaders.ts'
import type { Release } from '../catalogue/releases.ts'
import { USUAL_DURATION } from '../engine/assessment/impact.ts'
import type { DriftCause } from '../engine/readings/drift-of-leaves.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import type { Range } from '../engine/values/range.ts'
import { checkInput } from '../input/check-input.ts'
import { checkOptions } from '../input/check-options.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import { DriftSubject } from '../input/reading-input.ts'
import { Assessor, comparedItems, type FigureOptions, type FleetItem, spanOf } from './assessor.ts'
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
  /** Scope of both totals in one sentence: duration, place, boundary, load and the two data releases. */
  readonly computedFor: string
}

/**
 * Compares the total impact of an asset or a fleet in two data releases, over a year by default. Throws a FaultError if
 * neither release knows it.
 *
 * Example: `driftOf(m5, releases.find('boavizta-2.4.1'), releases.newest)`, `driftOf({ fleet: items }, ...)`
 */
export async function driftOf(
  of: AssetInput | { readonly fleet: readonly FleetItem[] },
  before: Release,
  after: Release,
  options: FigureOptions = {},
): Promise<DriftAnswer> {
  checkOptions(options)
  const { criterion = 'gwp', duration = USUAL_DURATION } = options
  const span = spanOf({ ...options, duration })
  const given = 'fleet' in of ? { fleet: comparedItems(of.fleet, options) } : { asset: of }
  const subject = checkInput(DriftSubject, given)
  const question = { before, after, of: subject, criterion, span }
  const { from, to, ratio, causes, computedFor } = await driftBetweenReleases(question, (release) => {
    const assessor = new Assessor(release)
    const loaders = createLoaders(release.references)
    return assessableOf(subject, '', (asset, at) =>
      assessor.resolve(asset, options, loaders, at === '' ? 'input' : `input.${at}`),
    )
  })
  return {
    criterion,
    from: from ? boundsOf(from) : null,
    to: to ? boundsOf(to) : null,
    ratio: ratio ?? null,
    causes,
    computedFor,
  }
}
