import type { CloudInstanceBill, OtherHosts } from '../../engine/devices/cloud-instance.ts'
import { pathOf, type Warning, type WarningCode, warning } from '../../engine/values/warning.ts'
import type { CloudInstanceInput } from '../../input/device-input.ts'
import { under } from '../../input/fault.ts'
import type { Loaders } from '../loaders.ts'
import { perObject } from '../per-object.ts'
import { resolveSsd } from './resolve-memory.ts'
import { resolveHdd } from './resolve-other-components.ts'
import { resolveServer, typicalUsage } from './resolve-server.ts'
import { resolveUsage } from './resolve-usage.ts'

/** An instance type of a provider and its host. The host is used as the instance is. */
export async function resolveCloudInstance(
  loaders: Loaders,
  input: CloudInstanceInput,
  at = 'input',
): Promise<CloudInstanceBill> {
  const { provider, type } = await typeOf(loaders, input)
  const { instanceType, platform, vcpu, memory, ssdStorage, hddStorage, gpuUnits, source, doubt, derived } = type
  const hasOwnSize = input.vcpu !== undefined || input.memory !== undefined
  const typical = typicalUsage(loaders.references, await loaders.server.load(platform))
  const families = input.anyHost ? loaders.references.hostFamilies(type) : []
  const [others, host, usage, ssd, hdd] = await Promise.all([
    families.length === 0 ? undefined : othersOf(loaders, { ...input, provider: provider.id, instanceType }, families),
    resolveServer(loaders, { archetype: platform }, at),
    resolveUsage(loaders, input.usage, typical, `${at}.usage`, { provider: provider.id }),
    resolveSsd(loaders, {}, { usage: typical }, `${at}.ssd`),
    resolveHdd(loaders, {}, { usage: typical }, `${at}.hdd`),
  ])
  const givenAs = `${at}.instanceType`
  const ofType = (code: WarningCode, message: string) => ({ ...warning(code, message), path: pathOf(givenAs) })
  const { avgPower: _, powerProfile: __, ...given } = usage.given
  return {
    provider: provider.id,
    instanceType,
    at: givenAs,
    size: hasOwnSize
      ? { vcpu: input.vcpu ?? 0, memory: input.memory ?? 0, ssdStorage: 0, hddStorage: 0, gpuUnits: 0 }
      : { vcpu, memory, ssdStorage, hddStorage, gpuUnits },
    hasOwnSize,
    ...(loaders.parts && !hasOwnSize && !others && { madeForAll: loaders.parts.madeOf(type) }),
    ...(source !== undefined && { source }),
    drives: { ssd, hdd },
    platform: { ...host, usage: { ...usage, given } },
    usage,
    ...(others && { others }),
    warnings: [
      ...(input.provider === undefined || provider.id === input.provider
        ? []
        : [warning('READ_AS', `Provider "${input.provider}" was read as ${provider.id}`)]),
      ...(doubt === undefined ? [] : [ofType('DOUBTFUL_FIGURE', doubt)]),
      ...(derived === undefined
        ? []
        : [
            ofType(
              'GENERIC_ARCHETYPE',
              `The host of ${instanceType} is not published. This result derives it from ${derived}.`,
            ),
          ]),
      ...(input.anyHost && families.length === 0 ? [NO_FAMILIES] : []),
      ...readAs(input, provider.id, instanceType),
    ],
  }
}

/** What runs on hosts of other families, by all that it depends on. */
const othersByInput = perObject((_: Loaders) => new Map<string, Promise<OtherHosts>>())

/** The same size on hosts of other families. All that have this size in a request share them. */
function othersOf(
  loaders: Loaders,
  { anyHost: _, provider = '', ...input }: CloudInstanceInput,
  families: readonly string[],
): Promise<OtherHosts> {
  const { instanceType: host } = input
  const known = othersByInput(loaders)
  const key = JSON.stringify([provider, input])
  const others =
    known.get(key) ??
    Promise.all(
      families.map((instanceType) => resolveCloudInstance(loaders, { ...input, provider, instanceType })),
    ).then((bills) => ({ provider, host, bills }))
  known.set(key, others)
  return others
}

const NO_FAMILIES = warning('NOT_USED', 'anyHost has no effect: this release lists no other families for the host')

/** The type, and its provider: the only one that has it if the input names none. */
async function typeOf({ references, cloudInstance }: Loaders, { provider: named, instanceType }: CloudInstanceInput) {
  if (named === undefined) {
    const type = under(['instanceType'], () => references.onlyInstance(instanceType))
    return { type, provider: references.provider(type.provider) }
  }
  const provider = under(['provider'], () => references.provider(named))
  return { provider, type: await under(['instanceType'], () => cloudInstance.load([provider.id, instanceType])) }
}

function readAs(given: CloudInstanceInput, provider: string, type: string): readonly Warning[] {
  const read = given.provider === undefined ? `${provider} ${type}` : type
  return read === given.instanceType ? [] : [warning('READ_AS', `Instance "${given.instanceType}" was read as ${read}`)]
}
