import * as z from 'zod'

/** A JSON schema (draft 2020-12, as in OpenAPI 3.1). */
export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * The JSON schemas of what clients may send, for each schema and every schema with an id in it, by id. They refer to
 * each other by `at` and id.
 */
export function jsonSchemas(schemas: readonly z.ZodType[], at: string): Readonly<Record<string, JsonSchema>> {
  const all = z.toJSONSchema(z.tuple(schemas as [z.ZodType]), {
    io: 'input',
    // Removes metadata for GraphQL, which is not a JSON schema keyword.
    override: ({ jsonSchema }) => {
      const { isOneOf, choices } = jsonSchema as { readonly isOneOf?: true; readonly choices?: string[][] }
      const alternatives = isOneOf ? Object.keys(jsonSchema.properties ?? {}).map((key) => [key]) : choices
      if (alternatives) asChoices(jsonSchema, alternatives)
      delete jsonSchema.isId
      delete jsonSchema.isOneOf
      delete jsonSchema.choices
      delete jsonSchema.replacedBy
    },
  })
  return JSON.parse(JSON.stringify(all.$defs ?? {}).replaceAll('"#/$defs/', `"${at}`))
}

/**
 * An object with the properties of exactly one choice, as an object for each, which programs make a union of.
 *
 * @example
 * asChoices({ properties: { leaf, path, min } }, [['leaf'], ['path']]) // oneOf: { leaf, min } and { path, min }
 */
function asChoices(schema: z.core.JSONSchema.BaseSchema, choices: readonly (readonly string[])[]): void {
  const { properties = {}, required = [] } = schema
  const chosenFrom = choices.flat()
  schema.oneOf = choices.map((chosen) => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).filter(([key]) => chosen.includes(key) || !chosenFrom.includes(key)),
    ),
    required: [...required.filter((key) => !chosenFrom.includes(key)), ...chosen],
  }))
  delete schema.type
  delete schema.properties
  delete schema.required
  delete schema.additionalProperties
}

/** The id of a schema with its own description. */
export function schemaId(schema: z.ZodType): string {
  const id = z.globalRegistry.get(schema)?.id
  if (id === undefined) throw new Error('Expected a schema with an id')
  return id
}

/** Whether clients send a number for a field. */
export function isNumber(field: z.ZodType): boolean {
  const { type } = z.toJSONSchema(field, { io: 'input' })
  return type === 'number' || type === 'integer'
}
