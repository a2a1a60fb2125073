import type {
  NumberAttribute as EngineNumber,
  AttributeStatus as EngineStatus,
  TextAttribute as EngineText,
} from '../../src/engine/figures/attribute.ts'
import type { NamedAttribute as EngineNamed } from '../../src/engine/parts/component.ts'
import type { WorkloadLevel as EngineLevel } from '../../src/engine/use/power-curve.ts'
import type { WorkloadAttribute as EngineWorkload } from '../../src/engine/use/workload.ts'
import { builder } from '../builder.ts'
import { enumType } from '../inputs/enum-type.ts'
import { WARNINGS } from './warning.ts'

export const AttributeStatus = enumType<EngineStatus>(
  'AttributeStatus',
  'Where the value of an attribute comes from.',
  {
    INPUT: 'Given by the caller.',
    COMPLETED: 'Inferred from what the caller gave.',
    DEFAULT: 'Assumed of anything of which nothing is known.',
    ARCHETYPE: 'Typical of such a thing.',
    CHANGED: 'Given by the caller, and changed to something known; the source has what it was.',
  },
)

export const AttributeInterface = builder.interfaceType('Attribute', {
  description: 'A property of a thing, and where it comes from.',
  resolveType: (attribute) => {
    if ('load' in attribute) return 'WorkloadAttribute'
    return typeof attribute.value === 'number' ? 'NumberAttribute' : 'TextAttribute'
  },
  fields: (t) => ({
    number: t.float({
      nullable: true,
      description: 'The value where it is one number, in the unit of the attribute; else null.',
      resolve: (attribute) => {
        const value = 'load' in attribute ? attribute.load?.value : attribute.value
        return typeof value === 'number' ? value : undefined
      },
    }),
    text: t.string({
      nullable: true,
      description: 'The value where it is a text, else null.',
      resolve: (attribute) =>
        'value' in attribute && typeof attribute.value === 'string' ? attribute.value : undefined,
    }),
    status: t.expose('status', { type: AttributeStatus, description: 'Where the value comes from.' }),
    unit: t.exposeString('unit', { nullable: true, description: 'The unit of the value, where it has one.' }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Where the value was published, or how it was inferred.',
    }),
    warnings: t.field({ ...WARNINGS, description: 'What to keep in mind of the value.' }),
  }),
})

export const NumberAttribute = builder.objectRef<EngineNumber>('NumberAttribute').implement({
  description: 'A number and its bounds, in the unit of the attribute.',
  interfaces: [AttributeInterface],
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'The number, in the unit of the attribute.' }),
    min: t.exposeFloat('min', { nullable: true, description: 'The smallest it may be, in the unit of the attribute.' }),
    max: t.exposeFloat('max', { nullable: true, description: 'The largest it may be, in the unit of the attribute.' }),
  }),
})

export const TextAttribute = builder.objectRef<EngineText>('TextAttribute').implement({
  description: 'A text, such as a name.',
  interfaces: [AttributeInterface],
  fields: (t) => ({ value: t.exposeString('value', { description: 'The text.' }) }),
})

const WorkloadLevel = builder.objectRef<EngineLevel>('WorkloadLevel').implement({
  description: 'A load, and for how much of the time.',
  fields: (t) => ({
    timePercentage: t.exposeFloat('timePercentage', { description: 'Share of the time, 0 to 100 percent.' }),
    loadPercentage: t.exposeFloat('loadPercentage', { description: 'Load, 0 to 100 percent.' }),
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
    levels: t.expose('levels', {
      type: [WorkloadLevel],
      nullable: true,
      description: 'Loads and their shares of the time, in percent; null where the load is one number.',
    }),
    min: t.float({ nullable: true, description: 'The smallest load, in percent.', resolve: ({ load }) => load?.min }),
    max: t.float({ nullable: true, description: 'The largest load, in percent.', resolve: ({ load }) => load?.max }),
  }),
})

export const NamedAttribute = builder.objectRef<EngineNamed>('NamedAttribute').implement({
  description: 'An attribute under its name.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name in snake_case, as over REST.' }),
    attribute: t.expose('attribute', { type: AttributeInterface, description: 'Its value and where it comes from.' }),
  }),
})
