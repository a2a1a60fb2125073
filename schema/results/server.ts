import { resolveServer } from '../../src/catalogue/resolve/resolve-server.ts'
import type { CaseType, Case as EngineCase } from '../../src/engine/components/case.ts'
import type { Component as EngineComponent, ComponentKind as Kind } from '../../src/engine/components/component.ts'
import type { Cpu as EngineCpu } from '../../src/engine/components/cpu.ts'
import type { Gpu as EngineGpu } from '../../src/engine/components/gpu.ts'
import type {
  Assembly as EngineAssembly,
  Motherboard as EngineMotherboard,
} from '../../src/engine/components/plain-component.ts'
import type { PowerSupply as EnginePowerSupply } from '../../src/engine/components/power-supply.ts'
import type { Ram as EngineRam } from '../../src/engine/components/ram.ts'
import type { Device } from '../../src/engine/devices/device.ts'
import { Server as EngineServer } from '../../src/engine/devices/server.ts'
import { ServerInput } from '../../src/input/device-input.ts'
import { builder } from '../builder.ts'
import { entryPoints } from '../entry-points.ts'
import { ASSET_COST, fieldCost } from '../field-cost.ts'
import { enumType, inputType } from '../inputs/input-type.ts'
import { assessInput, STRICT } from './assess.ts'
import { NumberAttribute } from './attribute.ts'
import {
  Assembly,
  Case,
  ComponentInterface,
  ComponentKind,
  Cpu,
  Gpu,
  Motherboard,
  PowerSupply,
  Ram,
} from './component.ts'
import { AssessableInterface } from './impact.ts'
import { Usage } from './usage.ts'
import { WARNINGS } from './warning.ts'

enumType<CaseType>('CaseType', 'Kinds of cases.', {
  rack: 'A rack server.',
  blade: 'A blade, with its share of the enclosure.',
})

const ServerRef = builder.objectRef<EngineServer>('Server')

/** The components of a device, all or of some kinds. */
export function componentsOf(device: Device, kinds: readonly Kind[] | null | undefined): readonly EngineComponent[] {
  return kinds == null ? device.components : device.components.filter(({ kind }) => kinds.includes(kind))
}

const ServerShare = builder.objectRef<NonNullable<EngineServer['share']>>('ServerShare').implement({
  description:
    'The part of a server that a virtual machine has. A field is null if the input does not give it: the virtual machine then has an amount in proportion to its threads.',
  fields: (t) => ({
    vcpu: t.field({
      type: NumberAttribute,
      description: 'Number of threads.',
      resolve: ({ size }) => size.vcpu,
    }),
    memory: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Memory, in GB.',
      resolve: ({ size }) => size.memory,
    }),
    ssdStorage: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Storage on solid-state drives, in GB.',
      resolve: ({ size }) => size.ssdStorage,
    }),
    hddStorage: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Storage on hard disks, in GB.',
      resolve: ({ size }) => size.hddStorage,
    }),
    gpuUnits: t.field({
      type: NumberAttribute,
      nullable: true,
      description: 'Number of graphics cards.',
      resolve: ({ size }) => size.gpuUnits,
    }),
    host: t.field({ type: ServerRef, description: 'The whole server.', resolve: ({ host }) => host }),
  }),
})

export const Server = ServerRef.implement({
  description: 'A server, or a part of one, with its components and usage.',
  interfaces: [AssessableInterface],
  isTypeOf: (value) => value instanceof EngineServer,
  fields: (t) => ({
    share: t.expose('share', {
      type: ServerShare,
      nullable: true,
      description: 'The part of the server that is assessed. Null for a whole server.',
    }),
    archetype: t.exposeID('archetype', { description: 'Archetype that filled in missing inputs.' }),
    units: t.expose('units', { type: NumberAttribute, description: 'Number of servers.' }),
    usage: t.expose('usage', { type: Usage, description: 'How the server is used.' }),
    components: t.field({
      type: [ComponentInterface],
      description: 'Components of the server, in a fixed order.',
      args: { kinds: t.arg({ type: [ComponentKind], description: 'Kinds of components to return. Default: all.' }) },
      resolve: (server, { kinds }) => componentsOf(server, kinds),
    }),
    cpu: t.field({
      type: Cpu,
      description: 'Processors of the server.',
      resolve: (server) => only<EngineCpu>(server, 'CPU'),
    }),
    gpu: t.field({
      type: Gpu,
      nullable: true,
      description: 'Graphics cards of the server. Null without any.',
      resolve: (server) => server.componentsOf('GPU')[0] as EngineGpu | undefined,
    }),
    ram: t.field({
      type: [Ram],
      description: 'Memory of the server, by kind of module.',
      resolve: (server) => server.componentsOf('RAM') as readonly EngineRam[],
    }),
    disks: t.expose('disks', { type: [ComponentInterface], description: 'Drives of the server, by kind.' }),
    powerSupply: t.field({
      type: PowerSupply,
      description: 'Power supplies of the server.',
      resolve: (server) => only<EnginePowerSupply>(server, 'POWER_SUPPLY'),
    }),
    case: t.field({
      type: Case,
      description: 'Case of the server.',
      resolve: (server) => only<EngineCase>(server, 'CASE'),
    }),
    motherboard: t.field({
      type: Motherboard,
      description: 'Motherboard of the server.',
      resolve: (server) => only<EngineMotherboard>(server, 'MOTHERBOARD'),
    }),
    assembly: t.field({
      type: Assembly,
      description: 'Assembly of the server.',
      resolve: (server) => only<EngineAssembly>(server, 'ASSEMBLY'),
    }),
    warnings: t.field({
      ...WARNINGS,
      description: 'Warnings about assumptions of the archetype, and about inputs that are unknown or have no effect.',
    }),
  }),
})

/** The first component of a kind that every server has. A part of a server may have none of it. */
function only<Kind extends EngineComponent>(server: EngineServer, kind: Kind['kind']): Kind {
  return (server.componentsOf(kind)[0] ?? server.leftOut.find((each) => each.kind === kind)) as Kind
}

entryPoints((t) => ({
  server: t.field({
    type: Server,
    nullable: true,
    description: 'Assesses a server.',
    extensions: fieldCost({ cost: () => ASSET_COST }),
    args: {
      input: t.arg({
        type: inputType(ServerInput),
        description: 'The server. Default: a typical server.',
      }),
      strict: t.arg.boolean(STRICT),
    },
    resolve: assessInput(
      'server',
      ServerInput,
      async (loaders, input) => new EngineServer(await resolveServer(loaders, input)),
    ),
  }),
}))
