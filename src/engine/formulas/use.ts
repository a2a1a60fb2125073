import { formula, withoutPer } from '../values/formula.ts'

const HOURS_PER_DAY = 24

/** Hours assessed, from hours, days and years of 365 days. Example: 2 hours, 2 days and 1 year are 8,810 hours. */
export const assessedHours = formula(
  {
    name: 'duration',
    text: 'hours + 24 * days + hours_per_year * years',
    operands: ['hours', 'days', 'years', 'hours_per_year'],
    unit: 'hours',
  },
  (hours, days, years, hoursPerYear) => hours + HOURS_PER_DAY * days + hoursPerYear * years,
)

export const WATTS_PER_KILOWATT = 1000

/**
 * Electricity used, in kWh: power in W while in use, share of the time in use (0 to 1), hours assessed. Example: 50 W
 * all the time over 250 hours are 12.5 kWh.
 */
export const energyOfUse = formula(
  {
    name: 'energy',
    text: 'power / 1000 * use_time_ratio * hours',
    operands: ['power', 'use_time_ratio', 'hours'],
    unit: 'kWh',
  },
  (power, useTimeRatio, hours) => (power / WATTS_PER_KILOWATT) * useTimeRatio * hours,
)

/**
 * Impact of use, in the unit of the criterion: impact per kWh times kWh. Some factors (land use) may be below 0.
 * Example: 0.4 kg CO2 eq. per kWh times 12.5 kWh are 5 kg CO2 eq.
 */
export const use = formula(
  {
    name: 'use',
    text: 'electricity * energy',
    operands: ['electricity', 'energy'],
    unit: withoutPer,
    signed: 'electricity',
  },
  (electricity, energy) => electricity * energy,
)
