import { formula } from '../values/formula.ts'

const GRAMS_PER_KILOGRAM = 1000

/** Converts kilograms to grams. Example: 0.9 kg are 900 g. */
export const inGrams = formula(
  { name: 'in_grams', text: '1000 * kilograms', operands: ['kilograms'], unit: (unit) => unit?.replace(/^kg/, 'g') },
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
