/** A month of billing: 8760 hours / 12, as AWS and Azure count it. */
const HOURS_OF_MONTH = 730

const HOURS: Readonly<Record<string, number>> = {
  h: 1,
  hr: 1,
  hrs: 1,
  hour: 1,
  hours: 1,
  'instance-hours': 1,
  'instance hours': 1,
  'vm-hours': 1,
  second: 1 / 3600,
  seconds: 1 / 3600,
  s: 1 / 3600,
  minute: 1 / 60,
  minutes: 1 / 60,
  day: 24,
  days: 24,
  month: HOURS_OF_MONTH,
  months: HOURS_OF_MONTH,
}

/**
 * Hours of one unit of a bill; undefined where it is not a time (GB, requests) or the time of a part (vCPU-Hours).
 *
 * Example: `hoursPerUnit('100 Hours')` is 100.
 */
export function hoursPerUnit(unit: string): number | undefined {
  const [, many = '1', word = ''] =
    /^(\d{1,9}(?:\.\d{1,9})?)?\s*([a-z][a-z -]*)$/.exec(unit.trim().toLowerCase().slice(0, 60)) ?? []
  const hours = Object.hasOwn(HOURS, word) ? HOURS[word] : undefined
  return hours === undefined ? undefined : Number(many) * hours
}
