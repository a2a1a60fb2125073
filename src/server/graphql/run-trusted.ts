import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import { perObject } from '../../catalogue/per-object.ts'
import { type CompiledOperation, choiceOf, compileOperation, conditionsOf } from './execution/compile-operation.ts'
import { type FindCompiled, runOperation } from './execution/run-operation.ts'

/** By schema and document: they are our own, and few. */
const trustedOf = perObject((schema: GraphQLSchema) =>
  perObject((document: DocumentNode) => {
    const operation = document.definitions.find((each) => each.kind === 'OperationDefinition')
    if (operation === undefined) throw new Error('The document has no operation')
    const conditions = conditionsOf(document)
    const byChoice = new Map<string, CompiledOperation | undefined>()
    let isFirst = true
    const find: FindCompiled = (values) => {
      if (isFirst) {
        isFirst = false
        return undefined
      }
      const choice = choiceOf(conditions, values)
      if (!byChoice.has(choice)) byChoice.set(choice, compileOperation(schema, document, operation, choice))
      return byChoice.get(choice)
    }
    return { operation, find }
  }),
)

/**
 * Runs one of our own documents without limits, compiled from its second run: the caller has checked its input.
 * Failures are in `errors`, with the thrown error in `originalError`.
 */
export function runTrusted(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: object,
): ExecutionResult | Promise<ExecutionResult> {
  const { operation, find } = trustedOf(schema)(document)
  return runOperation({ schema, document, operation, variables, context }, find)
}
