import type * as z from 'zod'
import { CASE_TYPES } from '../engine/parts/case.ts'
import { CpuInput, GpuInput, HddInput, PowerSupplyInput, RamInput, SsdInput } from './component-input.ts'
import { list, name, object, oneOf, optional } from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const serverModelShape = {
  type: optional(oneOf(CASE_TYPES), 'Kind of case, in any case of letters', 'rack'),
  name: optional(name, 'Name of the model', 'R740'),
  manufacturer: optional(name, 'Maker', 'Dell'),
}

/** One entry of a server's disks. */
export const DiskInput = object({ ssd: SsdInput.exactOptional(), hdd: HddInput.exactOptional() }).refine(
  ({ ssd, hdd }) => (ssd === undefined) !== (hdd === undefined),
  { error: 'expected either ssd or hdd' },
)

export type DiskInput = z.output<typeof DiskInput>

export const ServerConfigurationInput = object({
  cpu: CpuInput.exactOptional(),
  gpu: GpuInput.exactOptional(),
  ram: list(RamInput).exactOptional(),
  disk: list(DiskInput).exactOptional(),
  powerSupply: PowerSupplyInput.exactOptional(),
})

/** A server, as well or as badly as it can be described. */
export const ServerInput = object({
  archetype: name.exactOptional(),
  model: object(serverModelShape).exactOptional(),
  configuration: ServerConfigurationInput.exactOptional(),
  usage: UsageInput.exactOptional(),
})

export type ServerInput = z.output<typeof ServerInput>
