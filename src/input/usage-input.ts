import * as z from 'zod'
import { CRITERION_CODES } from '../engine/figures/criteria.ts'
import { amount, finite, list, name, object, optional, percent, positive, ratio } from './fields.ts'

/** How far the shares of time of a workload may add up to other than 100, in percent. */
const SHARE_TOLERANCE = 0.1

export const workloadLevelShape = {
  timePercentage: percent.meta({ description: 'Share of the time, in percent; all add up to 100', examples: [50] }),
  loadPercentage: percent.meta({ description: 'Load during that time, 0 to 100 percent', examples: [80] }),
}

/** Loads with their shares of the time, which add up to 100 percent. */
export const workloadLevels = list(object(workloadLevelShape))
  .min(1, { error: 'expected at least one load with its share of the time', abort: true })
  .refine(sharesAddUp, { error: 'expected shares of time that add up to 100 percent (within 0.1)' })

/** What may be said of the use of any thing, by its camel-case name. */
export const usageShape = {
  avgPower: optional(amount, 'Mean power of one while in use, in W: it replaces the model of power', 350),
  timeWorkload: percent.exactOptional(),
  workloadLevels: workloadLevels.exactOptional(),
  usageLocation: optional(
    name,
    'Where the electricity comes from: a code of three letters, an ISO 3166 code of two, or a name',
    'FRA',
  ),
  region: optional(name, 'Region of the cloud provider, instead of a location', 'eu-west-3'),
  useTimeRatio: optional(ratio, 'Share of the time in which it is in use, 0 to 1', 0.5),
  hoursLifeTime: optional(positive, 'Lifetime, in hours', 35040),
  otherConsumptionRatio: optional(
    amount,
    'Power drawn besides CPU, RAM and GPU, as a ratio of theirs (servers, instances)',
    0.33,
  ),
  elecFactors: list(object({ criterion: z.enum(CRITERION_CODES), value: finite }))
    .refine(isEachOnce, { error: 'expected each criterion once' })
    .exactOptional(),
  hoursUseTime: optional(amount, 'Hours that are assessed, added to the days and years', 12),
  daysUseTime: optional(amount, 'Days that are assessed', 10),
  yearsUseTime: optional(amount, 'Years of 8760 hours that are assessed', 1),
}

/** How a thing is used: power, load, place, times. */
export const UsageInput = object(usageShape).refine(
  (usage) => usage.timeWorkload === undefined || usage.workloadLevels === undefined,
  { error: 'expected either one load or levels, not both', path: ['workloadLevels'] },
)

export type UsageInput = z.output<typeof UsageInput>

function isEachOnce(factors: readonly { readonly criterion: string }[]): boolean {
  return new Set(factors.map(({ criterion }) => criterion)).size === factors.length
}

function sharesAddUp(levels: readonly { readonly timePercentage: number }[]): boolean {
  const total = levels.reduce((sum, { timePercentage }) => sum + timePercentage, 0)
  return Math.abs(total - 100) <= SHARE_TOLERANCE
}
