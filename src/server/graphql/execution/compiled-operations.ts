import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { type CompiledOperation, choiceOf, compileOperation, conditionsOf } from './compile-operation.ts'
import type { FindCompiled } from './run-operation.ts'

/**
 * Compiled operations; below, of one operation for combinations of its conditions. graphql-js runs the rest. Callers
 * choose the values of conditions, and what is compiled for 20 fields takes 55 kB.
 */
const MOST_COMPILED = 500
const MOST_CHOICES = 8

/**
 * Compiles our own and trusted documents, which then take a third to two thirds of the time. An operation is compiled
 * at its second run: many of a start run only once. What is compiled lives as long as its document.
 */
export class CompiledOperations {
  readonly #schema: GraphQLSchema
  readonly #finders = new WeakMap<OperationDefinitionNode, FindCompiled>()
  #count = 0

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** Finds the compiled operation of a document. Call it for each run. */
  finder(document: DocumentNode, operation: OperationDefinitionNode): FindCompiled | undefined {
    const known = this.#finders.get(operation)
    if (known === undefined) this.#finders.set(operation, this.#createFinder(document, operation))
    return known
  }

  #createFinder(document: DocumentNode, operation: OperationDefinitionNode): FindCompiled {
    const conditions = conditionsOf(document)
    const byChoice = new Map<string, CompiledOperation | undefined>()
    return (values) => {
      const choice = choiceOf(conditions, values)
      if (!byChoice.has(choice) && byChoice.size < MOST_CHOICES && this.#count < MOST_COMPILED) {
        this.#count++
        byChoice.set(choice, compileOperation(this.#schema, document, operation, choice))
      }
      return byChoice.get(choice)
    }
  }
}
