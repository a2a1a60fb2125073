import type { SpreadOf } from '../engine/readings/sampling/input-distribution.ts'
import type { Leaf } from '../engine/values/leaf.ts'
import { perObject } from './per-object.ts'
import type { Tables, Uncertainty } from './tables.ts'

/**
 * The published spread (GSD2) of a leaf, from its row of the uncertainty table.
 *
 * @example
 * spreadsOf(tables)({ table: 'component-factors', row: 'cpu', column: 'per_die_area', criterion: 'gwp' }) // 1.96478
 */
export const spreadsOf: (tables: Pick<Tables, 'uncertainties'>) => SpreadOf = perObject((tables) => {
  const uncertaintyOf = uncertaintiesOf(tables)
  return (of) => of.gsd2 ?? uncertaintyOf(of)?.gsd2
})

type UncertaintyOf = (of: Leaf) => Uncertainty | undefined

/** The row of the uncertainty table for a leaf; undefined if bounds are its only spread. */
export const uncertaintiesOf: (tables: Pick<Tables, 'uncertainties'>) => UncertaintyOf = perObject(
  ({ uncertainties }) => {
    const byKind = new Map(uncertainties.map((row) => [keyOf(row), row]))
    return ({ table, row, column, variant, criterion }) => {
      switch (table) {
        case 'power-model':
          return byKind.get('cpus power')
        case 'model':
          if (row === 'server_power_idle') return byKind.get('model server_power.idle')
          return byKind.get(`model ${column === undefined ? row : `${row}.own`}`)
        case 'electricity':
          return byKind.get(`electricity ${criterion ?? column}`)
        case 'component-factors':
          if (variant !== undefined) return byKind.get(`${table} ${row}.${column}.${variant}`)
          return byKind.get(`${table} ${row}.${column}.${criterion}`) ?? byKind.get(`${table} ${row}.${column}`)
        case 'functional-block-factors':
          return byKind.get(`functional-block-factors ${column}`)
        case 'gpu-factors':
        case 'device-factors':
          return byKind.get(`${table} ${row}.${criterion}`) ?? byKind.get(`${table} ${row}`) ?? byKind.get(table)
        case 'device-stages':
          return (
            byKind.get(`${table} ${row}.${column}.${criterion}`) ??
            byKind.get(`${table} ${row}.${column}`) ??
            byKind.get(`${table} ${column}`)
          )
        case 'published':
          return byKind.get(table)
        case 'terminal-sizes':
        case 'terminal-archetypes':
          return byKind.get(`${table} ${row}.${column}`) ?? byKind.get(`${table} ${column}`)
        default:
          return undefined
      }
    }
  },
)

/**
 * A kind with a criterion, `gpu.gwp`, overrides the kind for all criteria. Kinds of component factors name their unit:
 * `cpu.mm2` and `cpu.unit` are `cpu.per_die_area` and `cpu.base`.
 */
function keyOf({ table, kind }: Uncertainty): string {
  if (kind === undefined) return table
  if (table !== 'component-factors') return `${table} ${kind}`
  return `${table} ${kind.replace(/\.(?:mm2|cm2)\b/, '.per_die_area').replace(/\.(?:unit|kg)\b/, '.base')}`
}
