import type * as z from 'zod'

/** Unknown fields that an error lists at most. */
const MOST_UNKNOWN_FIELDS = 20
const LONGEST_FIELD = 100

/** A field that a schema does not know. */
export interface UnknownField {
  /** Keys and indexes, as given. */
  readonly path: readonly (string | number)[]
  readonly value: unknown
  /** The fields that the schema knows in its place. */
  readonly known: readonly string[]
}

/**
 * The first fields of a value that its schema does not know.
 *
 * @example
 * unknownFields(object({ asset }), { asset: { server: {} }, asst: 1 })
 * // [{ path: ['asst'], value: 1, known: ['asset'] }]
 */
export function unknownFields(schema: z.ZodType, value: unknown): readonly UnknownField[] {
  const found: UnknownField[] = []
  find(schema, value, [], found)
  return found
}

/** `path` is the place of the value. The same list is reused all the way, since there may be thousands of places. */
function find(schema: z.ZodType, value: unknown, path: (string | number)[], found: UnknownField[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MOST_UNKNOWN_FIELDS) return
  switch (schema.def.type) {
    case 'optional':
    case 'default':
      find((schema as z.ZodOptional).def.innerType as z.ZodType, value, path, found)
      return
    case 'pipe':
      find((schema as z.ZodPipe).def.out as z.ZodType, value, path, found)
      return
    case 'array': {
      if (!Array.isArray(value)) return
      const element = (schema as z.ZodArray).element as z.ZodType
      for (let index = 0; index < value.length; index++) findIn(element, value[index], index, path, found)
      return
    }
    case 'object': {
      const { shape } = (schema as z.ZodObject).def
      if (Array.isArray(value)) return
      for (const key in value) {
        const field = Object.hasOwn(shape, key) ? (shape[key] as z.ZodType) : undefined
        const each = (value as Readonly<Record<string, unknown>>)[key]
        if (field !== undefined) findIn(field, each, key, path, found)
        else if (found.length < MOST_UNKNOWN_FIELDS)
          found.push({ path: [...path, key.slice(0, LONGEST_FIELD)], value: each, known: Object.keys(shape) })
      }
    }
  }
}

function findIn(
  schema: z.ZodType,
  value: unknown,
  key: string | number,
  path: (string | number)[],
  found: UnknownField[],
): void {
  if (typeof value !== 'object' || value === null) return
  path.push(key)
  find(schema, value, path, found)
  path.pop()
}
