import type { Asset } from '../../engine/devices/assessable.ts'
import { CloudInstance } from '../../engine/devices/cloud-instance.ts'
import { IotDevice } from '../../engine/devices/iot-device.ts'
import { Server } from '../../engine/devices/server.ts'
import { Terminal } from '../../engine/devices/terminal.ts'
import type { Component } from '../../engine/parts/component.ts'
import { componentOf } from '../../engine/parts/component-of.ts'
import type { ComponentInput } from '../../input/component-input.ts'
import type { AssetInput } from '../../input/fleet-input.ts'
import type { Loaders } from '../loaders.ts'
import { resolveCloudInstance } from './resolve-cloud-instance.ts'
import { resolveComponent } from './resolve-component.ts'
import { resolveIotDevice } from './resolve-iot-device.ts'
import { resolveServer } from './resolve-server.ts'
import { resolveTerminal } from './resolve-terminal.ts'

/** An asset of any kind, ready to be assessed. */
export async function resolveAsset(loaders: Loaders, input: AssetInput): Promise<Asset> {
  if (input.server) return new Server(await resolveServer(loaders, input.server))
  if (input.cloudInstance) return new CloudInstance(await resolveCloudInstance(loaders, input.cloudInstance))
  if (input.terminal) return new Terminal(await resolveTerminal(loaders, input.terminal))
  if (input.iotDevice) return new IotDevice(await resolveIotDevice(loaders, input.iotDevice))
  return singleComponent(loaders, input.component ?? {})
}

/** A component that stands alone. */
export async function singleComponent(loaders: Loaders, input: ComponentInput, archetype?: string): Promise<Component> {
  const bill = await resolveComponent(loaders, input, archetype)
  return componentOf(bill, { label: `${bill.kind}-1` })
}
