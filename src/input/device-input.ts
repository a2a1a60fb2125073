import type * as z from 'zod'
import { CASE_TYPES } from '../engine/components/case.ts'
import { EQUIPMENT_KINDS } from '../engine/devices/equipment.ts'
import { PUBLISHED_BOUNDARIES } from '../engine/devices/making.ts'
import { NETWORK_REACHES } from '../engine/devices/network-service.ts'
import { STORAGE_KINDS } from '../engine/devices/storage-service.ts'
import { DESKTOP_FORMS, TERMINAL_KINDS, type TerminalKind } from '../engine/devices/terminal.ts'
import { FIGURES_OF } from '../engine/devices/whole-device.ts'
import { CpuInput, GpuInput, HddInput, PowerSupplyInput, RamInput, SsdInput } from './component-input.ts'
import {
  type Advice,
  amount,
  calendarYear,
  count,
  flag,
  formerly,
  id,
  list,
  name,
  object,
  oneKind,
  oneOf,
  onlyOneOf,
  optional,
  portCount,
  positive,
  positiveUpTo,
  units,
  word,
} from './fields.ts'
import { UsageInput } from './usage-input.ts'

export const serverModelShape = {
  type: optional(oneOf(CASE_TYPES), 'Kind of case', 'rack'),
  name: optional(name, 'Name of the model. A known name selects the archetype', 'PowerEdge R740'),
  manufacturer: optional(name, 'Maker', 'Dell'),
}

/** A server's model determines its case; a single case names its own type. */
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
  cpu: optional(CpuInput, 'Processors of the server'),
  gpu: optional(GpuInput, 'Graphics cards of the server. Default number: as many as the archetype has'),
  ram: optional(list(RamInput), 'All memory of the server, one entry for each kind of module'),
  disks: optional(
    list(DiskInput),
    'All drives of the server, one entry for each kind. Default: the drives of the archetype',
  ),
  disk: formerly(list(DiskInput), 'disks'),
  powerSupply: optional(PowerSupplyInput, 'Power supplies of the server'),
})
  .refine(...onlyOneOf('disks', 'disk'))
  .meta({ id: 'ServerConfigurationInput', description: 'The components of a server.' })

/** The size of a virtual machine on one's own server. */
export const ServerShareInput = object({
  vcpu: positive.meta({ description: 'Number of server threads allocated to this part', examples: [4] }),
  memory: optional(amount, 'Memory in GB. Default: in proportion to `vcpu`', 16),
  ssdStorage: optional(amount, 'Storage on solid-state drives, in GB. Default: in proportion to `vcpu`', 100),
  hddStorage: optional(amount, 'Storage on hard disks, in GB. Default: in proportion to `vcpu`', 0),
  gpuUnits: optional(amount, 'Number of graphics cards, or a part of one. Default: in proportion to `vcpu`', 0),
}).meta({
  id: 'ServerShareInput',
  description:
    'A part of a server, such as a virtual machine. Figures are those of the part. If you give a power, give that of the part.',
})

/** Figures of a device that the caller has, such as those of its maker or of a study. */
export const OwnFiguresInput = object({
  making: optional(positive, 'Climate change of making one unit, in kg CO2 eq.', 355),
  low: optional(positive, '5th percentile of `making`, in kg CO2 eq. Give it with `high`', 250),
  high: optional(positive, '95th percentile of `making`, in kg CO2 eq. Give it with `low`', 500),
  covers: word(PUBLISHED_BOUNDARIES, ['MAKING', 'EMBEDDED'])
    .refine((covers) => covers !== 'USE', { error: 'expected MAKING or EMBEDDED' })
    .default('EMBEDDED')
    .meta({
      description:
        'What `making` covers: EMBEDDED (manufacturing, transport and end of life) or MAKING (manufacturing alone, so that the other stages are added if they are known)',
    }),
  kwhYear: optional(amount, 'Electricity of one unit in a year, in kWh', 740),
  year: optional(calendarYear, 'Year of the figures, 1980 to 2100', 2024),
  source: optional(name, 'Where the figures come from', 'https://example.org/pcf/switch'),
})
  .refine(({ making, low, high }) => making !== undefined || (low === undefined && high === undefined), {
    error: 'expected `making` with its bounds',
    path: ['making'],
  })
  .refine(({ low, high }) => (low === undefined) === (high === undefined), {
    error: 'expected both `low` and `high`, or neither',
    path: ['low'],
  })
  .refine(({ making, low = 0 }) => making === undefined || low <= making, {
    error: 'expected a number no larger than `making`',
    path: ['low'],
  })
  .refine(({ making, high = making }) => making === undefined || making <= (high ?? making), {
    error: 'expected a number no smaller than `making`',
    path: ['high'],
  })
  .refine(({ making, kwhYear }) => making !== undefined || kwhYear !== undefined, {
    error: 'expected `making`, `kwhYear`, or both',
    path: ['making'],
  })
  .meta({
    id: 'OwnFiguresInput',
    description:
      'Your own figures of a device, for the phases that they cover. They replace those of our model and of the maker. Without `low` and `high`, the figure of making has a GSD2 of 1.5.',
  })

