import { RowSearch } from '../../src/catalogue/matching/row-search.ts'
import { perObject } from '../../src/catalogue/per-object.ts'
import type { References } from '../../src/catalogue/references.ts'
import {
  type ArchetypeEntry,
  type ArchetypeGroup,
  archetypeConfig,
} from '../../src/catalogue/resolve/archetype-config.ts'
import type { ArchetypeOf as Kind } from '../../src/catalogue/tables.ts'
import { COMPONENT_KINDS } from '../../src/engine/components/component.ts'
import type { TerminalKind as EngineKind } from '../../src/engine/devices/terminal.ts'
import type { Range } from '../../src/engine/values/range.ts'
import { FaultError, under } from '../../src/input/fault.ts'
import { builder } from '../builder.ts'
import { scopeOf } from '../context.ts'
import { entryPoints } from '../entry-points.ts'
import { fieldCost } from '../field-cost.ts'
import { enumType } from '../inputs/input-type.ts'
import { ComponentKind } from '../results/component.ts'
import { TerminalKind } from '../results/terminal.ts'
import { connectionOf, pageArguments, pageOf, pageSize } from './connection.ts'

const KINDS: Readonly<Record<Kind, string>> = {
  server: 'A server.',
  cloud_instance: 'A cloud instance, by provider and type.',
  terminal: 'A terminal or a peripheral.',
  iot_device: 'An IoT device.',
  cpu: 'Processors.',
  gpu: 'Graphics cards.',
  ram: 'Memory.',
  ssd: 'Solid-state drives.',
  hdd: 'Hard disk drives.',
  power_supply: 'Power supplies.',
  case: 'Cases.',
}

const ArchetypeOf = enumType('ArchetypeOf', 'Kind of equipment of an archetype.', KINDS)

const ArchetypeEntryType = builder.objectRef<ArchetypeEntry>('ArchetypeEntry').implement({
  description: 'Value of one attribute of an archetype. `number` and `text` are both null if the value is unknown.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the attribute, in snake_case.', resolve: ({ name }) => name }),
    number: t.float({
      nullable: true,
      description: 'Number, in the unit of the attribute.',
      resolve: ({ cell }) => (isRange(cell) ? cell.value : undefined),
    }),
    min: t.float({
      nullable: true,
      description: 'Lower bound, in the unit of the attribute. Null without bounds.',
      resolve: ({ cell }) => (isRange(cell) && cell.boundsGiven ? cell.min : undefined),
    }),
    max: t.float({
      nullable: true,
      description: 'Upper bound, in the unit of the attribute. Null without bounds.',
      resolve: ({ cell }) => (isRange(cell) && cell.boundsGiven ? cell.max : undefined),
    }),
    text: t.string({
      nullable: true,
      description: 'Value if it is a string.',
      resolve: ({ cell }) => (typeof cell === 'string' ? cell : undefined),
    }),
  }),
})

type Part = 'DEVICE' | 'COMPONENT' | 'FUNCTIONAL_BLOCK' | 'USAGE' | 'POWER_CURVE' | 'WARNINGS'

const ArchetypePart = enumType<Part>('ArchetypePart', 'What a group of attributes of an archetype describes.', {
  DEVICE: 'The whole device, or the component that the archetype describes.',
  COMPONENT: 'A component. `component` names its kind.',
  FUNCTIONAL_BLOCK: 'A functional block of an IoT device. `name` is its function.',
  USAGE: 'How the equipment is used.',
  POWER_CURVE: 'The power curve: the power that the component or device draws at each load.',
  WARNINGS: 'Warnings about assumptions and doubtful values.',
})

const PARTS: Readonly<Record<string, Part>> = {
  USAGE: 'USAGE',
  CONSUMPTION_PROFILE: 'POWER_CURVE',
  WARNINGS: 'WARNINGS',
}

const componentOf = (name: string | undefined) => COMPONENT_KINDS.find((kind) => kind === name)

