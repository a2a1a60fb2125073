import type * as z from 'zod'
import { CASE_TYPES } from '../engine/components/case.ts'
import { NETWORK_REACHES } from '../engine/devices/network-service.ts'
import { STORAGE_KINDS } from '../engine/devices/storage-service.ts'
import { TERMINAL_KINDS } from '../engine/devices/terminal.ts'
import { CpuInput, GpuInput, HddInput, PowerSupplyInput, RamInput, SsdInput } from './component-input.ts'
import {
  type Advice,
  amount,
  id,
  list,
  name,
  object,
  oneKind,
  oneOf,
  optional,
  positive,
  units,
  word,
} from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const serverModelShape = {
  type: optional(oneOf(CASE_TYPES), 'Kind of case', 'rack'),
  name: optional(name, 'Name of the model; a known name selects the archetype', 'PowerEdge R740'),
  manufacturer: optional(name, 'Maker', 'Dell'),
}

/** The case of a server is said by its model, that of a single case by itself. */
export const serverAdvice: Readonly<Record<string, Advice>> = {
  case_case_type: { advice: 'Give the type of the case.', inputs: ['model.type', 'case.caseType'] },
}

/** One entry of a server's disks. */
export const DiskInput = oneKind(
  { ssd: optional(SsdInput, 'Solid-state drives'), hdd: optional(HddInput, 'Hard disk drives') },
  'kind of drive: ssd or hdd',
).meta({ id: 'DiskInput', description: 'Drives of one kind.' })

export type DiskInput = z.output<typeof DiskInput>

export const ServerConfigurationInput = object({
  cpu: optional(CpuInput, 'Its processors'),
  gpu: optional(GpuInput, 'Its graphics cards; as many as the archetype has when `units` is left out'),
  ram: optional(list(RamInput), 'All its memory, an entry for each kind of module'),
  disk: optional(
    list(DiskInput),
    'All its drives, an entry for each kind; those of the archetype when left out or empty',
  ),
  powerSupply: optional(PowerSupplyInput, 'Its power supplies'),
}).meta({ id: 'ServerConfigurationInput', description: 'What a server is made of.' })

/** A server, described as fully or as roughly as you can. */
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

export const cloudInstanceShape = {
  provider: id.meta({ description: 'Id of the cloud provider, in upper or lower case', examples: ['aws'] }),
  instanceType: id.meta({ description: 'Name of the instance type, in upper or lower case', examples: ['m5.xlarge'] }),
}

/** An instance type of a provider, and how it is used. */
export const CloudInstanceInput = object({
  ...cloudInstanceShape,
  usage: optional(UsageInput, 'How it is used'),
}).meta({ id: 'CloudInstanceInput', description: 'A cloud instance; see `cloudProviders`.' })

export type CloudInstanceInput = z.output<typeof CloudInstanceInput>

export const terminalShape = {
  units: optional(units, 'How many', 1),
  type: optional(
    name,
    'Its type, where its kind has types: pro or perso, or as people say (workstation, chromebook, mini, all-in-one)',
    'pro',
  ),
}

/** A terminal or a peripheral. */
export const TerminalInput = object({
  kind: word(TERMINAL_KINDS).meta({ description: 'What it is' }),
  archetype: optional(id, 'Archetype that completes the rest; see `terminalArchetypes`'),
  model: optional(
    object({
      name: optional(name, 'Name of the model, with or without its maker', 'Latitude 5450'),
      manufacturer: optional(name, 'Maker', 'Dell'),
    }).meta({ id: 'TerminalModelInput', description: 'Which model of terminal or peripheral it is.' }),
    'Name of the model; a known name selects the archetype',
  ),
  ...terminalShape,
  usage: optional(UsageInput, 'How it is used; power is that of one unit'),
}).meta({ id: 'TerminalInput', description: 'What you know of a terminal or a peripheral.' })

export type TerminalInput = z.output<typeof TerminalInput>

export const functionalBlockShape = {
  type: name.meta({ description: 'What the block does: sensing, casing, pcb, connectivity', examples: ['sensing'] }),
  hslLevel: name.meta({
    description: 'Hardware specification level, HSL-0 (simplest) to HSL-3',
    examples: ['HSL-1'],
  }),
  units: optional(units, 'How many', 1),
}

export const FunctionalBlockInput = object({
  ...functionalBlockShape,
  usage: optional(UsageInput, 'How it is used'),
}).meta({ id: 'FunctionalBlockInput', description: 'A functional block of a connected object.' })

export type FunctionalBlockInput = z.output<typeof FunctionalBlockInput>

/** A connected object, by its functional blocks or by an archetype. */
export const IotDeviceInput = object({
  archetype: optional(id, 'Archetype that gives the blocks if you list none, see `iotDeviceArchetypes`'),
  units: optional(units, 'How many', 1),
  functionalBlocks: optional(
    list(FunctionalBlockInput),
    'All its functional blocks; those of the archetype when left out or empty',
  ),
  usage: optional(UsageInput, 'How it is used; power is that of one unit'),
}).meta({ id: 'IotDeviceInput', description: 'What you know of a connected object. All of it may be left out.' })

export type IotDeviceInput = z.output<typeof IotDeviceInput>

/** Storage as a service. */
export const StorageInput = object({
  kind: word(STORAGE_KINDS).meta({ description: 'Kind of drives' }),
  gigabytes: amount.meta({ description: 'What is stored, in GB', examples: [500] }),
  copies: optional(positive, 'How many copies of it the service keeps, the first counted', 3),
  provider: optional(id, 'Id of the provider, whose regions are meant; see `cloudProviders`', 'aws'),
  usage: optional(UsageInput, 'How it is used'),
}).meta({ id: 'StorageInput', description: 'Storage as a service, beyond the disks of an instance.' })

export type StorageInput = z.output<typeof StorageInput>

/** What settles the number of copies of what is stored. */
export const serviceAdvice: Readonly<Record<string, Advice>> = {
  storage_copies: { advice: 'Give the number of copies that are kept.', inputs: ['storage.copies'] },
}

/** Data that are moved over networks. */
export const NetworkInput = object({
  gigabytes: amount.meta({ description: 'What is moved, in GB', examples: [100] }),
  reach: word(NETWORK_REACHES).meta({ description: 'How far it is moved' }),
  usage: optional(UsageInput, 'Where the electricity comes from'),
}).meta({ id: 'NetworkInput', description: 'Data that are moved over networks.' })

export type NetworkInput = z.output<typeof NetworkInput>