export type OwnFiguresInput = z.output<typeof OwnFiguresInput>

const own = optional(OwnFiguresInput, 'Your own figures of the device, for the phases that they cover')

/** A server, described as fully or as roughly as you can. */
export const ServerInput = object({
  archetype: optional(id, 'Server archetype that fills in the rest. See `archetypes`'),
  model: optional(
    object(serverModelShape).meta({ id: 'ServerModelInput', description: 'The model of a server.' }),
    'Model of the server',
  ),
  configuration: optional(ServerConfigurationInput, 'Components of the server'),
  share: optional(ServerShareInput, 'The part of the server to assess. Default: all of it'),
  own,
  usage: optional(UsageInput, 'How the asset is used'),
}).meta({ id: 'ServerInput', description: 'A server. Every field is optional.' })

export type ServerInput = z.output<typeof ServerInput>

export const cloudInstanceShape = {
  provider: id.meta({ description: 'Id of the cloud provider, in upper or lower case', examples: ['aws'] }),
  instanceType: id.meta({ description: 'Name of the instance type, in upper or lower case', examples: ['m5.xlarge'] }),
}

/** An instance type of a provider, and its use. */
export const CloudInstanceInput = object({
  ...cloudInstanceShape,
  provider: optional(
    id,
    'Id of the cloud provider, in upper or lower case. Default: the only provider with an instance type of that name',
    'aws',
  ),
  vcpu: optional(
    amount,
    'Number of vCPU of a container, a function or a custom machine that runs on the host of this instance type. If you give this field, the figures are for the container, the function or the machine instead of an instance. They leave out drives and graphics cards. The field `memory` gives its memory. Default if you give only `memory`: 0',
    2,
  ),
  memory: optional(
    amount,
    'Memory in GB of a container, a function or a custom machine that runs on the host of this instance type. If you give this field, the figures are for the container, the function or the machine instead of an instance. They leave out drives and graphics cards. The field `vcpu` gives its number of vCPUs. Default if you give only `vcpu`: 0',
    8,
  ),
  anyHost: optional(
    flag,
    'Whether the host may belong to any general-purpose family of the provider, as is usual for containers and functions. If so, the bounds cover these families. Valid only with `vcpu` or `memory`',
    true,
  ),
  usage: optional(UsageInput, 'How the asset is used'),
})
  .refine(({ vcpu, memory, anyHost }) => anyHost !== true || vcpu !== undefined || memory !== undefined, {
    message: 'expected only with `vcpu` or `memory`, because the host of an instance type is known',
    path: ['anyHost'],
  })
  .meta({ id: 'CloudInstanceInput', description: 'A cloud instance. `cloudInstanceTypes` lists the known types.' })

export type CloudInstanceInput = z.output<typeof CloudInstanceInput>

export const terminalShape = {
  units: optional(units, 'How many', 1),
  type: optional(
    name,
    'Type, for kinds that have types: pro (professional), perso (personal) or a common word, such as workstation, chromebook, mini or all-in-one. Later versions may add values',
    'pro',
  ),
}

const figures = optional(
  oneOf(FIGURES_OF),
  "Whose figures apply to a model that its maker published figures of: MAKER (the maker's, for the phases that they cover) or MODEL (ours). Default: MAKER",
  'MODEL',
)
/** The largest diagonal of a screen, in inches. */
export const MOST_INCHES = 200
/** The largest storage of a terminal, in GB. */
const MOST_STORAGE = 500_000
/** The largest storage of a smartphone, in GB. */
export const MOST_STORAGE_OF_PHONE = 4096

/** The largest storage of a terminal of a kind, in GB. Example: 4096 for `SMARTPHONE`. */
export function mostStorage(kind: TerminalKind): number {
  return kind === 'SMARTPHONE' ? MOST_STORAGE_OF_PHONE : MOST_STORAGE
}

/** A terminal or a peripheral. */
export const TerminalInput = object({
  kind: word(TERMINAL_KINDS).meta({ description: 'Kind of terminal or peripheral' }),
  archetype: optional(id, 'Archetype that fills in the rest. See `archetypes`'),
  model: optional(
    object({
      name: optional(name, 'Name of the model, with or without its maker', 'Latitude 5450'),
      manufacturer: optional(name, 'Maker', 'Dell'),
    }).meta({ id: 'TerminalModelInput', description: 'The model of a terminal or a peripheral.' }),
    'Name of the model. A known name selects the archetype',
  ),
  ...terminalShape,
  form: optional(oneOf(DESKTOP_FORMS), 'Form of a desktop computer', 'MINI'),
  storage: optional(
    positiveUpTo(MOST_STORAGE),
    `Storage in GB. Of a smartphone, at most ${MOST_STORAGE_OF_PHONE}. Of other kinds, it only selects the figures of a model`,
    256,
  ),
  inches: optional(positiveUpTo(MOST_INCHES), 'Diagonal of the screen of a monitor, in inches', 27),
  year: optional(
    count,
    'Year of manufacture. Desktop computers of a known form made until 2020 use more electricity',
    2019,
  ),
  figures,
  own,
  usage: optional(UsageInput, 'How the asset is used. Power is that of one unit'),
})
  .refine(({ kind, storage = 0 }) => storage <= mostStorage(kind), {
    error: `expected a number of at most ${MOST_STORAGE_OF_PHONE}`,
    path: ['storage'],
  })
  .meta({ id: 'TerminalInput', description: 'A terminal or a peripheral. Only the kind is required.' })

