import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql'
import { Lexer, parse, Source, visit } from 'graphql'
import { tooLarge } from './too-large.ts'

/** How large a document may be, whatever its variables. */
export interface DocumentLimits {
  readonly maxDocumentCharacters: number
  readonly maxTokens: number
  readonly maxDepth: number
  readonly maxAliases: number
}

/** Brackets of arguments and literals that may be nested around and besides those of fields: parsing takes stack for each. */
const MORE_NESTED_BRACKETS = 100

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

/** Tokens, and the deepest nesting of brackets; up to where a text cannot be read, which parsing it tells. */
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
