import { leaf, type NumberAttribute } from '../engine/values/attribute.ts'
import { exact } from '../engine/values/range.ts'
import { perObject } from './per-object.ts'
import type { Tables } from './tables.ts'

/** The errors of the models: 1, with the spread from the table of uncertainties. */
interface ModelTerms {
  /** Shared by the power of all processors and memory. */
  readonly power?: NumberAttribute
  /** Shared by the power of all servers. */
  readonly serverPower?: NumberAttribute
  /** Shared by the making of all components of a server. */
  readonly making?: NumberAttribute
}

/** The terms of a release: those of the kind `model` in its table of uncertainties. */
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
        `1 (no correction) with the spread of published figures around the model: ${row.source}`,
      )
    )
  }
  const [power, serverPower, making] = [of('power', 'avg_power'), of('server_power', 'avg_power'), of('making')]
  return { ...(power && { power }), ...(serverPower && { serverPower }), ...(making && { making }) }
})
