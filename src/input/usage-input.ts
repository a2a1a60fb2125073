import type * as z from 'zod'
import { CRITERION_CODES } from '../engine/values/criteria.ts'
import {
  type Advice,
  amount,
  filled,
  finite,
  list,
  name,
  object,
  optional,
  percent,
  positive,
  pue,
  ratio,
  shortList,
  withLoad,
  word,
} from './fields.ts'

/** Tolerance for the sum of a workload's shares of time around 100, in percent. */
const SHARE_TOLERANCE = 0.1

const LOAD_OF_LEVEL = 'Load during this share of the time, in percent'

const timeOfLevel = {
  timePercentage: percent.meta({
    description: 'Share of the time, in percent. The shares add up to 100',
    examples: [50],
  }),
}

/** A level of a workload as `/v1` names it. */
export const workloadLevelShape = {
  ...timeOfLevel,
  loadPercentage: percent.meta({ description: LOAD_OF_LEVEL, examples: [80] }),
}

/** Loads with their shares of the time, which sum to 100 percent. */
export const workloadLevels = filled(
  list(
    withLoad(LOAD_OF_LEVEL, timeOfLevel).meta({
      id: 'WorkloadLevelInput',
      description: 'A load and its share of the time.',
    }),
  ),
  'expected at least one load with its share of the time',
).refine(sharesAddUp, { error: 'expected shares of time that add up to 100 percent (within 0.1)' })

/** The fault of a curve without points. */
export const SOME_POINTS = 'expected at least one measured point'

/** Power measured at a load. */
export const WorkloadPowerInput = withLoad('Load, in percent', {
  powerWatt: amount.meta({ description: 'Power at that load, in W', examples: [96] }),
}).meta({ id: 'WorkloadPowerInput', description: 'Measured power at a load.' })

/** The power at each level of a workload is computed from all measured points. */
const MOST_POINTS_AT_LEVELS = 10_000

/** The largest share by which a measurement may fall from one load to a higher one. */
const LARGEST_FALL = 0.05

/** Points whose loads differ by less, in percent, are at one load. */
const LEAST_STEP = 0.01

/** Measured power of a whole server, at loads that differ. It is above 0, and hardly falls as the load rises. */
const powerProfile = filled(shortList(WorkloadPowerInput), SOME_POINTS).superRefine((points, { addIssue }) => {
  const byLoad = points
    .map((point, index) => ({ ...point, index, load: loadOf(point) }))
    .sort((a, b) => a.load - b.load)
  const refuse = (message: string, index: number, field: string) =>
    addIssue({ code: 'custom', message, path: [index, field] })
  let highest = 0
  for (const [at, { index, load, powerWatt }] of byLoad.entries()) {
    const before = byLoad[at - 1]
    if (powerWatt === 0) refuse('expected a power above 0 W', index, 'powerWatt')
    else if (before !== undefined && load - before.load < LEAST_STEP)
      refuse('expected each load once', index, 'timeWorkload')
    else if (powerWatt < highest * (1 - LARGEST_FALL))
      refuse(`expected at least ${highest} W, measured at a lower load`, index, 'powerWatt')
    highest = Math.max(highest, powerWatt)
  }
})

/** The load of a measured point, in percent, by its name of today or of before. */
export function loadOf(point: {
  readonly timeWorkload?: number | undefined
  readonly loadPercentage?: number | undefined
}): number {
  return point.timeWorkload ?? point.loadPercentage ?? 0
}

const ElectricityFactorInput = object({
  criterion: word(CRITERION_CODES).meta({ description: 'Impact criterion' }),
  value: finite.meta({ description: 'Impact of one kWh, in the unit of the criterion per kWh' }),
}).meta({ id: 'ElectricityFactorInput', description: 'Your own impact factor of electricity.' })

/** What a caller may know about the data centre. */
export const FacilityInput = object({
  pue: optional(pue, 'Power usage effectiveness, a ratio: energy of a data centre to that of its IT equipment', 1.2),
  pueMin: optional(pue, 'Lowest possible PUE, a ratio. Needs `pue`', 1.15),
  pueMax: optional(pue, 'Highest possible PUE, a ratio. Needs `pue`', 1.3),
  wue: optional(amount, 'Litres of water used on site per kWh of IT energy', 0.2),
})
  .refine(({ pue, pueMin, pueMax }) => pue !== undefined || (pueMin === undefined && pueMax === undefined), {
    error: 'expected a PUE with its bounds',
    path: ['pue'],
  })
  .refine(({ pue = Number.POSITIVE_INFINITY, pueMin = 1 }) => pueMin <= pue, {
    error: 'expected a number no larger than the PUE',
    path: ['pueMin'],
  })
  .refine(({ pue = 1, pueMax = Number.POSITIVE_INFINITY }) => pue <= pueMax, {
    error: 'expected a number no smaller than the PUE',
    path: ['pueMax'],
  })
  .meta({ id: 'FacilityInput', description: 'The data centre around an asset.' })

