import type {
  ATTRIBUTE_STATUSES,
  Attribute as EngineAttribute,
  NumberAttribute as EngineNumber,
  TextAttribute as EngineText,
} from '../../src/engine/figures/attribute.ts'
import type { NamedAttribute as EngineNamed } from '../../src/engine/parts/component.ts'
import type { WorkloadLevel as EngineLevel } from '../../src/engine/use/power-curve.ts'
import type { WorkloadAttribute as EngineWorkload } from '../../src/engine/use/usage.ts'
import { builder } from '../builder.ts'

export const AttributeStatus = builder.enumType('AttributeStatus', {
  description: 'Where the value of an attribute comes from.',
  values: {
    INPUT: { description: 'Said by the caller.' },
    COMPLETED: { description: 'Inferred from what the caller said.' },
    DEFAULT: { description: 'Assumed of anything of which nothing is said.' },
    ARCHETYPE: { description: 'Typical of such a thing.' },
    CHANGED: { description: 'Said by the caller, and changed to something known; the source says what it was.' },
  } satisfies Record<(typeof ATTRIBUTE_STATUSES)[number], { description: string }>,
})

export const AttributeInterface = builder.interfaceType('Attribute', {
  description: 'A property of a thing, and where it comes from.',
  resolveType: (attribute) => {
    if ('load' in attribute) return 'WorkloadAttribute'
    return typeof attribute.value === 'number' ? 'NumberAttribute' : 'TextAttribute'
  },
  fields: (t) => ({
    status: t.field({
      type: AttributeStatus,
      description: 'Where the value comes from.',
      resolve: ({ status }) => status,
    }),
    unit: t.string({
      nullable: true,
      description: 'The unit of the value, where it has one.',
      resolve: ({ unit }) => unit,
    }),
    source: t.string({
      nullable: true,
      description: 'Where the value was published, or how it was inferred.',
      resolve: ({ source }) => source,
    }),
    warnings: t.stringList({ description: 'What to keep in mind of the value.', resolve: ({ warnings }) => warnings }),
  }),
})

export const NumberAttribute = builder.objectRef<EngineNumber>('NumberAttribute').implement({
  description: 'A number and its bounds, in the unit of the attribute.',
  interfaces: [AttributeInterface],
  fields: (t) => ({
    value: t.float({ description: 'The number, in the unit of the attribute.', resolve: ({ value }) => value }),
    min: t.float({
      nullable: true,
      description: 'The smallest it may be, in the unit of the attribute.',
      resolve: ({ min }) => min,
    }),
    max: t.float({
      nullable: true,
      description: 'The largest it may be, in the unit of the attribute.',
      resolve: ({ max }) => max,
    }),
  }),
})

export const TextAttribute = builder.objectRef<EngineText>('TextAttribute').implement({
  description: 'A text, such as a name.',
  interfaces: [AttributeInterface],
  fields: (t) => ({
    value: t.string({ description: 'The text.', resolve: ({ value }) => value }),
  }),
})

const WorkloadLevel = builder.objectRef<EngineLevel>('WorkloadLevel').implement({
  description: 'A load, and for how much of the time.',
  fields: (t) => ({
    timePercentage: t.float({
      description: 'Share of the time, 0 to 100 percent.',
      resolve: ({ timePercentage }) => timePercentage,
    }),
    loadPercentage: t.float({
      description: 'Load, 0 to 100 percent.',
      resolve: ({ loadPercentage }) => loadPercentage,
    }),
  }),
})

export const WorkloadAttribute = builder.objectRef<EngineWorkload>('WorkloadAttribute').implement({
  description: 'The load of a thing while it is in use, in percent.',
  interfaces: [AttributeInterface],
  fields: (t) => ({
    value: t.float({
      nullable: true,
      description: 'Percent; null where the load is given as levels.',
      resolve: ({ load }) => load?.value,
    }),
    levels: t.field({
      type: [WorkloadLevel],
      nullable: true,
      description: 'Loads and their shares of the time, in percent; null where the load is one number.',
      resolve: ({ levels }) => levels,
    }),
    min: t.float({ nullable: true, description: 'The smallest load, in percent.', resolve: ({ load }) => load?.min }),
    max: t.float({ nullable: true, description: 'The largest load, in percent.', resolve: ({ load }) => load?.max }),
  }),
})

export const NamedAttribute = builder.objectRef<EngineNamed>('NamedAttribute').implement({
  description: 'An attribute under its name.',
  fields: (t) => ({
    name: t.string({ description: 'The name in snake_case, as over REST.', resolve: ({ name }) => name }),
    attribute: t.field({
      type: AttributeInterface,
      description: 'Its value and where it comes from.',
      resolve: ({ attribute }): EngineAttribute => attribute,
    }),
  }),
})
