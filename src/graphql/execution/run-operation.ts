import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql'
import type { CompiledOperation } from './compile-operation.ts'
import { withQuickInputs } from './quick-inputs.ts'

/** What is run: an operation of a document that was validated, and the values of its variables as they were sent. */
export interface OperationRun {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Readonly<Record<string, unknown>>
  readonly context: object
  /** Whether errors keep quiet about names that the schema has. */
  readonly hideSuggestions?: boolean
}

/** The compiled operation for the values of its variables; undefined: graphql-js executes it. */
export type FindCompiled = (values: Readonly<Record<string, unknown>>) => CompiledOperation | undefined

/** Errors that one answer names; one more has the number of the rest. */
const MOST_ERRORS = 1000

/** Runs an operation, compiled or by graphql-js: the answer is the same. Without `find` it is not compiled. */
export async function runOperation(run: OperationRun, find?: FindCompiled): Promise<ExecutionResult> {
  const { errors, ...result } = await (find ? runCompiled(run, find) : runInterpreted(run))
  return errors ? { errors: withinBound(errors), ...result } : result
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
