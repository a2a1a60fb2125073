import { formula } from '../values/formula.ts'

/**
 * Impact of several units of one asset. It may be below 0 (land use). Example: 12 units of 900 kg CO2 eq. are 10,800
 * kg.
 */
export const impactOfMany = formula(
  {
    name: 'impact_of_many',
    text: 'impact * quantity',
    operands: ['impact', 'quantity'],
    signed: 'impact',
  },
  (impact, quantity) => impact * quantity,
)

/** Smallest divisor, in kWh, so that an average over no energy stays finite. */
const LEAST_ENERGY_KWH = 1e-6

/**
 * Mean impact per kWh of several things, between the lowest and the highest of them. Example: 30 kg CO2 eq. over 100
 * kWh, from things at 0.1 and 0.4 kg, are 0.3 kg per kWh.
 */
export const meanIntensity = formula(
  {
    name: 'mean_intensity',
    text: 'min(highest, max(lowest, use / max(0.000001, energy)))',
    operands: ['use', 'energy', 'lowest', 'highest'],
    unit: (_use, _energy, lowest) => lowest,
    fallingAt: (use) => (use >= 0 ? 0b0010 : 0),
  },
  (use, energy, lowest, highest) => Math.min(highest, Math.max(lowest, use / Math.max(LEAST_ENERGY_KWH, energy))),
)
