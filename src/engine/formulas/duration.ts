import { formula } from '../figures/formula.ts'

const HOURS_PER_DAY = 24

/** Hours that are assessed, of hours, days and years of 365 days. Example: 2 hours, 2 days and 1 year are 8,810 hours. */
export const assessedHours = formula(
  {
    name: 'duration',
    text: 'hours + 24 * days + hours_per_year * years',
    operands: ['hours', 'days', 'years', 'hours_per_year'],
    unit: 'hours',
  },
  (hours, days, years, hoursPerYear) => hours + HOURS_PER_DAY * days + hoursPerYear * years,
)
