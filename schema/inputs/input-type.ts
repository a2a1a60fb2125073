import type { InputFieldRef, InputRef, EnumRef as PothosEnumRef } from '@pothos/core'
import * as z from 'zod'
import { builder, type SchemaTypes } from '../builder.ts'

type EnumRef<Value> = PothosEnumRef<SchemaTypes, Value>

/** Every enum, by its engine values: an input with these values has this enum. */
const enumByValues = new Map<string, EnumRef<string>>()

/**
 * An enum of engine values, each with its description; GraphQL has the values in upper case.
 *
 * @example
 * enumType('CaseType', 'Kinds of cases.', { rack: 'A rack server of its own.', blade: '...' }) // RACK, BLADE
 */
export function enumType<Value extends string>(
  name: string,
  description: string,
  descriptions: Readonly<Record<Value, string>>,
): EnumRef<Value> {
  const values = Object.keys(descriptions) as Value[]
  const ref = builder.enumType(name, {
    description,
    values: Object.fromEntries(
      values.map((value) => [value.toUpperCase(), { value, description: descriptions[value] }]),
    ) as Record<Uppercase<Value>, { readonly value: Value; readonly description: string }>,
  }) as EnumRef<Value>
  enumByValues.set(keyOf(values), ref as EnumRef<string>)
  return ref
}

/** Descriptions by kind. */
export function descriptionsOf<Kind extends string>(
  kinds: Readonly<Record<Kind, { readonly description: string }>>,
): Readonly<Record<Kind, string>> {
  const described = Object.entries(kinds) as [Kind, { readonly description: string }][]
  return Object.fromEntries(described.map(([kind, { description }]) => [kind, description])) as Record<Kind, string>
}

/** The enum that has exactly these values. */
function enumOf(values: readonly string[]): EnumRef<string> {
  const ref = enumByValues.get(keyOf(values))
  if (ref === undefined) throw new Error(`No enum has the values ${values.join(', ')}`)
  return ref
}

function keyOf(values: readonly string[]): string {
  return values.toSorted().join()
}

type InputFieldBuilder = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** A field of an input as in its schema. */
interface Described {
  readonly type: unknown
  readonly required: boolean
  readonly defaultValue?: unknown
  readonly description: string
  readonly deprecationReason?: string
}

const refs = new Map<string, InputRef<unknown>>()

/**
 * The GraphQL input type of a zod object: fields, types, limits, defaults and descriptions, including nested objects.
 * An object's name is the `id` in its metadata. The zod object still checks the input, since it knows more (limits,
 * shares that sum to a total).
 *
 * @example
 * inputType(ServerInput) // input ServerInput { archetype: ID ... }
 */
export function inputType(schema: z.ZodObject): InputRef<unknown> {
  const { id, description = '', isOneOf = false } = schema.meta() ?? {}
  if (id === undefined) throw new Error('An input needs an id')
  const known = refs.get(id)
  if (known !== undefined) return known
  const ref = builder.inputRef<object>(id)
  refs.set(id, ref)
  ref.implement({
    description,
    isOneOf: isOneOf === true,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(schema.shape).map(([key, field]) => [key, inputField(t, describe(field as z.ZodType))]),
      ),
  } as Parameters<typeof ref.implement>[0])
  return ref
}

function inputField(t: InputFieldBuilder, field: Described): InputFieldRef<SchemaTypes, unknown> {
  return t.field(field as Parameters<typeof t.field>[0])
}

function describe(field: z.ZodType): Described {
  const { description = '' } = field.meta() ?? {}
  if (field instanceof z.ZodOptional || field instanceof z.ZodExactOptional) {
    const inner = describe(field.unwrap() as z.ZodType)
    const { replacedBy } = field.meta() ?? {}
    return {
      ...inner,
      required: false,
      description: sentence(description, field) || inner.description,
      ...(typeof replacedBy === 'string' && { deprecationReason: `Use \`${replacedBy}\`` }),
    }
  }
  if (field instanceof z.ZodDefault) {
    const inner = describe(field.unwrap() as z.ZodType)
    const { defaultValue } = field.def
    return { ...inner, required: false, defaultValue, description: sentence(description, field) }
  }
  return { type: typeOf(field), required: true, description: sentence(description, field) }
}

function typeOf(field: z.ZodType): unknown {
  if (field instanceof z.ZodObject) return inputType(field)
  if (field instanceof z.ZodArray) return [typeOf(field.element as z.ZodType)]
  if (field instanceof z.ZodEnum) return enumOf(field.options as string[])
  if (field instanceof z.ZodPipe) return typeOf(field.out as z.ZodType)
  if (field instanceof z.ZodNumber) return field.isInt ? 'Int' : 'Float'
  if (field instanceof z.ZodBoolean) return 'Boolean'
  if (field instanceof z.ZodString) return field.meta()?.isId === true ? 'ID' : 'String'
  throw new Error(`No type of GraphQL for ${field.type}`)
}

/** The meaning and limits of a field: `Memory, in GB, 0 or more. Default: in proportion to vcpu.` */
function sentence(description: string, field: z.ZodType): string {
  if (description === '' || description.endsWith('.')) return description
  const limits = limitsOf(field)
  const text = `${description}.`
  return limits === undefined ? text : text.replace(/\.(?= [A-Z`]|$)/, `, ${limits}.`)
}

/** Larger limits only keep sums finite; descriptions omit them. */
const FAR = 1_000_000_000

function limitsOf(field: z.ZodType): string | undefined {
  if (field instanceof z.ZodOptional || field instanceof z.ZodExactOptional || field instanceof z.ZodDefault) {
    return limitsOf(field.unwrap() as z.ZodType)
  }
  if (!(field instanceof z.ZodNumber)) return undefined
  const { minValue, maxValue } = field
  if (minValue === null || minValue < -FAR) return undefined
  const isAboveZero = minValue > 0 && minValue < 1
  if (maxValue !== null && maxValue < FAR) {
    return isAboveZero ? `above 0, up to ${maxValue}` : `${minValue} to ${maxValue}`
  }
  return isAboveZero ? 'above 0' : `${minValue} or more`
}

/** The meaning of a field without its limits, and whether it is a number. */
export function meaningOf(field: z.ZodType): { readonly meaning: string; readonly isNumber: boolean } {
  const { type } = describe(field)
  return { meaning: field.meta()?.description ?? '', isNumber: type === 'Int' || type === 'Float' }
}
