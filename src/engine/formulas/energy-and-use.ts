import { formula } from '../figures/formula.ts'

const WATT_PER_KILOWATT = 1000

/**
 * Electricity used, in kWh: power in W while in use, share of the time in use (0 to 1), hours that are assessed.
 * Example: 50 W all the time over 250 hours are 12.5 kWh.
 */
export const energyOfUse = formula(
  {
    name: 'energy',
    text: 'power / 1000 * use_time_ratio * hours',
    operands: ['power', 'use_time_ratio', 'hours'],
    unit: 'kWh',
  },
  (power, useTimeRatio, hours) => (power / WATT_PER_KILOWATT) * useTimeRatio * hours,
)

/**
 * Impact of use, in the unit of the criterion: impact of one kWh times kWh. Some factors (land use) may be below 0.
 * Example: 0.4 kg CO2 eq. per kWh times 12.5 kWh are 5 kg CO2 eq.
 */
export const use = formula(
  { name: 'use', text: 'electricity * energy', operands: ['electricity', 'energy'], signed: 'electricity' },
  (electricity, energy) => electricity * energy,
)

/**
 * Electricity that a data centre uses besides its IT, in kWh: cooling, supplies, lights.
 * Example: 100 kWh of IT at a PUE of 1.35 are 35 kWh.
 */
export const energyOfFacility = formula(
  {
    name: 'energy_of_facility',
    text: 'energy * (pue - 1)',
    operands: ['energy', 'pue'],
    unit: 'kWh',
    fallingAt: (_, pue) => (pue < 1 ? 1 : 0),
  },
  (energy, pue) => energy * (pue - 1),
)

const GRAMS_PER_KILOGRAM = 1000

/**
 * The share of a data centre's building, in kg CO2 eq., by the energy of IT. Example: 100 kWh at 5 g per kWh are 0.5 kg
 * (ADEME, after Scaleway: 3.3e6 kg, 3,000 kW, 25 years).
 */
export const buildingOfEnergy = formula(
  { name: 'building', text: 'per_kwh / 1000 * energy', operands: ['per_kwh', 'energy'], unit: 'kg CO2 eq.' },
  (perKwh, energy) => (perKwh / GRAMS_PER_KILOGRAM) * energy,
)
