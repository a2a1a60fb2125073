import { formula } from '../figures/formula.ts'

const HOURS_PER_DAY = 24
const HOURS_PER_YEAR = 8760

/** Hours that are assessed, of hours, days and years of 365 days. Example: 2 hours, 2 days and 1 year are 8,810 hours. */
export const assessedHours = formula(
  { name: 'duration', text: 'hours + 24 * days + 8760 * years', operands: ['hours', 'days', 'years'], unit: 'hours' },
  (hours, days, years) => hours + HOURS_PER_DAY * days + HOURS_PER_YEAR * years,
)
