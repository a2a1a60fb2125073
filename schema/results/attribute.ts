import type { FieldMap } from '@pothos/core'
import {
  defaultFieldResolver,
  type GraphQLInterfaceType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isObjectType,
} from 'graphql'
import type * as z from 'zod'
import type { NamedAttribute as EngineNamed } from '../../src/engine/components/component.ts'
import type { WorkloadLevel as EngineLevel } from '../../src/engine/use/power-curve.ts'
import type { WorkloadAttribute as EngineWorkload } from '../../src/engine/use/workload.ts'
import type {
  NumberAttribute as EngineNumber,
  AttributeStatus as EngineStatus,
  TextAttribute as EngineText,
} from '../../src/engine/values/attribute.ts'
import { snakeCase } from '../../src/engine/values/spelling.ts'
import { builder } from '../builder.ts'
import { engineObject, unnamed } from '../engine-objects.ts'
import { enumType, meaningOf } from '../inputs/input-type.ts'
import { WARNINGS } from './warning.ts'

/** Input fields that are not attributes of the thing itself, or that all things of its kind have. */
const NOT_OWN: ReadonlySet<string> = new Set(['units', 'usage'])

/**
 * The attributes of a thing as fields, with the names and descriptions of its input, so that each is described once.
 * `always` lists those that are never null.
 *
 * @example
 * attributeFields(t, { tdp: optional(positive, 'Thermal design power, in W') }) // { tdp: NumberAttribute }
 */
export function attributeFields(
  t: { readonly field: (options: never) => unknown },
  shape: z.ZodRawShape,
  always: readonly string[] = [],
): FieldMap {
  const own = Object.entries(shape).filter(([key]) => !NOT_OWN.has(key))
  return Object.fromEntries(
    own.map(([key, schema]) => {
      const { isNumber, meaning } = meaningOf(schema as z.ZodType)
      const field = t.field({
        type: isNumber ? NumberAttribute : TextAttribute,
        nullable: !always.includes(key),
        description: `${meaning}.`,
        resolve: (thing: unknown) => (thing as Readonly<Record<string, never>>)[key],
      } as never)
      return [key, field]
    }),
  ) as FieldMap
}

export const AttributeStatus = enumType<EngineStatus>('AttributeStatus', 'Origin of the value of an attribute.', {
  INPUT: 'You entered the value.',
  COMPLETED: 'Inferred from your other inputs.',
  DEFAULT: 'A general assumption, because nothing more is known.',
  ARCHETYPE: 'Typical of such equipment.',
  CHANGED: 'You entered the value, and a known one replaced it. `source` has your value.',
})

const AttributeInterface = builder.interfaceType('Attribute', {
  description: 'A property of an asset or component, with its origin.',
  resolveType: (attribute) => {
    if ('load' in attribute) return 'WorkloadAttribute'
    return typeof attribute.value === 'number' ? 'NumberAttribute' : 'TextAttribute'
  },
  fields: (t) => ({
    name: t.string({
      description: 'Name of the property, in snake_case as in REST: tdp, hours_life_time.',
      resolve: (attribute) => (attribute as { readonly name?: string }).name ?? '',
    }),
    number: t.float({
      nullable: true,
      description: 'Value in the unit of the attribute if it is one number, otherwise null.',
      resolve: (attribute) => {
        const value = 'load' in attribute ? attribute.load?.value : attribute.value
        return typeof value === 'number' ? value : undefined
      },
    }),
    text: t.string({
      nullable: true,
      description: 'Value if it is a string, otherwise null.',
      resolve: (attribute) =>
        'value' in attribute && typeof attribute.value === 'string' ? attribute.value : undefined,
    }),
    status: t.expose('status', { type: AttributeStatus, description: 'Origin of the value.' }),
    unit: t.exposeString('unit', { nullable: true, description: 'Unit of the value, if it has one.' }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Source of the value, or the rule that inferred it.',
    }),
    warnings: t.field({ ...WARNINGS, description: 'Warnings about the value.' }),
  }),
})

