import type { Asset } from '../../engine/assessment/asset.ts'
import { CloudInstance } from '../../engine/devices/cloud-instance.ts'
import { IotDevice } from '../../engine/devices/iot-device.ts'
import { NetworkService } from '../../engine/devices/network-service.ts'
import { Server } from '../../engine/devices/server.ts'
import { StorageService } from '../../engine/devices/storage-service.ts'
import { Terminal } from '../../engine/devices/terminal.ts'
import type { Component } from '../../engine/parts/component.ts'
import { componentOf } from '../../engine/parts/component-of.ts'
import type { ComponentInput } from '../../input/component-input.ts'
import { under } from '../../input/fault.ts'
import type { AssetInput } from '../../input/fleet-input.ts'
import type { Loaders } from '../loaders.ts'
import { resolveCloudInstance } from './resolve-cloud-instance.ts'
import { resolveComponent } from './resolve-component.ts'
import { resolveIotDevice } from './resolve-iot-device.ts'
import { resolveServer } from './resolve-server.ts'
import { resolveNetwork, resolveStorage } from './resolve-service.ts'
import { resolveTerminal } from './resolve-terminal.ts'

/** An asset of any kind, ready to be assessed; `at` is where the caller gave it: `input.items[3]`. */
export async function resolveAsset(loaders: Loaders, input: AssetInput, at = 'input'): Promise<Asset> {
  const { server, cloudInstance, terminal, iotDevice, component, storage, network } = input
  if (server) return new Server(await under(['server'], () => resolveServer(loaders, server, `${at}.server`)))
  if (cloudInstance) {
    const bill = under(['cloudInstance'], () => resolveCloudInstance(loaders, cloudInstance, `${at}.cloudInstance`))
    return new CloudInstance(await bill)
  }
  if (terminal)
    return new Terminal(await under(['terminal'], () => resolveTerminal(loaders, terminal, `${at}.terminal`)))
  if (iotDevice)
    return new IotDevice(await under(['iotDevice'], () => resolveIotDevice(loaders, iotDevice, `${at}.iotDevice`)))
  if (storage)
    return new StorageService(await under(['storage'], () => resolveStorage(loaders, storage, `${at}.storage`)))
  if (network)
    return new NetworkService(await under(['network'], () => resolveNetwork(loaders, network, `${at}.network`)))
  return under(['component'], () => singleComponent(loaders, component ?? {}, undefined, `${at}.component`))
}

/** A component that stands alone. */
export async function singleComponent(
  loaders: Loaders,
  input: ComponentInput,
  archetype?: string,
  at = 'input',
): Promise<Component> {
  const bill = await resolveComponent(loaders, input, archetype, at)
  return componentOf(bill, { label: `${bill.kind}-1` })
}
