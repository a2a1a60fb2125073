import type * as z from 'zod'
import { ASSETS, type AssetKind } from '../kinds.ts'
import { ComponentInput } from './component-input.ts'
import {
  CloudInstanceInput,
  IotDeviceInput,
  NetworkInput,
  ServerInput,
  StorageInput,
  TerminalInput,
} from './device-input.ts'
import { name, object, oneKind, optional, units } from './fields.ts'

/** One asset of any kind. */
export const AssetInput = oneKind(
  {
    server: optional(ServerInput, ASSETS.server.one),
    cloudInstance: optional(CloudInstanceInput, ASSETS.cloudInstance.one),
    terminal: optional(TerminalInput, ASSETS.terminal.one),
    component: optional(ComponentInput, ASSETS.component.one),
    iotDevice: optional(IotDeviceInput, ASSETS.iotDevice.one),
    storage: optional(StorageInput, ASSETS.storage.one),
    network: optional(NetworkInput, ASSETS.network.one),
  } satisfies Record<AssetKind, z.ZodType>,
  'kind of asset',
).meta({ id: 'AssetInput', description: 'One asset, of exactly one kind.' })

export type AssetInput = z.output<typeof AssetInput>

/** A number of units of one asset. */
export const FleetItemInput = object({
  label: optional(name, 'Your own name for the item, repeated in the result. Several items can share one', 'web'),
  quantity: units.default(1).meta({ description: 'Number of units', examples: [12] }),
  asset: AssetInput,
}).meta({ id: 'FleetItemInput', description: 'Several units of one asset.' })

export type FleetItemInput = z.output<typeof FleetItemInput>
