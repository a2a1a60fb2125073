import type { SpreadOf } from '../engine/readings/sampling/input-distribution.ts'
import { perObject } from './per-object.ts'
import type { Tables, Uncertainty } from './tables.ts'

/**
 * The published spread (GSD2) of what enters a calculation, by its id: the row of the uncertainty table that it is of.
 *
 * @example
 * spreadsOf(tables)('component-factors.cpu.per_die_area.gwp') // 1.96478
 */
export const spreadsOf: (tables: Pick<Tables, 'uncertainties'>) => SpreadOf = perObject(({ uncertainties }) => {
  const byKind = new Map(uncertainties.map((row) => [keyOf(row), row.gsd2]))
  return (leaf) => {
    const [table = '', ...rest] = leaf.split('.')
    const criterion = rest.at(-1) ?? ''
    const kind = rest.slice(0, -1).join('.')
    switch (table) {
      case 'power-model':
        return byKind.get('cpus power')
      case 'electricity':
        return byKind.get(`electricity ${criterion}`)
      case 'component-factors':
        return byKind.get(`component-factors ${kind}`)
      case 'functional-block-factors':
        return byKind.get(`functional-block-factors ${rest.at(-2)}`)
      case 'gpu-factors':
      case 'device-factors':
        return byKind.get(`${table} ${kind}`) ?? byKind.get(table)
      default:
        return undefined
    }
  }
})

/** Kinds of component factors name what they count: `cpu.mm2` and `cpu.unit` are `cpu.per_die_area` and `cpu.base`. */
function keyOf({ table, kind }: Uncertainty): string {
  if (kind === undefined) return table
  if (table !== 'component-factors') return `${table} ${kind}`
  return `${table} ${kind.replace(/\.(?:mm2|cm2)$/, '.per_die_area').replace(/\.(?:unit|kg)$/, '.base')}`
}