function partOf({ name }: ArchetypeGroup): Part {
  if (name === undefined) return 'DEVICE'
  return PARTS[name] ?? (componentOf(name) === undefined ? 'FUNCTIONAL_BLOCK' : 'COMPONENT')
}

const ArchetypeGroupType = builder.objectRef<ArchetypeGroup>('ArchetypeGroup').implement({
  description: 'Attributes of an archetype for one component, or for its use.',
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description:
        'Name of the component or functional block, or USAGE, POWER_CURVE or WARNINGS. Null for attributes of the whole device.',
      resolve: ({ name }) => name,
    }),
    part: t.field({ type: ArchetypePart, description: 'What the attributes describe.', resolve: partOf }),
    component: t.field({
      type: ComponentKind,
      nullable: true,
      description: 'Kind of the component. Null if the attributes are of something else.',
      resolve: ({ name }) => componentOf(name),
    }),
    entries: t.field({
      type: [ArchetypeEntryType],
      description: 'Attributes of the group.',
      // A server has ten groups of 2.3 attributes, and a drive one of 8. The groups are counted as ten.
      extensions: fieldCost({ listSize: () => 3 }),
      resolve: ({ entries }) => entries,
    }),
  }),
})

/** An archetype's name and attributes. */
interface NamedArchetype {
  readonly of: Kind
  readonly id: string
  /** Provider of a cloud instance, device of a terminal. */
  readonly within: string | undefined
  readonly references: References
}

const Archetype = builder.objectRef<NamedArchetype>('Archetype').implement({
  description: 'A typical device or component. Its values replace what a request leaves out.',
  fields: (t) => ({
    name: t.exposeString('id', { description: 'Name of the archetype, for the field `archetype` of inputs.' }),
    of: t.expose('of', { type: ArchetypeOf, description: 'Kind of equipment that it describes.' }),
    provider: t.string({
      nullable: true,
      description: 'Id of the provider of a cloud instance.',
      resolve: ({ of, within }) => (of === 'cloud_instance' ? within : undefined),
    }),
    kind: t.field({
      type: TerminalKind,
      nullable: true,
      description: 'Kind of a terminal or a peripheral.',
      resolve: ({ of, within }) => (of === 'terminal' ? (within?.toUpperCase() as EngineKind) : undefined),
    }),
    groups: t.field({
      type: [ArchetypeGroupType],
      description: 'Attributes of the archetype, as in the reference tables.',
      resolve: ({ references, of, id, within }) => archetypeConfig(references, of, id, within),
    }),
  }),
})

const ArchetypeConnection = connectionOf(Archetype, 'archetypes')

/** All archetypes by kind of equipment, in table order. */
const archetypesIn = perObject((references: References): ReadonlyMap<Kind, RowSearch<NamedArchetype>> => {
  const kinds = Object.keys(KINDS) as Kind[]
  return new Map(kinds.map((of) => [of, new RowSearch(archetypesOf(references, of), ({ id }) => id)]))
})

function archetypesOf(references: References, of: Kind): readonly NamedArchetype[] {
  const { serverArchetypes, terminalArchetypes, iotArchetypes, cloudInstances } = references.tables
  const named = (id: string, within?: string): NamedArchetype => ({ of, id, within, references })
  switch (of) {
    case 'server':
      return serverArchetypes.map(({ id }) => named(id))
    case 'terminal':
      return terminalArchetypes.map(({ id, device }) => named(id, device))
    case 'iot_device':
      return iotArchetypes.map(({ id }) => named(id))
    case 'cloud_instance':
      return cloudInstances.map(({ instanceType, provider }) => named(instanceType, provider))
    default:
      return references.componentArchetypes(of).map((id) => named(id))
  }
}

