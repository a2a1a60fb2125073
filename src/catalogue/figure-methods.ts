import type { Criterion } from '../engine/values/criteria.ts'
import { CRITERION_METHODS } from '../engine/values/criterion-methods.ts'
import type { Leaf, LeafTable } from '../engine/values/leaf.ts'
import { perObject } from './per-object.ts'
import type { FigureMethod, Tables } from './tables.ts'

/**
 * The row of the table of methods for a leaf; undefined if the release does not state it. The most specific row counts.
 * Kinds are, in that order: row and column, row, the first word of the row (`average`), column, and criterion.
 *
 * @example
 * figureMethodsOf(tables)({ table: 'constants', row: 'ram_power' })?.method // 'One power for a module of any size'
 */
export const figureMethodsOf: (tables: Pick<Tables, 'methods'>) => (of: Leaf) => FigureMethod | undefined = perObject(
  ({ methods }) => {
    const byKind = new Map(methods.map((row) => [`${row.table} ${row.kind ?? ''}`, row]))
    return ({ table, within, row, column, variant, criterion }) => {
      const kinds = [`${row}.${column}.${variant ?? criterion}`, `${row}.${column}`, `${within}.${column}`, row]
      const wider = [row?.split('.')[0], column, criterion, '']
      for (const kind of [...kinds, ...wider]) {
        const found = kind === undefined ? undefined : byKind.get(`${table} ${kind}`)
        if (found !== undefined) return found
      }
      return undefined
    }
  },
)

/** Tables of factors of making; those of electricity are of use. */
const OF_MAKING: ReadonlySet<LeafTable> = new Set<LeafTable>([
  'component-factors',
  'gpu-factors',
  'device-factors',
  'device-stages',
  'functional-block-factors',
])

/** The characterisation method of a factor: `IPCC GWP100, AR5`. Undefined for other leaves. */
export function characterisationOf({ table, criterion }: Leaf): string | undefined {
  const methods = CRITERION_METHODS[criterion as Criterion]
  if (OF_MAKING.has(table)) return methods?.embedded
  return table === 'electricity' ? methods?.use : undefined
}
