import { GraphQLError, type GraphQLSchema, isEnumType, isIntrospectionType } from 'graphql'

/** How graphql-js names close values, and nothing if none is close. */
const NAMES_CLOSE_ONES = ' Did you mean '

/** The same schema, whose enums name all their values if a faulty value is close to none. */
export function nameEnumValues(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || isIntrospectionType(type)) continue
    const values = type.getValues().flatMap(({ name, deprecationReason }) => (deprecationReason == null ? [name] : []))
    const expected = `Expected one of ${values.join(', ')}.`
    const naming =
      <Given>(coerce: (given: Given, isHidden?: boolean | null) => unknown) =>
      (given: Given, isHidden?: boolean | null) => {
        try {
          return coerce.call(type, given, isHidden)
        } catch (error) {
          if (isHidden || !(error instanceof GraphQLError) || error.message.includes(NAMES_CLOSE_ONES)) throw error
          throw new GraphQLError(`${error.message} ${expected}`, { nodes: error.nodes })
        }
      }
    type.coerceInputValue = naming(type.coerceInputValue)
    type.coerceInputLiteral = naming(type.coerceInputLiteral)
  }
  return schema
}