/** An attribute under the name that it was asked by; a copy, since other things may share it. */
function named<Given extends object>(attribute: Given, name: string): Given {
  return Object.assign(Object.create(Object.getPrototypeOf(attribute)), attribute, { name })
}

/** The same schema, whose fields give attributes with the names of the fields, as REST spells them. */
export function nameAttributes(schema: GraphQLSchema): GraphQLSchema {
  const attribute = schema.getType('Attribute') as GraphQLInterfaceType
  const isAttribute = (type: GraphQLOutputType) => {
    const given = getNullableType(type)
    return given === attribute || (isObjectType(given) && given.getInterfaces().includes(attribute))
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name === 'NamedAttribute') continue
    for (const field of Object.values(type.getFields())) {
      if (!isAttribute(field.type)) continue
      const { resolve: give = defaultFieldResolver } = field
      const name = snakeCase(field.name)
      field.extensions = { ...field.extensions, ...unnamed(give) }
      const nameIt = (given: object | null | undefined) => given && named(given, name)
      field.resolve = (...args) => {
        const given = give(...args)
        return given instanceof Promise ? given.then(nameIt) : nameIt(given as object | undefined)
      }
    }
  }
  return schema
}

export const NumberAttribute = builder.objectRef<EngineNumber>('NumberAttribute').implement({
  extensions: engineObject('engine/values/attribute.ts', 'NumberAttribute'),
  description: 'A number and its bounds, in the unit of the attribute.',
  interfaces: [AttributeInterface],
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'Value, in the unit of the attribute.' }),
    min: t.exposeFloat('min', { nullable: true, description: 'Lower bound, in the unit of the attribute.' }),
    max: t.exposeFloat('max', { nullable: true, description: 'Upper bound, in the unit of the attribute.' }),
  }),
})

export const TextAttribute = builder.objectRef<EngineText>('TextAttribute').implement({
  extensions: engineObject('engine/values/attribute.ts', 'TextAttribute'),
  description: 'A text attribute, such as a name.',
  interfaces: [AttributeInterface],
  fields: (t) => ({ value: t.exposeString('value', { description: 'Value of the attribute.' }) }),
})

const WorkloadLevel = builder.objectRef<EngineLevel>('WorkloadLevel').implement({
  description: 'A load level and its share of the time.',
  fields: (t) => ({
    timePercentage: t.exposeFloat('timePercentage', { description: 'Share of the time, 0 to 100 percent.' }),
    timeWorkload: t.exposeFloat('loadPercentage', { description: 'Load, 0 to 100 percent.' }),
    loadPercentage: t.exposeFloat('loadPercentage', {
      description: 'Load, 0 to 100 percent.',
      deprecationReason: 'Use `timeWorkload`',
    }),
  }),
})

export const WorkloadAttribute = builder.objectRef<EngineWorkload>('WorkloadAttribute').implement({
  extensions: engineObject('engine/use/workload.ts', 'WorkloadAttribute'),
  description: 'Load of an asset while it is in use, in percent.',
  interfaces: [AttributeInterface],
  fields: (t) => ({
    value: t.float({
      nullable: true,
      description: 'Load in percent. Null if you gave load levels.',
      resolve: ({ load }) => load?.value,
    }),
    levels: t.expose('levels', {
      type: [WorkloadLevel],
      nullable: true,
      description: 'Load levels with their shares of the time, in percent. Null if the load is one number.',
    }),
    min: t.float({
      nullable: true,
      description: 'Lower bound of the load, in percent.',
      resolve: ({ load }) => load?.min,
    }),
    max: t.float({
      nullable: true,
      description: 'Upper bound of the load, in percent.',
      resolve: ({ load }) => load?.max,
    }),
  }),
})

export const NamedAttribute = builder.objectRef<EngineNamed>('NamedAttribute').implement({
  extensions: engineObject('engine/components/component.ts', 'NamedAttribute'),
  description: 'An attribute with its name.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the attribute in snake_case, as in REST.' }),
    attribute: t.field({
      type: AttributeInterface,
      description: 'Value of the attribute, with its origin and source.',
      resolve: ({ name, attribute }) => named(attribute, name),
    }),
  }),
})
