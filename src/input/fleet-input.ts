import type * as z from 'zod'
import { CloudInstanceInput } from './cloud-instance-input.ts'
import { ComponentInput } from './component-input.ts'
import { name, object, oneKind, optional, units } from './fields.ts'
import { IotDeviceInput } from './iot-device-input.ts'
import { ServerInput } from './server-input.ts'
import { NetworkInput, StorageInput } from './service-input.ts'
import { TerminalInput } from './terminal-input.ts'

/** One asset of any kind. */
export const AssetInput = oneKind(
  {
    server: optional(ServerInput, 'A server'),
    cloudInstance: optional(CloudInstanceInput, 'A cloud instance'),
    terminal: optional(TerminalInput, 'A terminal or a peripheral'),
    component: optional(ComponentInput, 'A component that stands alone'),
    iotDevice: optional(IotDeviceInput, 'A connected object'),
    storage: optional(StorageInput, 'Storage as a service'),
    network: optional(NetworkInput, 'Data that are moved over networks'),
  },
  'kind of asset',
).meta({ id: 'AssetInput', description: 'One asset, of exactly one kind.' })

export type AssetInput = z.output<typeof AssetInput>

/** So many of one asset. */
export const FleetItemInput = object({
  label: optional(name, 'Your own name for it, which its result bears; any number of items may have the same', 'web'),
  quantity: units.default(1).meta({ description: 'How many of it', examples: [12] }),
  asset: AssetInput,
}).meta({ id: 'FleetItemInput', description: 'So many of one asset.' })

export type FleetItemInput = z.output<typeof FleetItemInput>
