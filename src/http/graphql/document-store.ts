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
import { type DocumentLimits, parseWithinLimits } from '../limits/document-limits.ts'
import type { ListItems } from '../limits/list-items.ts'
import { type OperationCost, planCost } from '../limits/operation-cost.ts'
import type { ErrorCode } from './error-codes.ts'

/** An operation of a checked document, with what is known of it before its variables are. */
export interface CheckedOperation {
  readonly operation: OperationDefinitionNode
  readonly costOf: OperationCost
  /** What it is counted under in metrics: its first field, a name of the schema and not of the caller. */
  readonly label: string
}

/** A document that can be executed, or why it cannot. */
export type CheckedDocument =
  | { readonly document: DocumentNode; readonly operations: readonly CheckedOperation[]; readonly literals: ListItems }
  | { readonly errors: readonly GraphQLError[]; readonly code: ErrorCode }

export interface DocumentStoreOptions extends DocumentLimits {
  readonly introspection: boolean
  readonly defaultCriteria: number
}

/** Documents that are remembered, and their characters in all: a parsed document takes some 60 bytes a character. */
const MOST_DOCUMENTS = 1000
const MOST_CHARACTERS = 400_000

/** More errors in one document help nobody. */
const MOST_ERRORS = 20

/** Parses, checks and plans each document once; what was used longest ago is forgotten first. */
export class DocumentStore {
  readonly #schema: GraphQLSchema
  readonly #options: DocumentStoreOptions
  readonly #known = new Map<string, CheckedDocument>()
  #characters = 0

  constructor(schema: GraphQLSchema, options: DocumentStoreOptions) {
    this.#schema = schema
    this.#options = options
  }

  get size(): number {
    return this.#known.size
  }

  get(text: string): CheckedDocument {
    const known = this.#known.get(text)
    if (known !== undefined) {
      this.#known.delete(text)
      this.#known.set(text, known)
      return known
    }
    const checked = this.#check(text)
    this.#remember(text, checked)
    return checked
  }

  #check(text: string): CheckedDocument {
    const { introspection, defaultCriteria } = this.#options
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
    const operations = document.definitions.flatMap((operation) =>
      operation.kind === 'OperationDefinition'
        ? {
            operation,
            costOf: planCost(this.#schema, operation, fragments, defaultCriteria),
            label: labelOf(operation),
          }
        : [],
    )
    return { document, operations, literals: literalItems(document) }
  }

  #remember(text: string, checked: CheckedDocument): void {
    if (text.length > MOST_CHARACTERS / 10) return
    this.#known.set(text, checked)
    this.#characters += text.length
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_DOCUMENTS && this.#characters <= MOST_CHARACTERS) break
      this.#known.delete(oldest)
      this.#characters -= oldest.length
    }
  }
}

function labelOf(operation: OperationDefinitionNode): string {
  const [first] = operation.selectionSet.selections
  return first?.kind === 'Field' ? first.name.value : 'fragment'
}

/** Lists that are written in the document itself. */
function literalItems(document: DocumentNode): ListItems {
  const counted: ListItems = { total: 0, longest: 0 }
  visit(document, {
    ListValue({ values }) {
      counted.total += values.length
      counted.longest = Math.max(counted.longest, values.length)
    },
  })
  return counted
}
