import type { GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { CheckedOperation } from '../documents/document-store.ts'
import { type CompiledOperation, compileOperation } from './compile-operation.ts'
import { choiceOf, MOST_CHOICES } from './conditions.ts'
import { countPlannedFields } from './planned-fields.ts'

/** An operation is compiled when it has been run as often as this: compiling takes as long as some fifty runs. */
const RUNS_BEFORE = 20

/** Compiled operations that are kept, and their fields in all. */
const MOST_OPERATIONS = 200
const MOST_FIELDS = 20_000

/** Fields of one: of an operation that has more, reading the document is the smaller part. */
const MOST_FIELDS_OF_ONE = 4000

interface Attempt {
  /** Undefined where the operation cannot be compiled, or should not. */
  readonly compiled: CompiledOperation | undefined
  readonly fields: number
}

/** Operations that were seen often, compiled for what their conditions choose; bounded in number and in fields. */
export class CompiledOperations {
  readonly #schema: GraphQLSchema
  readonly #attempts = new LRUCache<string, Attempt>({
    max: MOST_OPERATIONS,
    maxSize: MOST_FIELDS,
    sizeCalculation: ({ fields }) => 1 + fields,
  })

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** Whether an operation is worth to be compiled. To be called at each run. */
  isDue(operation: CheckedOperation, atOnce: boolean): boolean {
    return ++operation.runs > RUNS_BEFORE || atOnce
  }

  /** The operation compiled for the values of its variables; undefined where graphql-js is to execute it. */
  get(checked: CheckedOperation, values: Readonly<Record<string, unknown>>): CompiledOperation | undefined {
    const { conditions, choices } = checked
    const choice = choiceOf(conditions, values)
    const key = `${checked.id} ${choice}`
    const known = this.#attempts.get(key)
    if (known !== undefined) return known.compiled
    if (choices.size >= MOST_CHOICES && !choices.has(choice)) return undefined
    choices.add(choice)
    const attempt = this.#attempt(checked, choice)
    this.#attempts.set(key, attempt)
    return attempt.compiled
  }

  #attempt({ document, operation }: CheckedOperation, choice: string): Attempt {
    const fields = countPlannedFields(this.#schema, document, operation)
    if (fields > MOST_FIELDS_OF_ONE) return { compiled: undefined, fields: 0 }
    const compiled = compileOperation(this.#schema, document, operation, choice)
    return { compiled, fields: compiled ? fields : 0 }
  }
}
