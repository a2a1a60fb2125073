import { formula } from '../figures/formula.ts'

/** Freight in kg km: so many km of so many kg. Example: 19,000 km of 1.69 kg are 32,110 kg km. */
export const freight = formula(
  { name: 'freight', text: 'distance * weight', operands: ['distance', 'weight'], unit: 'kg km' },
  (distance, weight) => distance * weight,
)
