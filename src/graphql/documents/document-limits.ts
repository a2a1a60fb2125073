import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql'
import { Lexer, parse, Source, visit } from 'graphql'
import { tooLarge } from '../answers/refusal.ts'

/** How large a document may be, whatever its variables. */
export interface DocumentLimits {
  readonly maxDocumentCharacters: number
  readonly maxTokens: number
  readonly maxDepth: number
  readonly maxAliases: number
}

/** Brackets of arguments and literals that may be nested around and besides those of fields: parsing takes stack for each. */
const MORE_NESTED_BRACKETS = 100

/**
 * Fields that are selected again under the same name, and fragments. To validate a document each two of them are compared, so
 * that 5,000 tokens of nothing else would take half a second; 200 repeats or 100 fragments take some 20 ms.
 */
const MOST_REPEATS = 200
const MOST_FRAGMENTS = 100

/** The document of a text. Throws a refusal where it exceeds a limit, and a GraphQLError where it is not GraphQL. */
export function parseWithinLimits(text: string, limits: DocumentLimits): DocumentNode {
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
    throw tooLarge('brackets', `The document has ${brackets} brackets in each other`, maxBrackets, brackets)
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

/** The deepest nesting of fields; those of fragments count where they are spread. */
export function documentDepth(document: DocumentNode): number {
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
    // A fragment that spreads itself is refused by validation.
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

/** Tokens, and the deepest nesting of brackets; up to where a text cannot be read: parsing it finds that. */
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

/** Fields whose name in the answer was there before, in the same selection. */
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
