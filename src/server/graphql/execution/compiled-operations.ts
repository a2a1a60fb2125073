import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { type CompiledOperation, choiceOf, compileOperation, conditionsOf } from './compile-operation.ts'
import type { FindCompiled } from './run-operation.ts'

/**
 * Compiled operations that are kept, one for each choice of its conditions. What is compiled for 20 fields takes 55 kB.
 */
const MOST_COMPILED = 500

/**
 * Choices of one operation that are compiled; graphql-js runs the rest. Callers choose the values of conditions, and
 * compiling takes as long as some ten runs with graphql-js.
 */
const MOST_CHOICES = 8

/** Runs of an operation between losing its place among the compiled ones and being compiled again. */
const RUNS_BETWEEN = 20

/** An operation that graphql-jit cannot compile: graphql-js runs it. */
const NOT_COMPILED: CompiledOperation = () => undefined

/**
 * Compiles our own and trusted documents, which then take a third to two thirds of the time. An operation is compiled
 * at its second run: many of a start run only once. The least recently used is dropped first.
 */
export class CompiledOperations {
  readonly #schema: GraphQLSchema
  readonly #finders = new WeakMap<OperationDefinitionNode, FindCompiled>()
  /** By the number of the operation and its choice. */
  readonly #compiled = new LRUCache<string, CompiledOperation>({ max: MOST_COMPILED })
  #operations = 0

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
    const number = this.#operations++
    /** By choice: runs to wait until it is compiled. */
    const choices = new Map<string, number>()
    return (values) => {
      const choice = choiceOf(conditions, values)
      const wait = choices.get(choice) ?? 0
      if (!choices.has(choice) && choices.size >= MOST_CHOICES) return undefined
      const key = `${number} ${choice}`
      let compiled = this.#compiled.get(key)
      if (compiled === undefined) {
        choices.set(choice, wait === 0 ? RUNS_BETWEEN : wait - 1)
        if (wait > 0) return undefined
        compiled = compileOperation(this.#schema, document, operation, choice) ?? NOT_COMPILED
        this.#compiled.set(key, compiled)
      }
      return compiled
    }
  }
}