/** The caller's impacts per kWh, by criterion. */
export const elecFactors = list(ElectricityFactorInput).refine(isEachOnce, { error: 'expected each criterion once' })

/** The region to give if only the provider is known. */
export const REGION_UNKNOWN = 'REGION_UNKNOWN'

/** What a caller may know about the use of anything, by camel-case name. */
export const usageShape = {
  avgPower: optional(amount, 'Power of one unit while in use, in W. It replaces the power model', 350),
  timeWorkload: optional(percent, 'Load while in use, in percent', 60),
  powerProfile: optional(
    powerProfile,
    'Measured power of a whole server at one load or several, with its cards and drives. It replaces the power model',
  ),
  workloadLevels: optional(workloadLevels, 'Loads with their shares of the time, in percent, instead of one load'),
  usageLocation: optional(
    name,
    'Where the electricity comes from: a three-letter code, a two-letter ISO 3166 code, or a name. See `locationsConnection`, or `/v2/locations`',
    'FRA',
  ),
  region: optional(
    name,
    'Region of the cloud provider, by its id or a name such as `Europe (Paris)`, instead of a location. `REGION_UNKNOWN` uses the mean of the regions of the provider',
    'eu-west-3',
  ),
  useTimeRatio: optional(ratio, 'Share of the time during which the asset is in use', 0.5),
  hoursLifeTime: optional(positive, 'Lifetime, in hours', 35040),
  otherConsumptionRatio: optional(
    amount,
    'Power of all other components, as a ratio of the power of CPU, RAM and GPU (servers, instances). From release 2026.12 on, it has an effect only if you also give the power of the processors, and not that of the whole server',
    0.33,
  ),
  elecFactors: optional(elecFactors, 'Your own impacts of one kWh. They replace those of the location'),
  hoursUseTime: optional(amount, 'Hours in the duration. The duration is the sum of its hours, days and years', 12),
  daysUseTime: optional(amount, 'Days in the duration. The duration is the sum of its hours, days and years', 10),
  yearsUseTime: optional(
    amount,
    'Years in the duration, with 8,760 hours each. The duration is the sum of its hours, days and years',
    1,
  ),
  facility: optional(
    FacilityInput,
    'The data centre around the asset. It has an effect only with the boundary DATA_CENTRE',
  ),
}

/** Properties of use settled by several fields, or by one with another name. */
export const usageAdvice: Readonly<Record<string, Advice>> = {
  usage_location: { advice: 'Give the place where it is used.', inputs: ['usage.usageLocation', 'usage.region'] },
  elec_factors: { advice: 'Give the electricity factors of the exact place and time.', inputs: ['usage.elecFactors'] },
  other_consumption_ratio: { advice: 'Give the power of the whole machine.', inputs: ['usage.avgPower'] },
  avg_power: { advice: 'Give the measured power.', inputs: ['usage.avgPower'] },
  time_workload: { advice: 'Give the load.', inputs: ['usage.timeWorkload', 'usage.workloadLevels'] },
  pue: { advice: 'Give the PUE of the data centre.', inputs: ['usage.facility.pue'] },
  wue: { advice: 'Give the water that the data centre uses per kWh.', inputs: ['usage.facility.wue'] },
}

/** How a thing is used: power, load, place, times. */
export const UsageInput = object(usageShape)
  .refine((usage) => usage.timeWorkload === undefined || usage.workloadLevels === undefined, {
    error: 'expected either one load, or loads with their shares of the time, not both',
    path: ['workloadLevels'],
  })
  .refine(
    ({ powerProfile = [], workloadLevels = [] }) =>
      powerProfile.length * workloadLevels.length <= MOST_POINTS_AT_LEVELS,
    {
      error: `expected at most ${MOST_POINTS_AT_LEVELS} times a measured point with a level of the workload`,
      path: ['powerProfile'],
    },
  )
  .meta({ id: 'UsageInput', description: 'How an asset is used. Every field is optional.' })

export type UsageInput = z.output<typeof UsageInput>

function isEachOnce(factors: readonly { readonly criterion: string }[]): boolean {
  return new Set(factors.map(({ criterion }) => criterion)).size === factors.length
}

function sharesAddUp(levels: readonly { readonly timePercentage: number }[]): boolean {
  const total = levels.reduce((sum, { timePercentage }) => sum + timePercentage, 0)
  return Math.abs(total - 100) <= SHARE_TOLERANCE
}
