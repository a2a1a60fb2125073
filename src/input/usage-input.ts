import * as z from 'zod'
import { CRITERION_CODES } from '../engine/criteria.ts'
import { amount, finite, list, name, object, percent, positive, ratio } from './fields.ts'

/** How far the shares of time of a workload may add up to other than 100, in percent. */
const SHARE_TOLERANCE = 0.1

export const workloadLevelShape = { timePercentage: percent, loadPercentage: percent }

/** Loads with their shares of the time, which add up to 100 percent. */
export const workloadLevels = list(object(workloadLevelShape))
  .min(1, { error: 'expected at least one load with its share of the time' })
  .refine(sharesAddUp, { error: 'expected shares of time that add up to 100 percent (within 0.1)' })

/** What may be said of the use of any thing, by its camel-case name. */
export const usageShape = {
  avgPower: amount.exactOptional(),
  timeWorkload: percent.exactOptional(),
  workloadLevels: workloadLevels.exactOptional(),
  usageLocation: name.exactOptional(),
  region: name.exactOptional(),
  useTimeRatio: ratio.exactOptional(),
  hoursLifeTime: positive.exactOptional(),
  otherConsumptionRatio: amount.exactOptional(),
  elecFactors: list(object({ criterion: z.enum(CRITERION_CODES), value: finite })).exactOptional(),
  hoursUseTime: amount.exactOptional(),
  daysUseTime: amount.exactOptional(),
  yearsUseTime: amount.exactOptional(),
}

/** How a thing is used: power, load, place, times. */
export const UsageInput = object(usageShape).refine(
  (usage) => usage.timeWorkload === undefined || usage.workloadLevels === undefined,
  { error: 'expected either one load or levels, not both', path: ['workloadLevels'] },
)

export type UsageInput = z.output<typeof UsageInput>

function sharesAddUp(levels: readonly { readonly timePercentage: number }[]): boolean {
  const total = levels.reduce((sum, { timePercentage }) => sum + timePercentage, 0)
  return Math.abs(total - 100) <= SHARE_TOLERANCE
}
