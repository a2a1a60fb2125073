import { leaf, type NumberAttribute } from './attribute.ts'
import { CRITERIA, CRITERION_CODES, type Criterion } from './criteria.ts'
import { exact } from './range.ts'

/** Numbers by criterion; a criterion that is not there has no known figure. */
export type Factors = Readonly<Partial<Record<Criterion, number>>>

/** The same as what enters a calculation: each factor under its id. */
export type FactorQuantities = Readonly<Partial<Record<Criterion, NumberAttribute>>>

/** Factors of a kind of component as what enters a calculation: per unit (or kg), and per mm2 or cm2 of die. */
export interface PartFactors {
  readonly base: FactorQuantities
  readonly perDieArea: FactorQuantities
}

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
