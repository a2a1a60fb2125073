import { BoundedCache } from '../catalogue/bounded-cache.ts'
import type { ImpactFigure } from '../engine/assessment/impact.ts'
import { graphOf } from '../engine/readings/graph.ts'
import { qualityOfSwings, swingsOfInputs } from '../engine/readings/quality.ts'
import { addSwings, type Swing } from '../engine/readings/swings.ts'
import { sum } from '../engine/values/formula.ts'
import type { Estimate } from '../engine/values/range.ts'
import type { AssetInput } from '../input/fleet-input.ts'

/** Assets that differ in more than their place and load, and are rated in turns: families of all providers. */
const MOST_KEPT = 1000

/** Ratings of assets in proportion: all sizes of some families in all regions. */
const MOST_RATINGS = 2000

type Phase = 'embedded' | 'use' | 'building'

/** A making that was met before, and how far its inputs move it, from the second time on. */
interface Making {
  readonly result: Estimate
  swings?: readonly Swing[]
}

/**
 * Rates the quality of totals one by one. Making an asset is the same wherever it is used, at any load. Of assets that
 * differ in these alone, such as an instance type in each region, all but the first share what is recorded of their
 * making. Assets whose figures are in proportion, such as the sizes of a family, have the same rating.
 */
export class QualityRater {
  readonly #year: number
  readonly #ratings = new BoundedCache<string, number>(MOST_RATINGS)
  readonly #makings = new BoundedCache<string, Making>(MOST_KEPT)

  /** `year` is the one that ages of factors count from. */
  constructor(year: number) {
    this.#year = year
  }

  /** The data quality rating of a total, 1 (best) to 5. `at` is the path of the asset in names of its inputs. */
  rate(total: ImpactFigure, asset: AssetInput, at = ''): number {
    const { of, criterion, span } = total.impact
    const { proportions } = of
    if (proportions === undefined) return this.#compute(total, asset, at)
    const key = `${criterion} ${JSON.stringify(span)} ${proportions} ${JSON.stringify(asset, withoutType)}`
    const known = this.#ratings.get(key)
    if (known !== undefined) return known
    const rating = this.#compute(total, asset, at)
    this.#ratings.set(key, rating)
    return rating
  }

  #compute(total: ImpactFigure, asset: AssetInput, at: string): number {
    return qualityOfSwings(this.#swingsOf(total, asset, at), total.value, this.#year).dataQualityRating
  }

  #swingsOf(total: ImpactFigure, asset: AssetInput, at: string): readonly Swing[] {
    const { embedded, criterion, span } = total.impact
    if (embedded === undefined) return swingsOf(total, ['use', 'building'])
    const key = `${criterion} ${JSON.stringify(span)} ${JSON.stringify([at, asset], withoutUse)}`
    const known = this.#makings.get(key)
    if (known === undefined || !isSame(known.result, embedded.result)) {
      this.#makings.set(key, { result: embedded.result })
      return swingsOf(total, ['embedded', 'use', 'building'])
    }
    known.swings ??= swingsOf(embedded, ['embedded'])
    return addSwings(known.swings, swingsOf(total, ['use', 'building']))
  }
}

/** How far the inputs of some phases of a figure's impact move the sum of these phases. */
function swingsOf({ impact }: ImpactFigure, phases: readonly Phase[]): readonly Swing[] {
  const graph = graphOf(() => {
    const again = impact.of.again().impact(impact.criterion, impact.span)
    const known = phases.filter((phase) => again[phase] !== undefined)
    if (known.length === 0) return undefined
    return sum(
      known.map((phase) => (again[phase] as ImpactFigure).result),
      () => known,
    )
  })
  return graph === undefined ? [] : swingsOfInputs(graph)
}

function withoutType(key: string, value: unknown): unknown {
  return key === 'instanceType' ? undefined : value
}

function withoutUse(key: string, value: unknown): unknown {
  return key === 'region' || key === 'usageLocation' || key === 'timeWorkload' ? undefined : value
}

function isSame(one: Estimate, other: Estimate): boolean {
  return one.value === other.value && one.min === other.min && one.max === other.max
}
