import { ConsumptionProfileInput } from '../../src/input/consumption-profile-input.ts'
import { resolveConsumptionProfile } from '../../src/reference/resolve/resolve-consumption-profile.ts'
import { builder } from '../builder.ts'
import { CpuInput } from './component.ts'
import { ConsumptionProfile } from './usage.ts'

const WorkloadPowerInput = builder.inputType('WorkloadPowerInput', {
  description: 'Power that you measured at a load.',
  fields: (t) => ({
    loadPercentage: t.float({ required: true, description: 'Load, 0 to 100 percent.' }),
    powerWatt: t.float({ required: true, description: 'Power of one processor, in W, 0 or more.' }),
  }),
})

builder.queryField('consumptionProfile', (t) =>
  t.field({
    type: ConsumptionProfile,
    nullable: true,
    description: 'How the power of one processor follows its load.',
    args: {
      cpu: t.arg({ type: CpuInput, description: 'What you know of the processor.' }),
      workload: t.arg({
        type: [WorkloadPowerInput],
        description: 'Points that you measured; the curve is fitted to them.',
      }),
    },
    resolve: (_, args, { loaders, check }) => resolveConsumptionProfile(loaders, check(ConsumptionProfileInput, args)),
  }),
)
