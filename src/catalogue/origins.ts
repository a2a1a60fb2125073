import type { ExplanationNode } from '../engine/readings/explanation.ts'
import type { Leaf } from '../engine/values/leaf.ts'
import { characterisationOf, figureMethodsOf } from './figure-methods.ts'
import { perObject } from './per-object.ts'
import { sourcesIn } from './sources-in.ts'
import { uncertaintiesOf } from './spreads.ts'
import { PEDIGREE_INDICATORS, type Source, type Tables, type Uncertainty } from './tables.ts'

/** Where a value of an explanation comes from, and why it spreads. */
export interface Origin {
  /**
   * Documents that its source, its method and the rows of an average name, each once. Empty for your own inputs and for
   * formulas.
   */
  readonly sources: readonly Source[]
  /** How an input was determined, and the characterisation method of a factor with its version. */
  readonly method?: string
  /** Reason for the spread of an input; without a spread, the reason for that. */
  readonly spreadReason?: string
}

/** The origins of nodes of explanations: `of` is the input of a node, undefined for a formula. */
export const originsIn: (
  tables: Tables,
) => (of: Leaf | undefined, node: Pick<ExplanationNode, 'source' | 'min' | 'max' | 'distribution'>) => Origin =
  perObject((tables) => {
    const named = sourcesIn(tables)
    const ofRows = perObject((texts: readonly string[]) => [...new Set(texts.flatMap(named))])
    return (of, { source, min, max, distribution }) => {
      const row = of && figureMethodsOf(tables)(of)
      const uncertainty = of && uncertaintiesOf(tables)(of)
      const isExact = min === max && (distribution?.gsd2 ?? 1) === 1
      const method = joined([row?.method, of && characterisationOf(of)])
      const spreadReason = joined([
        min === max ? undefined : row?.bounds,
        uncertainty && reasonOf(uncertainty),
        isExact ? row?.exact : undefined,
      ])
      return {
        // Releases without methods keep their published answers.
        sources: [
          ...new Set([...named(source), ...named(row?.source), ...(row && of?.sources ? ofRows(of.sources) : [])]),
        ],
        ...(method !== undefined && { method }),
        ...(spreadReason !== undefined && { spreadReason }),
      }
    }
  })

function joined(texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter((each) => each !== undefined).join('; ') || undefined
}

/** The reason for a spread: `one generic device (reliability 2, completeness 3; https://doi.org/...)`. */
function reasonOf({ note, scores, source }: Uncertainty): string | undefined {
  const scored = PEDIGREE_INDICATORS.flatMap((each) => (scores[each] === undefined ? [] : `${each} ${scores[each]}`))
  const basis = [scored.join(', '), source ?? ''].filter((each) => each !== '').join('; ')
  if (note === undefined) return basis === '' ? undefined : basis
  return basis === '' ? note : `${note} (${basis})`
}
