import { CRITERION_CODES, type Criterion } from '../engine/values/criteria.ts'
import { FACTOR_BASES } from '../engine/values/factors.ts'
import type { Tables } from './tables.ts'

type FactorTables = Pick<Tables, 'electricity' | 'componentFactors' | 'deviceFactors'>

/** The criteria that a release has figures in, in canonical order. Pages, command and documents offer these. */
export function offeredCriteria(tables: FactorTables): readonly Criterion[] {
  return CRITERION_CODES.filter((criterion) => hasFactors(tables, criterion))
}

/**
 * Whether a release has figures in a criterion for making devices or components, or for electricity. A criterion that
 * only cards or IoT devices have does not count.
 */
export function hasFactors(
  { electricity, componentFactors, deviceFactors }: FactorTables,
  criterion: Criterion,
): boolean {
  // Final energy follows by definition.
  if (criterion === 'fe') return true
  return (
    electricity.some(({ factors }) => factors[criterion] !== undefined) ||
    deviceFactors.some(({ factors }) => factors[criterion] !== undefined) ||
    Array.from(componentFactors.values()).some((row) =>
      FACTOR_BASES.some((basis) => row[basis]?.factors[criterion] !== undefined),
    )
  )
}
