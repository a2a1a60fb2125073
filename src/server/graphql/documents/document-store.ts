import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Lexer,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  Source,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { type ErrorCode, refusal, tooLarge } from '../answers/errors.ts'
import { type OperationCost, planCost } from '../cost/operation-cost.ts'

/** Limits on the size of a document, independent of its variables. */
interface DocumentLimits {
  readonly maxDocumentCharacters: number
  readonly maxTokens: number
  readonly maxDepth: number
  readonly maxAliases: number
}

/** Additional nested brackets, for arguments and literals: parsing needs stack for each. */
const MORE_NESTED_BRACKETS = 100

/**
 * Limit on fields selected again under the same name, and on fragments. Validation compares each pair of them: 5,000
 * tokens of nothing else would take half a second, while 200 repeats or 100 fragments take about 20 ms.
 */
const MOST_REPEATS = 200
const MOST_FRAGMENTS = 100

/** Parses a document. Throws a refusal if it exceeds a limit, and a GraphQLError for invalid GraphQL. */
function parseWithinLimits(text: string, limits: DocumentLimits): DocumentNode {
  if (text.length > limits.maxDocumentCharacters) {
    throw tooLarge(
      'characters',
      `The document has ${text.length} characters`,
      limits.maxDocumentCharacters,
      text.length,
    )
  }
  const { tokens, brackets } = measure(text)
  if (tokens > limits.maxTokens) {
    throw tooLarge('tokens', `The document has ${tokens} tokens`, limits.maxTokens, tokens)
  }
  const maxBrackets = limits.maxDepth + MORE_NESTED_BRACKETS
  if (brackets > maxBrackets) {
    throw tooLarge('brackets', `The document has ${brackets} nested brackets`, maxBrackets, brackets)
  }
  const document = parse(text)
  const aliases = countAliases(document)
  if (aliases > limits.maxAliases) {
    throw tooLarge('aliases', `The document has ${aliases} aliases`, limits.maxAliases, aliases)
  }
  const repeats = countRepeats(document)
  if (repeats > MOST_REPEATS) {
    throw tooLarge('repeats', `The document repeats ${repeats} fields`, MOST_REPEATS, repeats)
  }
  const fragments = document.definitions.filter(({ kind }) => kind === 'FragmentDefinition').length
  if (fragments > MOST_FRAGMENTS) {
    throw tooLarge('fragments', `The document has ${fragments} fragments`, MOST_FRAGMENTS, fragments)
  }
  const depth = documentDepth(document)
  if (depth > limits.maxDepth) throw tooLarge('levels', `The document has ${depth} levels`, limits.maxDepth, depth)
  return document
}

/** The deepest nesting of fields, with fragments counted where they are spread. */
function documentDepth(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions) if (each.kind === 'FragmentDefinition') fragments.set(each.name.value, each)
  const known = new Map<string, number>()

  function depthOf({ selections }: SelectionSetNode): number {
    let deepest = 0
    for (const selection of selections) deepest = Math.max(deepest, depthOfSelection(selection))
    return deepest
  }

  function depthOfSelection(selection: SelectionSetNode['selections'][number]): number {
    if (selection.kind === 'Field') return 1 + (selection.selectionSet ? depthOf(selection.selectionSet) : 0)
    if (selection.kind === 'InlineFragment') return depthOf(selection.selectionSet)
    return depthOfFragment(selection.name.value)
  }

  function depthOfFragment(name: string): number {
    const fragment = fragments.get(name)
    if (fragment === undefined) return 0
    const depth = known.get(name)
    if (depth !== undefined) return depth
    // Validation refuses a fragment that spreads itself.
    known.set(name, 0)
    const own = depthOf(fragment.selectionSet)
    known.set(name, own)
    return own
  }

  let deepest = 0
  for (const each of document.definitions) {
    if ('selectionSet' in each) deepest = Math.max(deepest, depthOf(each.selectionSet))
  }
  return deepest
}

