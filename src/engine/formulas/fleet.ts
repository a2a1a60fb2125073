import { formula } from '../figures/formula.ts'

/** So many of one asset. Its impact may be below 0 (land use). */
export const impactOfMany = formula(
  { name: 'impact_of_many', text: 'impact * quantity', operands: ['impact', 'quantity'], signed: 'impact' },
  (impact, quantity) => impact * quantity,
)
