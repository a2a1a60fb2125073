import { formula } from '../figures/formula.ts'

/** So many of one asset. Its impact may be below 0 (land use). */
export const impactOfMany = formula(
  { name: 'impact_of_many', text: 'impact * quantity', operands: ['impact', 'quantity'], signed: 'impact' },
  (impact, quantity) => impact * quantity,
)

/** Nothing is divided by less energy than this, in kWh. */
const LEAST_ENERGY_KWH = 1e-6

/** Impact of a mean kWh of several things, which lies between the lowest and the highest of theirs. */
export const meanIntensity = formula(
  {
    name: 'mean_intensity',
    text: 'min(highest, max(lowest, use / max(0.000001, energy)))',
    operands: ['use', 'energy', 'lowest', 'highest'],
    fallingAt: (use) => (use >= 0 ? 0b0010 : 0),
  },
  (use, energy, lowest, highest) => Math.min(highest, Math.max(lowest, use / Math.max(LEAST_ENERGY_KWH, energy))),
)
