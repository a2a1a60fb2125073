import { Cpu } from '../../engine/parts/cpu.ts'
import type { ConsumptionProfile } from '../../engine/use/consumption-profile.ts'
import type { ConsumptionProfileInput } from '../../input/consumption-profile-input.ts'
import type { Loaders } from '../loaders.ts'
import { resolveComponent } from './resolve-component.ts'

/** How the power of one processor follows its load: from points, from its TDP, or from its range. */
export async function resolveConsumptionProfile(
  loaders: Loaders,
  { cpu = {}, workload }: ConsumptionProfileInput,
): Promise<ConsumptionProfile> {
  const bill = await resolveComponent(loaders, { cpu }, undefined)
  if (bill.kind !== 'CPU') throw new Error(`Expected a CPU, got ${bill.kind}`)
  return new Cpu(workload === undefined ? bill : { ...bill, measured: workload }, {
    label: 'CPU-1',
  }).consumptionProfile()
}
