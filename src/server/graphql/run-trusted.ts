import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import { perObject } from '../../catalogue/per-object.ts'
import { type CompiledOperation, choiceOf, compileOperation, conditionsOf } from './execution/compile-operation.ts'
import { type FindCompiled, runOperation } from './execution/run-operation.ts'

/** Per schema and document: they are our own, and few. */
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
 * Runs the operation of a document of our own, compiled at its second run, without limits: the caller has checked what it asks.
 * What fails is in `errors`, as resolvers threw it in `originalError`.
 */
export function runTrusted(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: object,
): Promise<ExecutionResult> {
  const { operation, find } = trustedOf(schema)(document)
  return runOperation({ schema, document, operation, variables, context }, find)
}
