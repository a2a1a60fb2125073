import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNullableInputType,
  type GraphQLSchema,
  getVariableValues,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import { after } from '../../../catalogue/after.ts'
import { perObject } from '../../../catalogue/per-object.ts'
import type { CompiledOperation } from './compile-operation.ts'
import { inputFieldsOf } from './input-fields.ts'

/** A variable of an operation. */
interface Variable {
  readonly name: string
  readonly type: GraphQLInputType
  /** Undefined if it has none. */
  readonly usual: unknown
}

const variablesOf = perObject((schema: GraphQLSchema) =>
  perObject(({ variableDefinitions = [] }: OperationDefinitionNode): readonly Variable[] =>
    variableDefinitions.map((definition) => {
      const name = definition.variable.name.value
      const { variableValues } = definition.defaultValue ? getVariableValues(schema, [definition], {}) : {}
      return {
        name,
        type: typeFromAST(schema, definition.type) as GraphQLInputType,
        usual: variableValues?.coerced[name],
      }
    }),
  ),
)

/** Values by name. They inherit nothing, since a variable may be named `constructor`. */
const Values = function Values() {} as unknown as new () => Record<string, unknown>
Values.prototype = Object.create(null)

/**
 * The values of an operation's variables; undefined if one is faulty, and graphql-js says why. graphql-js itself
 * creates objects without a prototype, which V8 stores as hash tables. For a year of intervals this takes a third of
 * the whole operation.
 */
function readVariables({ schema, operation, variables }: OperationRun): Record<string, unknown> | undefined {
  const values = new Values()
  try {
    for (const { name, type, usual } of variablesOf(schema)(operation)) {
      const given = Object.hasOwn(variables, name) ? variables[name] : undefined
      const value = given === undefined ? usual : readValue(given, type)
      if (value !== undefined) values[name] = value
      else if (given !== undefined || isNonNullType(type)) return undefined
    }
    return values
  } catch {
    return undefined
  }
}

function readObject(value: unknown, type: GraphQLInputObjectType): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse()
  const fields = inputFieldsOf(type)
  for (const key in value) if (!fields.has(key)) refuse()
  const read: Record<string, unknown> = {}
  let count = 0
  for (const { name, type: ofField, isRequired, usual } of fields.values()) {
    const given = (value as Readonly<Record<string, unknown>>)[name]
    if (given === undefined) {
      if (isRequired) refuse()
      if (usual !== undefined) read[name] = usual
    } else {
      read[name] = readValue(given, ofField)
      count++
      if (type.isOneOf && read[name] === null) refuse()
    }
  }
  if (type.isOneOf && count !== 1) refuse()
  return read
}

function readValue(value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return value === null ? refuse() : readValue(value, type.ofType as GraphQLNullableInputType)
  if (value === null) return null
  if (isListType(type)) {
    const { ofType } = type
    return Array.isArray(value) ? value.map((each) => readValue(each, ofType)) : [readValue(value, ofType)]
  }
  return type instanceof GraphQLInputObjectType ? readObject(value, type) : type.coerceInputValue(value)
}

function refuse(): never {
  throw new Error('A variable is faulty')
}

/** An operation of a validated document, with the values of its variables as sent. */
interface OperationRun {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Readonly<Record<string, unknown>>
  readonly context: object
  /** Whether errors suppress suggestions of schema names. */
  readonly hideSuggestions?: boolean
}

/** Returns the operation compiled for the values of its variables; undefined: graphql-js executes it. */
export type FindCompiled = (values: Readonly<Record<string, unknown>>) => CompiledOperation | undefined

/** Errors listed in one answer; one more states the number of the rest. */
const MOST_ERRORS = 1000

/** Runs an operation, compiled or with graphql-js; the answer is the same. Without `find` it is not compiled. */
export function runOperation(run: OperationRun, find?: FindCompiled): ExecutionResult | Promise<ExecutionResult> {
  return after(find ? runCompiled(run, find) : runInterpreted(run), bounded)
}

function bounded(result: ExecutionResult): ExecutionResult {
  if (result.errors === undefined) return result
  const { errors, ...rest } = result
  return { errors: withinBound(errors), ...rest }
}

function runCompiled(run: OperationRun, find: FindCompiled): ExecutionResult | Promise<ExecutionResult> {
  const values = readVariables(run)
  return (values && find(values)?.(run.context, values)) ?? runInterpreted(run)
}

function runInterpreted({ schema, document, operation, variables, context, hideSuggestions = false }: OperationRun) {
  const operationName = operation.name?.value
  return execute({
    schema,
    document,
    variableValues: variables,
    contextValue: context,
    hideSuggestions,
    ...(operationName !== undefined && { operationName }),
  })
}

function withinBound(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const count = errors.length - MOST_ERRORS
  if (count <= 0) return errors
  const rest = new GraphQLError(`${count} more errors are not listed`, { extensions: { code: 'MORE_ERRORS', count } })
  return [...errors.slice(0, MOST_ERRORS), rest]
}
