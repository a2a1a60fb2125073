import type { CloudInstanceBill } from '../../engine/devices/cloud-instance.ts'
import type { CloudInstanceInput } from '../../input/cloud-instance-input.ts'
import type { Loaders } from '../loaders.ts'
import { resolveHdd, resolveSsd } from './resolve-component.ts'
import { resolveServer } from './resolve-server.ts'
import { resolveUsage } from './resolve-usage.ts'

/** An instance type of a provider, and the machine that hosts it. The host is used as the instance is. */
export async function resolveCloudInstance(loaders: Loaders, input: CloudInstanceInput): Promise<CloudInstanceBill> {
  const provider = loaders.references.provider(input.provider)
  const { instanceType, platform, vcpu, memory, ssdStorage, hddStorage, gpuUnits } = await loaders.cloudInstance.load([
    provider.id,
    input.instanceType,
  ])
  const { usage: typicalUsage } = await loaders.server.load(platform)
  const [host, usage, ssd, hdd] = await Promise.all([
    resolveServer(loaders, { archetype: platform }),
    resolveUsage(loaders, input.usage, typicalUsage, { provider: provider.id }),
    resolveSsd(loaders, {}, { usage: typicalUsage }),
    resolveHdd(loaders, {}, { usage: typicalUsage }),
  ])
  const { avgPower: ofInstance, ...given } = usage.given
  return {
    provider: provider.id,
    instanceType,
    size: { vcpu, memory, ssdStorage, hddStorage, gpuUnits },
    drives: { ssd, hdd },
    platform: { ...host, usage: { ...usage, given } },
    usage,
    warnings: [
      ...(provider.id === input.provider ? [] : [`Provider "${input.provider}" was read as ${provider.id}`]),
      ...(instanceType === input.instanceType ? [] : [`Instance "${input.instanceType}" was read as ${instanceType}`]),
    ],
  }
}
