import type * as z from 'zod'
import { CloudInstanceInput } from './cloud-instance-input.ts'
import { ComponentInput } from './component-input.ts'
import { object } from './fields.ts'
import { IotDeviceInput } from './iot-device-input.ts'
import { ServerInput } from './server-input.ts'
import { TerminalInput } from './terminal-input.ts'

/** One asset of any kind. */
export const AssetInput = object({
  server: ServerInput.exactOptional(),
  cloudInstance: CloudInstanceInput.exactOptional(),
  terminal: TerminalInput.exactOptional(),
  component: ComponentInput.exactOptional(),
  iotDevice: IotDeviceInput.exactOptional(),
}).refine((kinds) => Object.values(kinds).filter((each) => each !== undefined).length === 1, {
  error: 'expected exactly one kind of asset',
})

export type AssetInput = z.output<typeof AssetInput>
