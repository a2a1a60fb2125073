import type { Asset } from '../engine/assessment/asset.ts'
import type { Component } from '../engine/components/component.ts'
import { type AnyComponentBill, componentOf } from '../engine/components/component-of.ts'
import { CloudInstance } from '../engine/devices/cloud-instance.ts'
import { Equipment } from '../engine/devices/equipment.ts'
import { IotDevice } from '../engine/devices/iot-device.ts'
import { NetworkService } from '../engine/devices/network-service.ts'
import { Server } from '../engine/devices/server.ts'
import { StorageService } from '../engine/devices/storage-service.ts'
import { Terminal } from '../engine/devices/terminal.ts'
import { type Warning, warning } from '../engine/values/warning.ts'
import type { ComponentInput } from '../input/component-input.ts'
import { under } from '../input/fault.ts'
import type { AssetInput } from '../input/fleet-input.ts'
import { type ArchetypeComponent, type AssetKind, COMPONENTS, type ComponentName } from '../kinds.ts'
import type { Loaders } from './loaders.ts'
import { resolveCloudInstance } from './resolve/resolve-cloud-instance.ts'
import { resolveCpu } from './resolve/resolve-cpu.ts'
import { resolveEquipment } from './resolve/resolve-equipment.ts'
import { resolveGpu } from './resolve/resolve-gpu.ts'
import { resolveIotDevice } from './resolve/resolve-iot-device.ts'
import { resolveRam, resolveSsd } from './resolve/resolve-memory.ts'
import { resolveCase, resolveHdd, resolvePlain, resolvePowerSupply } from './resolve/resolve-other-components.ts'
import { resolveServer } from './resolve/resolve-server.ts'
import { resolveNetwork, resolveStorage } from './resolve/resolve-service.ts'
import { resolveTerminal } from './resolve/resolve-terminal.ts'
import {
  typicalCase,
  typicalComponent,
  typicalCpu,
  typicalMemory,
  typicalPowerSupply,
  usageOf,
} from './resolve/typical-component.ts'
import type { ComponentArchetype } from './tables.ts'

/** How each kind of asset is created; `at` is its path in the input. */
const ASSET_MAKERS: {
  readonly [Kind in AssetKind]: (
    loaders: Loaders,
    input: NonNullable<AssetInput[Kind]>,
    at: string,
  ) => Asset | Promise<Asset>
} = {
  server: async (loaders, input, at) => new Server(await resolveServer(loaders, input, at)),
  cloudInstance: async (loaders, input, at) => new CloudInstance(await resolveCloudInstance(loaders, input, at)),
  terminal: async (loaders, input, at) => new Terminal(await resolveTerminal(loaders, input, at)),
  equipment: async (loaders, input, at) => new Equipment(await resolveEquipment(loaders, input, at)),
  component: (loaders, input, at) => singleComponent(loaders, input, undefined, at),
  iotDevice: async (loaders, input, at) => new IotDevice(await resolveIotDevice(loaders, input, at)),
  storage: async (loaders, input, at) => new StorageService(await resolveStorage(loaders, input, at)),
  network: async (loaders, input, at) => new NetworkService(await resolveNetwork(loaders, input, at)),
}

/** Creates an asset of any kind, ready to be assessed; `at` is its path in the input: `input.items[3]`. */
export async function resolveAsset(loaders: Loaders, input: AssetInput, at = 'input'): Promise<Asset> {
  const [kind, described] = onlyOne(input)
  const make = ASSET_MAKERS[kind] as (loaders: Loaders, input: typeof described, at: string) => Asset | Promise<Asset>
  return under([kind], () => make(loaders, described, `${at}.${kind}`))
}

/** What completes a component that stands alone. */
interface Completing {
  readonly loaders: Loaders
  /** Path in the input. */
  readonly at: string
  /** The id of an archetype, if requested, with that archetype or the usual one. */
  readonly archetypeId: string | undefined
  readonly archetype: (component: ArchetypeComponent) => ComponentArchetype
}

/** How a component of each kind is resolved. */
const COMPONENT_RESOLVERS: {
  readonly [Name in ComponentName]: (
    input: NonNullable<ComponentInput[Name]>,
    completing: Completing,
  ) => AnyComponentBill | Promise<AnyComponentBill>
} = {
  cpu: (input, { loaders, at, archetype }) => resolveCpu(loaders, input, typicalCpu(archetype('cpu')), at),
  gpu: (input, { loaders, at, archetypeId }) => {
    const typicalUse = usageOf(typicalComponent(loaders.references, 'gpu', undefined))
    return resolveGpu(loaders, input, { usage: typicalUse }, at, archetypeId)
  },
  ram: (input, { loaders, at, archetype }) => resolveRam(loaders, input, typicalMemory(archetype('ram')), at),
  ssd: (input, { loaders, at, archetype }) => resolveSsd(loaders, input, typicalMemory(archetype('ssd')), at),
  hdd: (input, { loaders, at, archetype }) => resolveHdd(loaders, input, typicalMemory(archetype('hdd')), at),
  powerSupply: (input, { loaders, at, archetype }) =>
    resolvePowerSupply(loaders, input, typicalPowerSupply(archetype('power_supply')), at),
  case: (input, { loaders, at, archetype }) => resolveCase(loaders, input, typicalCase(archetype('case')), at),
  motherboard: (input, { loaders, at }) => resolvePlain(loaders, 'MOTHERBOARD', input, at),
  assembly: (input, { loaders, at }) => resolvePlain(loaders, 'ASSEMBLY', input, at),
}

/** A component that stands alone, completed from a component archetype, by default the usual one. */
export async function singleComponent(
  loaders: Loaders,
  input: ComponentInput,
  archetypeId?: string,
  at = 'input',
): Promise<Component> {
  const [name, described] = onlyOne(input)
  const resolve = COMPONENT_RESOLVERS[name] as (
    input: typeof described,
    completing: Completing,
  ) => AnyComponentBill | Promise<AnyComponentBill>
  const archetype = (component: ArchetypeComponent) =>
    under(['archetype'], () => typicalComponent(loaders.references, component, archetypeId))
  const resolved = await resolve(described, { loaders, at: `${at}.${name}`, archetypeId, archetype })
  const { kind, hasArchetypes } = COMPONENTS[name]
  const isIgnored = archetypeId !== undefined && !hasArchetypes
  const bill = isIgnored ? { ...resolved, warnings: [noArchetypes(kind, archetypeId)] } : resolved
  return componentOf(bill as AnyComponentBill, { label: `${kind}-1` })
}

/** The one field that is set, for an input with exactly one. */
function onlyOne<Input extends object>(input: Input): [keyof Input & string, NonNullable<Input[keyof Input]>] {
  const given = Object.entries(input).find(([, described]) => described !== undefined)
  return given as [keyof Input & string, NonNullable<Input[keyof Input]>]
}

function noArchetypes(kind: string, archetype: string): Warning {
  const message = `The archetype "${archetype}" has no effect: kind ${kind.toLowerCase()} has no archetypes`
  return warning('NOT_USED', message)
}
