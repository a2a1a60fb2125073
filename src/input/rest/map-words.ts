import type * as z from 'zod'

/** What a word of an enum becomes, of all its words. */
export type Change = (words: readonly string[], word: string) => string

/**
 * A value whose words of enums are changed, found by its schema; the value itself where no word of it changes.
 *
 * @example
 * mapWords(object({ kind: z.enum(['SSD']) }), { kind: 'ssd' }, (_, word) => word.toUpperCase()) // { kind: 'SSD' }
 */
export function mapWords(schema: z.ZodType, value: unknown, change: Change): unknown {
  switch (schema.def.type) {
    case 'optional':
    case 'default':
      return mapWords((schema as z.ZodOptional).def.innerType as z.ZodType, value, change)
    case 'pipe':
      return mapWords((schema as z.ZodPipe).def.out as z.ZodType, value, change)
    case 'enum':
      return typeof value === 'string' ? change((schema as z.ZodEnum).options as string[], value) : value
    case 'array':
      return Array.isArray(value) ? mapItems((schema as z.ZodArray).element as z.ZodType, value, change) : value
    case 'object':
      return typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : mapFields(fieldsWithWords(schema as z.ZodObject), value, change)
    default:
      return value
  }
}

function mapItems(element: z.ZodType, list: readonly unknown[], change: Change): unknown {
  let mapped: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = mapWords(element, list[index], change)
    if (item === list[index]) continue
    mapped ??= [...list]
    mapped[index] = item
  }
  return mapped ?? list
}

function mapFields(fields: Fields, value: object, change: Change): unknown {
  let mapped: Record<string, unknown> | undefined
  for (const [key, field] of fields) {
    if (!Object.hasOwn(value, key)) continue
    const each = (value as Readonly<Record<string, unknown>>)[key]
    const word = mapWords(field, each, change)
    if (word === each) continue
    mapped ??= { ...value }
    mapped[key] = word
  }
  return mapped ?? value
}

type Fields = readonly (readonly [string, z.ZodType])[]

const known = new WeakMap<z.ZodType, Fields>()

/** The fields of an object in which there may be words of enums: of the thousands of objects of a body most have none. */
function fieldsWithWords(schema: z.ZodObject): Fields {
  let fields = known.get(schema)
  if (fields === undefined) {
    fields = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).filter(([, field]) => hasWords(field))
    known.set(schema, fields)
  }
  return fields
}

function hasWords(schema: z.ZodType): boolean {
  switch (schema.def.type) {
    case 'optional':
    case 'default':
      return hasWords((schema as z.ZodOptional).def.innerType as z.ZodType)
    case 'pipe':
      return hasWords((schema as z.ZodPipe).def.out as z.ZodType)
    case 'enum':
      return true
    case 'array':
      return hasWords((schema as z.ZodArray).element as z.ZodType)
    case 'object':
      return fieldsWithWords(schema as z.ZodObject).length > 0
    default:
      return false
  }
}
