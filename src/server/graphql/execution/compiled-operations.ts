import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { CheckedOperation } from '../documents/document-store.ts'
import { type CompiledOperation, choiceOf, compileOperation, MOST_CHOICES } from './compile-operation.ts'

/**
 * Counts the fields of a compiled operation: fragments are written out wherever they are spread, and an interface's
 * selection once for each type. A document of 670 bytes may have 65,536 of them. Counting takes time in proportion to
 * the document and the types, not to the count. The document must be valid.
 */
function countPlannedFields(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [])),
  )
  const counted = new Map<SelectionSetNode, Map<GraphQLCompositeType, number>>()
  const root = schema.getRootType(operation.operation)
  return root ? countIn(operation.selectionSet, root) : 0

  function countIn(selectionSet: SelectionSetNode, type: GraphQLCompositeType): number {
    const known = counted.get(selectionSet)?.get(type)
    if (known !== undefined) return known
    let count = 0
    if (isAbstractType(type)) for (const each of schema.getPossibleTypes(type)) count += countIn(selectionSet, each)
    else for (const selection of selectionSet.selections) count += countOf(selection, type)
    const ofTypes = counted.get(selectionSet) ?? new Map<GraphQLCompositeType, number>()
    counted.set(selectionSet, ofTypes.set(type, count))
    return count
  }

  function countOf(selection: SelectionSetNode['selections'][number], type: GraphQLCompositeType): number {
    if (selection.kind === 'Field') {
      const field = schema.getField(type, selection.name.value)
      const below = field && getNamedType(field.type)
      return 1 + (selection.selectionSet && isCompositeType(below) ? countIn(selection.selectionSet, below) : 0)
    }
    const fragment = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection
    if (fragment === undefined) return 0
    const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value)
    const applies =
      condition === undefined ||
      condition === type ||
      (isAbstractType(condition) && schema.isSubType(condition, type as never))
    return applies ? 1 + countIn(fragment.selectionSet, type) : 1
  }
}

/** Runs before an operation is compiled: compiling takes as long as about fifty runs. */
const RUNS_BEFORE = 20

/** Cached compiled operations; below, their total fields. */
const MOST_OPERATIONS = 200
const MOST_FIELDS = 20_000

/** Fields of one operation: with more, reading the document is the smaller part. */
const MOST_FIELDS_OF_ONE = 4000

interface Attempt {
  /** Undefined if the operation cannot or should not be compiled. */
  readonly compiled: CompiledOperation | undefined
  readonly fields: number
}

/** Frequent operations, compiled for combinations of their conditions; bounded in number and in fields. */
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

  /** Whether an operation is worth compiling. Call it at each run. */
  isDue(operation: CheckedOperation, atOnce: boolean): boolean {
    return ++operation.runs > RUNS_BEFORE || atOnce
  }

  /** The operation compiled for the values of its variables; undefined if graphql-js must execute it. */
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
