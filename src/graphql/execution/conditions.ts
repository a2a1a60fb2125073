import { type DocumentNode, Kind, type OperationDefinitionNode, visit } from 'graphql'

/** Choices of conditions that an operation is compiled for; beyond them graphql-js executes it. */
export const MOST_CHOICES = 16

/** Variables that decide, by `@include` or `@skip`, what a document selects. */
export function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>()
  visit(document, {
    Directive({ arguments: args }) {
      for (const { value } of args ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

/** What is chosen by the values of conditions: one letter for each. */
export function choiceOf(conditions: readonly string[], values: Readonly<Record<string, unknown>>): string {
  let choice = ''
  for (const name of conditions) choice += values[name] === true ? '1' : '0'
  return choice
}

/**
 * The operation with what it selects for one choice, and its fragments. Compilers of conditions mix up those of a fragment that
 * is spread more than once; of a document without conditions there is nothing to mix up.
 */
export function withoutConditions(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: readonly string[],
  choice: string,
): DocumentNode {
  const values = new Map(conditions.map((name, index) => [name, choice[index] === '1']))
  const isSelected = ({ directives = [] }: { readonly directives?: OperationDefinitionNode['directives'] }) =>
    directives.every(({ name, arguments: args }) => {
      const value = args?.[0]?.value
      const holds =
        value?.kind === Kind.VARIABLE ? values.get(value.name.value) : value?.kind === Kind.BOOLEAN && value.value
      return name.value === 'skip' ? holds !== true : holds === true
    })
  const definitions = document.definitions.filter(
    (each) => each === operation || each.kind === Kind.FRAGMENT_DEFINITION,
  )
  return visit({ ...document, definitions } as DocumentNode, {
    enter(node) {
      if (node.kind !== Kind.FIELD && node.kind !== Kind.INLINE_FRAGMENT && node.kind !== Kind.FRAGMENT_SPREAD)
        return undefined
      if (node.directives === undefined || node.directives.length === 0) return undefined
      return isSelected(node) ? { ...node, directives: [] } : null
    },
  })
}
