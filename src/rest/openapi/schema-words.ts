import type { JsonSchema } from '../../input/rest/json-schemas.ts'

/** A decimal number. */
export const number = { type: 'number', format: 'double' } as const
export const text = { type: 'string' } as const
export const texts = { type: 'array', items: text } as const

/** A schema of the document, by its name. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** An object with these properties, of which some must be there. */
export function object(description: string, properties: Record<string, JsonSchema>, required: readonly string[]) {
  return { type: 'object', description, properties, required }
}
