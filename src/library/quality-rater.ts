import { BoundedCache } from '../catalogue/bounded-cache.ts'
import type { ImpactFigure } from '../engine/assessment/impact.ts'
import { graphOf } from '../engine/readings/graph.ts'
import { qualityOfSwings, swingsOfInputs } from '../engine/readings/quality.ts'
import { addSwings, type Swing } from '../engine/readings/swings.ts'
import { sum } from '../engine/values/formula.ts'
import type { Estimate } from '../engine/values/range.ts'
import type { AssetInput } from '../input/fleet-input.ts'

/** Assets that differ in more than their place and are rated in turns. */
const MOST_KEPT = 64

/**
 * Rates the quality of totals one by one. Making an asset is the same wherever it is used. Assets that differ in their
 * place alone, such as an instance type in each region, record it once.
 */
export class QualityRater {
  readonly #year: number
  readonly #making = new BoundedCache<string, { readonly result: Estimate; readonly swings: readonly Swing[] }>(
    MOST_KEPT,
  )

  /** `year` is the one that ages of factors count from. */
  constructor(year: number) {
    this.#year = year
  }

  /** The data quality rating of a total, 1 (best) to 5. `at` is the path of the asset in names of its inputs. */
  rate(total: ImpactFigure, asset: AssetInput, at = ''): number {
    const { embedded } = total.impact
    const made = embedded === undefined ? [] : this.#swingsOfMaking(embedded, JSON.stringify([at, asset], withoutPlace))
    const swings = addSwings(made, swingsOf(total, ['use', 'building']))
    return qualityOfSwings(swings, total.value, this.#year).dataQualityRating
  }

  #swingsOfMaking(embedded: ImpactFigure, asset: string): readonly Swing[] {
    const { criterion, span } = embedded.impact
    const key = `${criterion} ${JSON.stringify(span)} ${asset}`
    const known = this.#making.get(key)
    const { result } = embedded
    if (known !== undefined && isSame(known.result, result)) return known.swings
    const swings = swingsOf(embedded, ['embedded'])
    this.#making.set(key, { result, swings })
    return swings
  }
}

/** How far the inputs of some phases of a figure's impact move the sum of these phases. */
function swingsOf({ impact }: ImpactFigure, phases: readonly ('embedded' | 'use' | 'building')[]): readonly Swing[] {
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

function withoutPlace(key: string, value: unknown): unknown {
  return key === 'region' || key === 'usageLocation' ? undefined : value
}

function isSame(one: Estimate, other: Estimate): boolean {
  return one.value === other.value && one.min === other.min && one.max === other.max
}
