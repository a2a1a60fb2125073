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
  {
    name: 'use',
    text: 'electricity * energy',
    operands: ['electricity', 'energy'],
    isImpact: true,
    signed: 'electricity',
  },
  (electricity, energy) => electricity * energy,
)
