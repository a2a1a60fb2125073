import { leaf, type NumberAttribute } from './attribute.ts'
import { CRITERIA, CRITERION_CODES, type Criterion } from './criteria.ts'
import type { FactorQuantities, Factors } from './figures.ts'
import { exact } from './range.ts'

/**
 * The factors of one row as what enters a calculation, each under the row's id and its criterion:
 * `factorQuantities('component-factors.cpu.base', { gwp: 9.14 })` has `component-factors.cpu.base.gwp`.
 */
export function factorQuantities(id: string, factors: Factors, source?: string): FactorQuantities {
  const quantities: Partial<Record<Criterion, NumberAttribute>> = {}
  for (const code of CRITERION_CODES) {
    const value = factors[code]
    if (value === undefined) continue
    quantities[code] = leaf(`${id}.${code}`, 'COMPLETED', exact(value), CRITERIA[code].unit, source)
  }
  return quantities
}
