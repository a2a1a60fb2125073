import * as z from 'zod'

/** A JSON schema (draft 2020-12, as OpenAPI 3.1 has it). */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** What a client may send for a schema, and for every schema with an id in it, by id. Each refers to the others by `at` and id. */
export function jsonSchemas(schemas: readonly z.ZodType[], at: string): Readonly<Record<string, JsonSchema>> {
  const all = z.toJSONSchema(z.tuple(schemas as [z.ZodType]), {
    io: 'input',
    // What GraphQL makes of a schema: no keyword of JSON schemas.
    override: ({ jsonSchema }) => {
      delete jsonSchema.isId
      delete jsonSchema.isOneOf
      delete jsonSchema.replacedBy
    },
  })
  return JSON.parse(JSON.stringify(all.$defs ?? {}).replaceAll('"#/$defs/', `"${at}`))
}

/** The id of a schema that is described by itself. */
export function schemaId(schema: z.ZodType): string {
  const id = z.globalRegistry.get(schema)?.id
  if (id === undefined) throw new Error('Expected a schema with an id')
  return id
}

/** Whether a client sends a number for a field. */
export function isNumber(field: z.ZodType): boolean {
  const { type } = z.toJSONSchema(field, { io: 'input' })
  return type === 'number' || type === 'integer'
}
