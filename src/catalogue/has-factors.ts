import { CRITERION_CODES, type Criterion } from '../engine/values/criteria.ts'
import type { Tables } from './tables.ts'

type FactorTables = Pick<Tables, 'electricity' | 'componentFactors' | 'deviceFactors'>

/** The criteria that a release has figures in, in their canonical order: those that pages, command and documents offer. */
export function offeredCriteria(tables: FactorTables): readonly Criterion[] {
  return CRITERION_CODES.filter((criterion) => hasFactors(tables, criterion))
}

/**
 * Whether a release has figures in a criterion of what most things are made of or use: of making devices or components, or of
 * electricity. What cards or connected objects alone have is not offered.
 */
export function hasFactors(
  { electricity, componentFactors, deviceFactors }: FactorTables,
  criterion: Criterion,
): boolean {
  // Final energy is so by definition.
  if (criterion === 'fe') return true
  return (
    electricity.some(({ factors }) => factors[criterion] !== undefined) ||
    deviceFactors.some(({ factors }) => factors[criterion] !== undefined) ||
    Array.from(componentFactors.values()).some(
      ({ base, perDieArea }) => base[criterion] !== undefined || perDieArea[criterion] !== undefined,
    )
  )
}
