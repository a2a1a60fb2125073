import { formula } from '../figures/formula.ts'

/** Freight in kg km: so many km of so many kg. */
export const freight = formula(
  { name: 'freight', text: 'distance * weight', operands: ['distance', 'weight'], unit: 'kg km' },
  (distance, weight) => distance * weight,
)
