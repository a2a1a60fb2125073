import {
  coerceInputValue,
  type GraphQLSchema,
  getVariableValues,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableValues,
} from 'graphql'
import type { Context } from './context.ts'

type Given = Readonly<Record<string, unknown>>

/** Longer lists are coerced item by item. */
const LONG_LIST = 100

/**
 * The values of an operation's variables as graphql-js coerces them; undefined where one cannot be. Of a long list each
 * item is coerced by itself, so that others get their turn in between.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Given,
  { pause }: Partial<Context>,
): VariableValues | undefined | Promise<VariableValues | undefined> {
  const isLong =
    pause !== undefined && Object.values(given).some((value) => Array.isArray(value) && value.length > LONG_LIST)
  return isLong ? coerceLong(schema, operation, given, pause) : coerce(schema, operation, given)
}

function coerce(schema: GraphQLSchema, operation: OperationDefinitionNode, given: Given): VariableValues | undefined {
  return getVariableValues(schema, operation.variableDefinitions ?? [], given).variableValues
}

async function coerceLong(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Given,
  pause: NonNullable<Context['pause']>,
): Promise<VariableValues | undefined> {
  const lists: Record<string, readonly unknown[]> = {}
  for (const { variable, type: node } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node)
    const nullable = isNonNullType(type) ? type.ofType : type
    const value = Object.hasOwn(given, variable.name.value) ? given[variable.name.value] : undefined
    if (!isListType(nullable) || !isInputType(nullable.ofType) || !Array.isArray(value)) continue
    const items: unknown[] = []
    for (const each of value) {
      const item = coerceInputValue(each, nullable.ofType)
      if (item === undefined) return undefined
      items.push(item)
      const turn = pause()
      if (turn) await turn
    }
    lists[variable.name.value] = items
  }
  // All the rest, such as defaults, as if the lists were empty.
  const values = coerce(schema, operation, {
    ...given,
    ...Object.fromEntries(Object.keys(lists).map((name) => [name, []])),
  })
  if (values === undefined) return undefined
  for (const [name, items] of Object.entries(lists)) {
    Object.assign(values.sources[name] ?? {}, { value: given[name] })
    Object.assign(values.coerced, { [name]: items })
  }
  return values
}
