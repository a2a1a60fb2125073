import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import { perObject } from '../../catalogue/per-object.ts'
import { CompiledOperations } from './execution/compiled-operations.ts'
import { runOperation } from './execution/run-operation.ts'

const compiledOf = perObject((schema: GraphQLSchema) => new CompiledOperations(schema))

const operationOf = perObject((document: DocumentNode) => {
  const operation = document.definitions.find((each) => each.kind === 'OperationDefinition')
  if (operation === undefined) throw new Error('The document has no operation')
  return operation
})

/**
 * Runs one of our own documents without limits, compiled: the caller has checked its input. Failures are in `errors`,
 * with the thrown error in `originalError`.
 */
export function runTrusted(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: object,
): ExecutionResult | Promise<ExecutionResult> {
  const operation = operationOf(document)
  const find = compiledOf(schema).finder(document, operation)
  return runOperation({ schema, document, operation, variables, context }, find)
}
