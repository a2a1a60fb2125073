import { formula } from '../figures/formula.ts'

const LITRES_PER_M3 = 1000

/** Litres of water that a kWh of electricity takes, of the factor of water use in m3. Example: 0.0037 m3 are 3.7 litres. */
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

/** Litres of water, of litres per kWh and kWh. Example: 0.2 l per kWh and 100 kWh are 20 litres. */
export const water = formula(
  { name: 'water', text: 'per_kwh * energy', operands: ['per_kwh', 'energy'], unit: 'l', signed: 'per_kwh' },
  (perKwh, energy) => perKwh * energy,
)
