import type * as z from 'zod'
import { CASE_TYPES } from '../engine/parts/case.ts'
import { CpuInput, GpuInput, HddInput, PowerSupplyInput, RamInput, SsdInput } from './component-input.ts'
import { id, list, name, object, oneKind, oneOf, optional } from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const serverModelShape = {
  type: optional(oneOf(CASE_TYPES), 'Kind of case', 'rack'),
  name: optional(name, 'Name of the model', 'R740'),
  manufacturer: optional(name, 'Maker', 'Dell'),
}

/** One entry of a server's disks. */
export const DiskInput = oneKind(
  { ssd: optional(SsdInput, 'Solid-state drives'), hdd: optional(HddInput, 'Hard disk drives') },
  'kind of drive: ssd or hdd',
).meta({ id: 'DiskInput', description: 'Drives of one kind.' })

export type DiskInput = z.output<typeof DiskInput>

export const ServerConfigurationInput = object({
  cpu: optional(CpuInput, 'Its processors'),
  gpu: optional(GpuInput, 'Its graphics cards'),
  ram: optional(list(RamInput), 'All its memory, an entry for each kind of module'),
  disk: optional(list(DiskInput), 'All its drives, an entry for each kind'),
  powerSupply: optional(PowerSupplyInput, 'Its power supplies'),
}).meta({ id: 'ServerConfigurationInput', description: 'What a server is made of.' })

/** A server, as well or as badly as it can be described. */
export const ServerInput = object({
  archetype: optional(id, 'Server archetype that completes the rest; see `serverArchetypes`'),
  model: optional(
    object(serverModelShape).meta({ id: 'ServerModelInput', description: 'Which model of server it is.' }),
    'Which model it is',
  ),
  configuration: optional(ServerConfigurationInput, 'What it is made of'),
  usage: optional(UsageInput, 'How it is used'),
}).meta({ id: 'ServerInput', description: 'What you know of a server. All of it may be left out.' })

export type ServerInput = z.output<typeof ServerInput>