/** Counts tokens and the deepest nesting of brackets, up to a syntax error, which the parser will report. */
function measure(text: string): { readonly tokens: number; readonly brackets: number } {
  let tokens = 0
  let open = 0
  let brackets = 0
  try {
    const lexer = new Lexer(new Source(text))
    for (let { kind } = lexer.advance(); kind !== '<EOF>'; { kind } = lexer.advance()) {
      tokens++
      if (kind === '{' || kind === '[' || kind === '(') brackets = Math.max(brackets, ++open)
      else if (kind === '}' || kind === ']' || kind === ')') open--
    }
  } catch {
    // Not GraphQL.
  }
  return { tokens, brackets }
}

function countAliases(document: DocumentNode): number {
  let count = 0
  visit(document, {
    Field(field) {
      if (field.alias) count++
    },
  })
  return count
}

/** Counts fields whose response name repeats within a selection. */
function countRepeats(document: DocumentNode): number {
  let repeats = 0
  const count = ({ selections }: SelectionSetNode, names: Set<string>) => {
    for (const selection of selections) {
      if (selection.kind === 'InlineFragment') count(selection.selectionSet, names)
      if (selection.kind !== 'Field') continue
      const name = selection.alias?.value ?? selection.name.value
      if (names.has(name)) repeats++
      names.add(name)
      if (selection.selectionSet) count(selection.selectionSet, new Set())
    }
  }
  for (const each of document.definitions) if ('selectionSet' in each) count(each.selectionSet, new Set())
  return repeats
}

/** An operation of a checked document, with facts that do not depend on its variables. */
export interface CheckedOperation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly costOf: OperationCost
  /** Its label in metrics: the first field, a name of the schema rather than the caller's. */
  readonly label: string
  /** Items of the longest list written in the document. */
  readonly longestList: number
  /** Whether it assesses a fleet. */
  readonly hasFleet: boolean
}

/** An executable document, or why it is not. */
type CheckedDocument =
  | { readonly operations: readonly CheckedOperation[] }
  | { readonly errors: readonly GraphQLError[]; readonly code: ErrorCode }

interface DocumentStoreOptions extends DocumentLimits {
  readonly introspection: boolean
}

/** Cached documents; below, their total characters. A parsed document takes about 60 bytes per character. */
const MOST_DOCUMENTS = 1000
const MOST_CHARACTERS = 400_000

/** Errors that one document reports at most. */
const MOST_ERRORS = 20

/** Parses, checks and plans each document once; the least recently used is dropped first. */
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
    // A refused document rarely comes again.
    if ('operations' in checked) this.#known.set(text, checked)
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
    const hasFleet = selectsFleet(document)
    const operations = document.definitions.flatMap((operation) =>
      operation.kind === 'OperationDefinition'
        ? {
            document,
            operation,
            costOf: planCost(this.#schema, operation, fragments),
            label: labelOf(operation),
            longestList,
            hasFleet,
          }
        : [],
    )
    dropTokens(document)
    return { operations }
  }
}

/**
 * Drops the tokens of a parsed document, which take most of its memory, and the places of its names. Errors of the
 * execution name the places of other nodes.
 */
function dropTokens(document: DocumentNode): void {
  visit(document, {
    enter(node) {
      const { loc } = node
      const place = loc && node.kind !== 'Name' ? { start: loc.start, end: loc.end, source: loc.source } : undefined
      Object.assign(node, { loc: place })
    },
  })
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

function selectsFleet(document: DocumentNode): boolean {
  let isFound = false
  visit(document, {
    Field({ name }) {
      isFound ||= name.value === 'fleet'
    },
  })
  return isFound
}

/** The requested operation of a document: the one of that name, or the only one. */
export function chooseOperation(
  operations: readonly CheckedOperation[],
  name: string | null | undefined,
): CheckedOperation | GraphQLError {
  if (name) {
    const named = operations.find(({ operation }) => operation.name?.value === name)
    return named ?? unresolved(`Unknown operation "${name.slice(0, 100)}"`)
  }
  const [only] = operations
  return only && operations.length === 1
    ? only
    : unresolved('The document has several operations. Name one as operationName')
}

function unresolved(message: string): GraphQLError {
  return refusal(message, 'OPERATION_RESOLUTION_FAILURE' satisfies ErrorCode, 400)
}
