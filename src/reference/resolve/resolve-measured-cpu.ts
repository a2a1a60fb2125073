import { Cpu } from '../../engine/parts/cpu.ts'
import type { ConsumptionProfileInput } from '../../input/consumption-profile-input.ts'
import type { Loaders } from '../loaders.ts'
import { resolveComponent } from './resolve-component.ts'

/** One processor whose power may have been measured: its profile is fitted to the points, else to its TDP or its range. */
export async function resolveMeasuredCpu(
  loaders: Loaders,
  { cpu = {}, workload }: ConsumptionProfileInput,
): Promise<Cpu> {
  const bill = await resolveComponent(loaders, { cpu }, undefined)
  if (bill.kind !== 'CPU') throw new Error(`Expected a CPU, got ${bill.kind}`)
  return new Cpu(workload === undefined ? bill : { ...bill, measured: workload }, { label: 'CPU-1' })
}
