import { formula } from '../figures/formula.ts'

const GRAMS_PER_KILOGRAM = 1000

/** Grams, of kilograms. */
export const inGrams = formula(
  { name: 'in_grams', text: '1000 * kilograms', operands: ['kilograms'] },
  (kilograms) => GRAMS_PER_KILOGRAM * kilograms,
)

/**
 * Software carbon intensity: g CO2 eq. of use and of making per functional unit (ISO/IEC 21031:2024, (O + M) / R).
 * Example: 900 g and 100 g over 500 requests are 2 g per request.
 */
export const carbonIntensity = formula(
  {
    name: 'sci',
    text: '(operational + embodied) / units',
    operands: ['operational', 'embodied', 'units'],
    fallingAt: (operational, embodied) => (operational + embodied >= 0 ? 0b100 : 0),
    unit: 'g CO2 eq. per unit',
  },
  (operational, embodied, units) => (operational + embodied) / units,
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
