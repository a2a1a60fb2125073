import type * as z from 'zod'
import { CpuInput } from './component-input.ts'
import { amount, list, object, optional, percent } from './fields.ts'

export const workloadPowerShape = {
  loadPercentage: percent.meta({ description: 'Load, in percent', examples: [50] }),
  powerWatt: amount.meta({ description: 'Power of one processor at that load, in W', examples: [96] }),
}

/** Points to fit a curve to. */
export const SOME_POINTS = [1, { error: 'expected at least one measured point' }] as const

/** Power that was measured at a load. */
export const WorkloadPowerInput = object(workloadPowerShape).meta({
  id: 'WorkloadPowerInput',
  description: 'Power that you measured at a load.',
})

/** A CPU, and power measured at some loads. */
export const ConsumptionProfileInput = object({
  cpu: optional(CpuInput, 'What you know of the processor'),
  workload: optional(
    list(WorkloadPowerInput).min(...SOME_POINTS),
    'Points that you measured; the curve is fitted to them',
  ),
})

export type ConsumptionProfileInput = z.output<typeof ConsumptionProfileInput>
