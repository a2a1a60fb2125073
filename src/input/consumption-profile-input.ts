import type * as z from 'zod'
import { CpuInput } from './component-input.ts'
import { amount, list, object, percent } from './fields.ts'

export const workloadPowerShape = {
  loadPercentage: percent.meta({ description: 'Load, 0 to 100 percent', examples: [50] }),
  powerWatt: amount.meta({ description: 'Power of one processor at that load, in W', examples: [96] }),
}

/** Points to fit a curve to. */
export const SOME_POINTS = [1, { error: 'expected at least one measured point' }] as const

/** A CPU, and power measured at some loads. */
export const ConsumptionProfileInput = object({
  cpu: CpuInput.exactOptional(),
  workload: list(object(workloadPowerShape))
    .min(...SOME_POINTS)
    .exactOptional(),
})

export type ConsumptionProfileInput = z.output<typeof ConsumptionProfileInput>
