import type { Range } from '../../src/engine/figures/range.ts'
import {
  type ArchetypeEntry,
  type ArchetypeGroup,
  archetypeConfig,
} from '../../src/reference/resolve/archetype-config.ts'
import { builder } from '../builder.ts'
import { TerminalKind } from '../results/terminal.ts'

builder.queryField('serverArchetypes', (t) =>
  t.idList({
    description: 'Ids of the server archetypes.',
    resolve: (_root, _args, { references }) => references.tables.serverArchetypes.map(({ id }) => id),
  }),
)

builder.queryField('terminalArchetypes', (t) =>
  t.idList({
    description: 'Ids of the archetypes of terminals and peripherals.',
    args: { kind: t.arg({ type: TerminalKind, description: 'Of which kind; of all when omitted.' }) },
    resolve: (_, { kind }, { references }) =>
      references.tables.terminalArchetypes
        .filter(({ device }) => kind == null || device === kind.toLowerCase())
        .map(({ id }) => id),
  }),
)

builder.queryField('iotDeviceArchetypes', (t) =>
  t.idList({
    description: 'Ids of the archetypes of connected objects.',
    resolve: (_root, _args, { references }) => references.tables.iotArchetypes.map(({ id }) => id),
  }),
)

builder.queryField('componentArchetypes', (t) =>
  t.idList({
    description: 'Ids of the archetypes of a component.',
    args: {
      component: t.arg.string({ required: true, description: 'cpu, gpu, ram, ssd, hdd, power_supply or case.' }),
    },
    resolve: (_, { component }, { references }) => references.componentArchetypes(component),
  }),
)

const ArchetypeOf = builder.enumType('ArchetypeOf', {
  description: 'What an archetype is one of.',
  values: {
    SERVER: { value: 'server', description: 'A server.' },
    CLOUD_INSTANCE: { value: 'cloud_instance', description: 'A cloud instance, by provider and type.' },
    TERMINAL: { value: 'terminal', description: 'A terminal or a peripheral.' },
    IOT_DEVICE: { value: 'iot_device', description: 'A connected object.' },
    CPU: { value: 'cpu', description: 'Processors.' },
    GPU: { value: 'gpu', description: 'Graphics cards.' },
    RAM: { value: 'ram', description: 'Memory.' },
    SSD: { value: 'ssd', description: 'Solid-state drives.' },
    HDD: { value: 'hdd', description: 'Hard disk drives.' },
    POWER_SUPPLY: { value: 'power_supply', description: 'Power supplies.' },
    CASE: { value: 'case', description: 'Cases.' },
  } as const,
})

const ArchetypeEntryType = builder.objectRef<ArchetypeEntry>('ArchetypeEntry').implement({
  description: 'What an archetype says of one attribute; nothing where it is not known.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the attribute, in snake_case.', resolve: ({ name }) => name }),
    number: t.float({
      nullable: true,
      description: 'The number, in the unit of the attribute.',
      resolve: ({ cell }) => (isRange(cell) ? cell.value : undefined),
    }),
    min: t.float({
      nullable: true,
      description: 'The smallest it may be, in the unit of the attribute; null where no bounds are stated.',
      resolve: ({ cell }) => (isRange(cell) && cell.boundsGiven ? cell.min : undefined),
    }),
    max: t.float({
      nullable: true,
      description: 'The largest it may be, in the unit of the attribute; null where no bounds are stated.',
      resolve: ({ cell }) => (isRange(cell) && cell.boundsGiven ? cell.max : undefined),
    }),
    text: t.string({
      nullable: true,
      description: 'The text, where it is one.',
      resolve: ({ cell }) => (typeof cell === 'string' ? cell : undefined),
    }),
  }),
})

const ArchetypeGroupType = builder.objectRef<ArchetypeGroup>('ArchetypeGroup').implement({
  description: 'What an archetype says of one component or of its use.',
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description: 'Name of the component, or USAGE; null for what is said of the whole.',
      resolve: ({ name }) => name,
    }),
    entries: t.field({ type: [ArchetypeEntryType], description: 'Its attributes.', resolve: ({ entries }) => entries }),
  }),
})

builder.queryField('archetype', (t) =>
  t.field({
    type: [ArchetypeGroupType],
    nullable: true,
    description: 'An archetype as the tables have it.',
    args: {
      of: t.arg({ type: ArchetypeOf, required: true, description: 'What it is an archetype of.' }),
      id: t.arg.id({ required: true, description: 'Its id.' }),
      provider: t.arg.id({ description: 'Provider of a cloud instance.' }),
      kind: t.arg({ type: TerminalKind, description: 'Kind of a terminal.' }),
    },
    resolve: (_, { of, id, provider, kind }, { references }) =>
      archetypeConfig(references, of, id, (of === 'terminal' ? kind?.toLowerCase() : provider) ?? undefined),
  }),
)

function isRange(cell: ArchetypeEntry['cell']): cell is Range & { readonly boundsGiven?: true } {
  return typeof cell === 'object'
}