entryPoints((t) => ({
  archetypes: t.field({
    type: ArchetypeConnection,
    description: 'Archetypes of a kind of equipment with their attributes, in pages.',
    extensions: fieldCost({
      listSize: (page, { releases: { newest } }) => {
        const of = String(page.of).toLowerCase() as Kind
        return Math.min(pageSize(page), archetypesIn(newest.references).get(of)?.rows.length ?? 0)
      },
    }),
    args: {
      of: t.arg({ type: ArchetypeOf, required: true, description: 'Kind of equipment that the archetypes describe.' }),
      search: t.arg.string({ description: 'Part of a name, in upper or lower case.' }),
      kind: t.arg({ type: TerminalKind, description: 'Kind of terminals. Default: all kinds.' }),
      ...pageArguments(t),
    },
    resolve: (parent, { of, search, kind, ...page }, context) => {
      const { references, release } = scopeOf(parent, context)
      const wanted = search?.trim().toLowerCase() ?? ''
      const named = archetypesIn(references).get(of)?.find(wanted) ?? []
      const found = kind == null ? named : named.filter(({ within }) => within === kind.toLowerCase())
      return pageOf(found, page, (archetype) => archetype, [release.id, 'archetype', of, wanted, kind])
    },
  }),
  serverArchetypes: t.idList({
    description: 'Names of the server archetypes.',
    deprecationReason: 'Use `archetypes`',
    extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.serverArchetypes.length }),
    resolve: (parent, _, context) => scopeOf(parent, context).references.tables.serverArchetypes.map(({ id }) => id),
  }),
  terminalArchetypes: t.idList({
    description: 'Names of the archetypes of terminals and peripherals.',
    deprecationReason: 'Use `archetypes`',
    extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.terminalArchetypes.length }),
    args: { kind: t.arg({ type: TerminalKind, description: 'Kind of terminal. Default: all kinds.' }) },
    resolve: (parent, { kind }, context) =>
      scopeOf(parent, context)
        .references.tables.terminalArchetypes.filter(({ device }) => kind == null || device === kind.toLowerCase())
        .map(({ id }) => id),
  }),
  iotDeviceArchetypes: t.idList({
    description: 'Names of the archetypes of IoT devices.',
    deprecationReason: 'Use `archetypes`',
    extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.iotArchetypes.length }),
    resolve: (parent, _, context) => scopeOf(parent, context).references.tables.iotArchetypes.map(({ id }) => id),
  }),
  componentArchetypes: t.idList({
    description: 'Names of the archetypes of a kind of component. Empty if the kind has none.',
    deprecationReason: 'Use `archetypes`',
    extensions: fieldCost({ listSize: (_, { releases }) => releases.newest.tables.gpus.length }),
    args: { component: t.arg({ type: ComponentKind, required: true, description: 'Kind of component.' }) },
    resolve: (parent, { component }, context) =>
      scopeOf(parent, context).references.componentArchetypes(component.toLowerCase()),
  }),
  archetype: t.field({
    type: [ArchetypeGroupType],
    nullable: true,
    description: 'The attributes of an archetype, as in the reference tables.',
    args: {
      of: t.arg({ type: ArchetypeOf, required: true, description: 'Kind of equipment that the archetype describes.' }),
      id: t.arg.id({ required: true, description: 'Name of the archetype.' }),
      provider: t.arg.id({ description: 'Provider, for an archetype of a cloud instance.' }),
      kind: t.arg({ type: TerminalKind, description: 'Kind, for an archetype of a terminal.' }),
    },
    resolve: (parent, { of, id, provider, kind }, context) => {
      const { references } = scopeOf(parent, context)
      const within = (of === 'terminal' ? kind?.toLowerCase() : provider) ?? undefined
      if (provider != null) under(['provider'], () => references.provider(provider))
      if (of === 'cloud_instance' && provider == null) throw missing('provider', 'expected the id of a provider')
      if (of === 'terminal' && kind == null) throw missing('kind', 'expected the kind of the terminal')
      return under(['id'], () => archetypeConfig(references, of, id, within))
    },
  }),
}))

function missing(argument: string, message: string): FaultError {
  return new FaultError([{ path: [argument], message, code: 'MISSING', value: null }])
}

function isRange(cell: ArchetypeEntry['cell']): cell is Range & { readonly boundsGiven?: true } {
  return typeof cell === 'object'
}
