import type { Field } from './field.ts'

/** Hours of a year, as lifetimes count them. */
const HOURS_A_YEAR = 8760

const USE = 'Use and lifetime'

/** Where this one runs, if not where all others do. */
const usageLocation: Field = {
  id: 'location',
  label: 'Location of this one',
  path: 'usage.usageLocation',
  type: 'text',
  suggestions: 'locations',
  placeholder: 'as above',
  group: '',
  width: 'half',
}
const timeWorkload: Field = {
  id: 'load',
  label: 'Load of this one',
  path: 'usage.timeWorkload',
  type: 'number',
  unit: '%',
  placeholder: 'as above',
  group: '',
}
const hoursLifeTime: Field = {
  id: 'lifetime',
  label: 'Lifetime',
  path: 'usage.hoursLifeTime',
  type: 'number',
  unit: 'years',
  factor: HOURS_A_YEAR,
  group: USE,
  isAssumption: true,
}
const useTimeRatio: Field = {
  id: 'useTimeRatio',
  label: 'Share of time in use',
  path: 'usage.useTimeRatio',
  type: 'number',
  unit: '0 to 1',
  group: USE,
  isAssumption: true,
}
const avgPower: Field = {
  id: 'power',
  label: 'Mean power, if you measured it',
  path: 'usage.avgPower',
  type: 'number',
  unit: 'W',
  group: USE,
  isAssumption: true,
}
const otherConsumptionRatio: Field = {
  id: 'otherRatio',
  label: 'Power besides CPU, RAM and GPU',
  path: 'usage.otherConsumptionRatio',
  type: 'number',
  unit: '× theirs',
  group: USE,
  isAssumption: true,
}

/** What can be entered about the use of anything that draws power. */
export const plainUsageFields: readonly Field[] = [usageLocation, hoursLifeTime, useTimeRatio, avgPower]

/** What can be entered about the use of a thing that has a load. */
export const loadedUsageFields: readonly Field[] = [usageLocation, timeWorkload, hoursLifeTime, useTimeRatio, avgPower]

/** What can be entered about the use of a server or a cloud instance. */
export const serverUsageFields: readonly Field[] = [...loadedUsageFields, otherConsumptionRatio]

/** Parts that draw nothing that is known have a lifetime alone. */
export const lifetimeFields: readonly Field[] = [hoursLifeTime]
