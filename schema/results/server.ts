import type { Device } from '../../src/engine/devices/device.ts'
import { Server as EngineServer } from '../../src/engine/devices/server.ts'
import type { Case as EngineCase } from '../../src/engine/parts/case.ts'
import type { Component as EngineComponent, ComponentKind as Kind } from '../../src/engine/parts/component.ts'
import type { Cpu as EngineCpu } from '../../src/engine/parts/cpu.ts'
import type { Gpu as EngineGpu } from '../../src/engine/parts/gpu.ts'
import type {
  Assembly as EngineAssembly,
  Motherboard as EngineMotherboard,
} from '../../src/engine/parts/plain-component.ts'
import type { PowerSupply as EnginePowerSupply } from '../../src/engine/parts/power-supply.ts'
import type { Ram as EngineRam } from '../../src/engine/parts/ram.ts'
import { ServerInput as ServerSchema } from '../../src/input/server-input.ts'
import { resolveServer } from '../../src/reference/resolve/resolve-server.ts'
import { builder } from '../builder.ts'
import { NumberAttribute } from './attribute.ts'
import {
  Assembly,
  Case,
  ComponentInterface,
  ComponentKind,
  Cpu,
  CpuInput,
  Gpu,
  GpuInput,
  HddInput,
  Motherboard,
  PowerSupply,
  PowerSupplyInput,
  Ram,
  RamInput,
  SsdInput,
} from './component.ts'
import { AssessableInterface } from './impact.ts'
import { Usage, UsageInput } from './usage.ts'

/** The components of a device, of some kinds or of all. */
export function componentsOf(device: Device, kinds: readonly Kind[] | null | undefined): readonly EngineComponent[] {
  return kinds == null ? device.components : device.components.filter(({ kind }) => kinds.includes(kind))
}

export const Server = builder.objectRef<EngineServer>('Server').implement({
  description: 'A server: its components, put together and used.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineServer,
  fields: (t) => ({
    archetype: t.id({ description: 'The archetype that completed it.', resolve: ({ archetype }) => archetype }),
    units: t.field({ type: NumberAttribute, description: 'How many servers.', resolve: ({ units }) => units }),
    usage: t.field({ type: Usage, description: 'How it is used.', resolve: ({ usage }) => usage }),
    components: t.field({
      type: [ComponentInterface],
      description: 'Its components, in a fixed order.',
      args: { kinds: t.arg({ type: [ComponentKind], description: 'Which kinds; all when omitted.' }) },
      resolve: (server, { kinds }) => componentsOf(server, kinds),
    }),
    cpu: t.field({ type: Cpu, description: 'Its processors.', resolve: (server) => only<EngineCpu>(server, 'CPU') }),
    gpu: t.field({
      type: Gpu,
      nullable: true,
      description: 'Its graphics cards; null where it has none.',
      resolve: (server) => server.componentsOf('GPU')[0] as EngineGpu | undefined,
    }),
    ram: t.field({
      type: [Ram],
      description: 'Its memory, by kind of module.',
      resolve: (server) => server.componentsOf('RAM') as readonly EngineRam[],
    }),
    disks: t.field({
      type: [ComponentInterface],
      description: 'Its drives, by kind.',
      resolve: ({ disks }) => disks,
    }),
    powerSupply: t.field({
      type: PowerSupply,
      description: 'Its power supplies.',
      resolve: (server) => only<EnginePowerSupply>(server, 'POWER_SUPPLY'),
    }),
    case: t.field({ type: Case, description: 'Its case.', resolve: (server) => only<EngineCase>(server, 'CASE') }),
    motherboard: t.field({
      type: Motherboard,
      description: 'Its motherboard.',
      resolve: (server) => only<EngineMotherboard>(server, 'MOTHERBOARD'),
    }),
    assembly: t.field({
      type: Assembly,
      description: 'Putting it together.',
      resolve: (server) => only<EngineAssembly>(server, 'ASSEMBLY'),
    }),
    warnings: t.stringList({
      description: 'What was assumed in its archetype, and what was not understood of what you said.',
      resolve: ({ warnings }) => warnings,
    }),
  }),
})

function only<Kind extends EngineComponent>(server: EngineServer, kind: Kind['kind']): Kind {
  return server.componentsOf(kind)[0] as Kind
}

const ServerModelInput = builder.inputType('ServerModelInput', {
  description: 'Which model of server it is.',
  fields: (t) => ({
    type: t.string({ description: 'rack or blade.' }),
    name: t.string({ description: 'Name of the model.' }),
    manufacturer: t.string({ description: 'Maker.' }),
  }),
})

const DiskInput = builder.inputType('DiskInput', {
  description: 'Drives of one kind.',
  isOneOf: true,
  fields: (t) => ({
    ssd: t.field({ type: SsdInput, description: 'Solid-state drives.' }),
    hdd: t.field({ type: HddInput, description: 'Hard disk drives.' }),
  }),
})

const ServerConfigurationInput = builder.inputType('ServerConfigurationInput', {
  description: 'What a server is made of.',
  fields: (t) => ({
    cpu: t.field({ type: CpuInput, description: 'Its processors.' }),
    gpu: t.field({ type: GpuInput, description: 'Its graphics cards.' }),
    ram: t.field({ type: [RamInput], description: 'All its memory, an entry for each kind of module.' }),
    disk: t.field({ type: [DiskInput], description: 'All its drives, an entry for each kind.' }),
    powerSupply: t.field({ type: PowerSupplyInput, description: 'Its power supplies.' }),
  }),
})

export const ServerInput = builder.inputType('ServerInput', {
  description: 'What you know of a server. All of it may be left out.',
  fields: (t) => ({
    archetype: t.id({ description: 'Server archetype that completes the rest; see `serverArchetypes`.' }),
    model: t.field({ type: ServerModelInput, description: 'Which model it is.' }),
    configuration: t.field({ type: ServerConfigurationInput, description: 'What it is made of.' }),
    usage: t.field({ type: UsageInput, description: 'How it is used.' }),
  }),
})

builder.queryField('server', (t) =>
  t.field({
    type: Server,
    nullable: true,
    description: 'A server.',
    args: { input: t.arg({ type: ServerInput, description: 'What you know of it; a typical server when omitted.' }) },
    resolve: async (_, { input }, { loaders, check }) =>
      new EngineServer(await resolveServer(loaders, check(ServerSchema, input ?? {}, ['input']))),
  }),
)
