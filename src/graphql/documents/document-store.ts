import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../answers/error-codes.ts'
import { type OperationCost, planCost } from '../cost/operation-cost.ts'
import { conditionsOf } from '../execution/conditions.ts'
import { type DocumentLimits, parseWithinLimits } from './document-limits.ts'

/** An operation of a checked document, with what is known of it before its variables are. */
export interface CheckedOperation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly costOf: OperationCost
  /** What it is counted under in metrics: its first field, a name of the schema and not of the caller. */
  readonly label: string
  /** Items of the longest list that is written in the document. */
  readonly longestList: number
  /** Variables of its conditions, and the choices of their values that it was compiled for. */
  readonly conditions: readonly string[]
  readonly choices: Set<string>
  /** No other has it. */
  readonly id: number
  /** How often it was run. */
  runs: number
}

/** A document that can be executed, or why it cannot. */
export type CheckedDocument =
  | { readonly operations: readonly CheckedOperation[] }
  | { readonly errors: readonly GraphQLError[]; readonly code: ErrorCode }

export interface DocumentStoreOptions extends DocumentLimits {
  readonly introspection: boolean
}

/** Documents that are remembered, and their characters in all: a parsed document takes some 60 bytes a character. */
const MOST_DOCUMENTS = 1000
const MOST_CHARACTERS = 400_000

/** More errors in one document help nobody. */
const MOST_ERRORS = 20

let lastId = 0

/** Parses, checks and plans each document once; what was used longest ago is forgotten first. */
export class DocumentStore {
  readonly #schema: GraphQLSchema
  readonly #options: DocumentStoreOptions
  readonly #known = new LRUCache<string, CheckedDocument>({
    max: MOST_DOCUMENTS,
    maxSize: MOST_CHARACTERS,
    maxEntrySize: MOST_CHARACTERS / 10,
    sizeCalculation: (_, text) => 1 + text.length,
  })

  constructor(schema: GraphQLSchema, options: DocumentStoreOptions) {
    this.#schema = schema
    this.#options = options
  }

  get size(): number {
    return this.#known.size
  }

  get(text: string): CheckedDocument {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const checked = this.#check(text)
    this.#known.set(text, checked)
    return checked
  }

  #check(text: string): CheckedDocument {
    const { introspection } = this.#options
    let document: DocumentNode
    try {
      document = parseWithinLimits(text, this.#options)
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error], code: 'GRAPHQL_PARSE_FAILED' }
      throw error
    }
    const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
    const errors = validate(this.#schema, document, rules, { maxErrors: MOST_ERRORS, hideSuggestions: !introspection })
    if (errors.length > 0) return { errors, code: 'GRAPHQL_VALIDATION_FAILED' }

    const fragments = new Map<string, FragmentDefinitionNode>()
    for (const each of document.definitions)
      if (each.kind === 'FragmentDefinition') fragments.set(each.name.value, each)
    const longestList = longestLiteral(document)
    const conditions = conditionsOf(document)
    return {
      operations: document.definitions.flatMap((operation) =>
        operation.kind === 'OperationDefinition'
          ? {
              document,
              operation,
              costOf: planCost(this.#schema, operation, fragments),
              label: labelOf(operation),
              longestList,
              conditions,
              choices: new Set(),
              id: ++lastId,
              runs: 0,
            }
          : [],
      ),
    }
  }
}

function labelOf(operation: OperationDefinitionNode): string {
  const [first] = operation.selectionSet.selections
  return first?.kind === 'Field' ? first.name.value : 'fragment'
}

function longestLiteral(document: DocumentNode): number {
  let longest = 0
  visit(document, {
    ListValue({ values }) {
      longest = Math.max(longest, values.length)
    },
  })
  return longest
}
