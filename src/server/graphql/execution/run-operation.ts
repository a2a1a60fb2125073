import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNullableInputType,
  GraphQLScalarType,
  type GraphQLSchema,
  getVariableValues,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
} from 'graphql'
import { after } from '../../../catalogue/after.ts'
import { perObject } from '../../../catalogue/per-object.ts'
import type { CompiledOperation } from './compile-operation.ts'
import { inputFieldsOf } from './input-fields.ts'

/**
 * The schema for parsing variables. graphql-js creates input objects without a prototype, which V8 stores as hash
 * tables. For a year of intervals this takes a third of the whole operation. Here input objects are scalars that create
 * plain objects, otherwise equal. A faulty one has no message, so the original schema parses it again.
 */
const withQuickInputs = perObject((schema: GraphQLSchema): GraphQLSchema => {
  const getType: GraphQLSchema['getType'] = (name) => {
    const type = schema.getType(name)
    return isInputObjectType(type) ? quickly(type) : type
  }
  return Object.create(schema, { getType: { value: getType } })
})

const quickly = perObject(
  (type: GraphQLInputObjectType) =>
    new GraphQLScalarType({ name: type.name, coerceInputValue: (value) => readObject(value, type) }),
)

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
  throw new Error('The operation has no root field of the schema')
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
  const { schema, operation, variables, context, hideSuggestions = false } = run
  const definitions = operation.variableDefinitions ?? []
  const options = { maxErrors: 50, hideSuggestions }
  const quick = getVariableValues(withQuickInputs(schema), definitions, variables, options)
  const { variableValues, errors } =
    quick.errors === undefined ? quick : getVariableValues(schema, definitions, variables, options)
  if (variableValues === undefined) return { errors: errors ?? [] }
  const compiled = find(variableValues.coerced)
  return compiled?.(context, variableValues) ?? runInterpreted(run)
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
