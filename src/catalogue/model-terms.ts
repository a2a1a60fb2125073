import { leaf, type NumberAttribute } from '../engine/values/attribute.ts'
import { exact } from '../engine/values/range.ts'
import { perObject } from './per-object.ts'
import type { Tables } from './tables.ts'

/** How far models are off, by what they are of: 1, with the spread that the table of uncertainties has of it. */
interface ModelTerms {
  /** The power of all processors and all memory alike. */
  readonly power?: NumberAttribute
  /** The making of all components of a server alike. */
  readonly making?: NumberAttribute
}

/** The terms of a release: those that its table of uncertainties has a spread of, `model,power` and `model,making`. */
export const modelTerms = perObject(({ uncertainties }: Pick<Tables, 'uncertainties'>): ModelTerms => {
  const of = (kind: string, property?: string) => {
    const row = uncertainties.find((each) => each.table === 'model' && each.kind === kind)
    return (
      row &&
      leaf(
        { table: 'model', row: kind, property },
        'COMPLETED',
        exact(1),
        '1',
        `How far the model is off: ${row.source}`,
      )
    )
  }
  const [power, making] = [of('power', 'avg_power'), of('making')]
  return { ...(power && { power }), ...(making && { making }) }
})