export type TerminalInput = z.output<typeof TerminalInput>

/** Equipment of a company beside servers, terminals and peripherals. */
export const EquipmentInput = object({
  kind: word(EQUIPMENT_KINDS).meta({ description: 'Kind of equipment' }),
  type: optional(
    name,
    'Type, for kinds that have types, such as laser or ink for a printer. Later versions may add values',
    'laser',
  ),
  model: optional(name, 'Name of the model', 'Catalyst 9300-48P'),
  manufacturer: optional(name, 'Maker', 'Cisco'),
  units: optional(units, 'How many', 1),
  ports: optional(portCount, 'Number of network ports of a switch', 48),
  disks: optional(list(DiskInput), 'All drives of one storage array, one entry for each kind'),
  figures,
  own,
  usage: optional(UsageInput, 'How the asset is used. Power is that of one unit'),
}).meta({
  id: 'EquipmentInput',
  description:
    'Equipment of a company, such as a switch, a printer or a storage array. Only the kind is required. Kinds without published figures need `own`.',
})

export type EquipmentInput = z.output<typeof EquipmentInput>

export const functionalBlockShape = {
  type: name.meta({
    description:
      'Function of the block, such as sensing, casing, pcb or connectivity. The archetypes of IoT devices list all functions. Later versions may add values',
    examples: ['sensing'],
  }),
  hslLevel: name.meta({
    description: 'Hardware specification level, HSL-0 (simplest) to HSL-3',
    examples: ['HSL-1'],
  }),
  units: optional(units, 'How many', 1),
}

export const FunctionalBlockInput = object({
  ...functionalBlockShape,
  usage: optional(UsageInput, 'How the asset is used'),
}).meta({ id: 'FunctionalBlockInput', description: 'A functional block of an IoT device.' })

export type FunctionalBlockInput = z.output<typeof FunctionalBlockInput>

/** An IoT device, by its functional blocks or by an archetype. */
export const IotDeviceInput = object({
  archetype: optional(id, 'Archetype that supplies the blocks if you list none. See `archetypes`'),
  units: optional(units, 'How many', 1),
  functionalBlocks: optional(list(FunctionalBlockInput), 'All functional blocks. Default: the blocks of the archetype'),
  usage: optional(UsageInput, 'How the asset is used. Power is that of one unit'),
}).meta({ id: 'IotDeviceInput', description: 'An IoT device. Every field is optional.' })

export type IotDeviceInput = z.output<typeof IotDeviceInput>

/** Storage as a service. */
export const StorageInput = object({
  kind: word(STORAGE_KINDS).meta({ description: 'Kind of drives' }),
  gigabytes: amount.meta({ description: 'Amount of stored data, in GB', examples: [500] }),
  copies: optional(positive, 'Number of copies that the service keeps, including the first', 3),
  copiesMin: optional(positive, 'Smallest plausible number of copies. Give it only with `copies`', 1.3),
  copiesMax: optional(positive, 'Largest plausible number of copies. Give it only with `copies`', 6),
  provider: optional(id, 'Id of the provider that the region belongs to. See `cloudProviders`', 'aws'),
  usage: optional(UsageInput, 'How the asset is used'),
})
  .refine(
    ({ copies, copiesMin = copies, copiesMax = copies }) =>
      copies === undefined
        ? copiesMin === undefined && copiesMax === undefined
        : (copiesMin ?? copies) <= copies && copies <= (copiesMax ?? copies),
    { message: 'expected copiesMin <= copies <= copiesMax', path: ['copies'] },
  )
  .meta({ id: 'StorageInput', description: 'Storage as a service, beyond the disks of an instance.' })

export type StorageInput = z.output<typeof StorageInput>

/** The size of a device. */
export const terminalAdvice: Readonly<Record<string, Advice>> = {
  terminal_storage: { advice: 'Give the storage of the device.', inputs: ['terminal.storage'] },
  terminal_inches: { advice: 'Give the diagonal of the screen.', inputs: ['terminal.inches'] },
}

/** The number of copies of stored data. */
export const serviceAdvice: Readonly<Record<string, Advice>> = {
  storage_copies: { advice: 'Give the number of copies that are kept.', inputs: ['storage.copies'] },
}

/** Data transferred over networks. */
export const NetworkInput = object({
  gigabytes: amount.meta({ description: 'Amount of transferred data, in GB', examples: [100] }),
  reach: word(NETWORK_REACHES).meta({ description: 'Distance of the transfer' }),
  provider: optional(id, 'Id of the provider that the region belongs to. See `cloudProviders`', 'aws'),
  usage: optional(UsageInput, 'Where the electricity comes from'),
}).meta({ id: 'NetworkInput', description: 'Data transferred over networks.' })

export type NetworkInput = z.output<typeof NetworkInput>
