import { formula } from '../values/formula.ts'

const LITRES_PER_M3 = 1000

/** Litres of water per kWh of electricity, from the water use factor in m3. Example: 0.0037 m3 are 3.7 litres. */
export const waterOfElectricity = formula(
  {
    name: 'water_of_electricity',
    text: '1000 * water_use',
    operands: ['water_use'],
    unit: 'l/kWh',
    signed: 'water_use',
  },
  (waterUse) => LITRES_PER_M3 * waterUse,
)

/** Litres of water, from litres per kWh and kWh. Example: 0.2 l per kWh and 100 kWh are 20 litres. */
export const water = formula(
  { name: 'water', text: 'per_kwh * energy', operands: ['per_kwh', 'energy'], unit: 'l', signed: 'per_kwh' },
  (perKwh, energy) => perKwh * energy,
)

const GRAMS_PER_KILOGRAM = 1000

/**
 * Electricity that a data centre uses besides its IT, in kWh: cooling, power supply, lighting. Example: 100 kWh of IT
 * at a PUE of 1.35 add 35 kWh.
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

/**
 * The share of a data centre's building, in kg CO2 eq., by the energy of IT. Example: 100 kWh at 5 g per kWh are 0.5 kg
 * (ADEME, after Scaleway: 3.3e6 kg, 3,000 kW, 25 years).
 */
export const buildingOfEnergy = formula(
  { name: 'building', text: 'per_kwh / 1000 * energy', operands: ['per_kwh', 'energy'], unit: 'kg CO2 eq.' },
  (perKwh, energy) => (perKwh / GRAMS_PER_KILOGRAM) * energy,
)
