import type * as z from 'zod'

/** Further fields that no schema knows are not named. */
const MOST_UNKNOWN_FIELDS = 20
const LONGEST_FIELD = 100

/**
 * The first fields of a value that its schema does not know, by their paths.
 *
 * @example
 * unknownFields(object({ asset }), { asset: { server: {} }, asst: 1 }) // [['asst']]
 */
export function unknownFields(schema: z.ZodType, value: unknown): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  find(schema, value, [], found)
  return found
}

function find(schema: z.ZodType, value: unknown, path: readonly string[], found: (readonly string[])[]): void {
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
      const { element } = schema as z.ZodArray
      if (Array.isArray(value)) {
        for (const [index, each] of value.entries()) find(element as z.ZodType, each, [...path, `${index}`], found)
      }
      return
    }
    case 'object': {
      const { shape } = schema as z.ZodObject
      if (Array.isArray(value)) return
      for (const key in value) {
        const field = Object.hasOwn(shape, key) ? (shape[key] as z.ZodType) : undefined
        const each = (value as Readonly<Record<string, unknown>>)[key]
        if (field !== undefined) find(field, each, [...path, key], found)
        else if (found.length < MOST_UNKNOWN_FIELDS) found.push([...path, key.slice(0, LONGEST_FIELD)])
      }
    }
  }
}
