import type { Field } from './field.ts'

const GROUP = 'Use and life'

const usageLocation: Field = {
  id: 'location',
  label: 'Location of this one',
  path: 'usage.usageLocation',
  type: 'text',
  suggestions: 'locations',
  placeholder: 'as above',
  group: GROUP,
  isAssumption: true,
}
const timeWorkload: Field = {
  id: 'load',
  label: 'Load of this one',
  path: 'usage.timeWorkload',
  type: 'number',
  unit: '%',
  placeholder: 'as above',
  group: GROUP,
  isAssumption: true,
}
const useTimeRatio: Field = {
  id: 'useTimeRatio',
  label: 'Share of time in use',
  path: 'usage.useTimeRatio',
  type: 'number',
  unit: '0 to 1',
  group: GROUP,
  isAssumption: true,
}
const hoursLifeTime: Field = {
  id: 'lifetime',
  label: 'Lifetime',
  path: 'usage.hoursLifeTime',
  type: 'number',
  unit: 'hours',
  group: GROUP,
  isAssumption: true,
}
const avgPower: Field = {
  id: 'power',
  label: 'Mean power, if you measured it',
  path: 'usage.avgPower',
  type: 'number',
  unit: 'W',
  group: GROUP,
  isAssumption: true,
}
const otherConsumptionRatio: Field = {
  id: 'otherRatio',
  label: 'Power besides CPU, RAM and GPU',
  path: 'usage.otherConsumptionRatio',
  type: 'number',
  unit: '× theirs',
  group: GROUP,
  isAssumption: true,
}

/** What may be said of the use of anything. */
export const plainUsageFields: readonly Field[] = [hoursLifeTime, useTimeRatio, avgPower, usageLocation]

/** What may be said of the use of what has a load. */
export const loadedUsageFields: readonly Field[] = [hoursLifeTime, useTimeRatio, avgPower, usageLocation, timeWorkload]

/** What may be said of the use of a server or a cloud instance. */
export const serverUsageFields: readonly Field[] = [otherConsumptionRatio, ...loadedUsageFields]
