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

/**
 * Fields that an operation has when it is compiled: fragments are written out wherever they are spread, and what is selected
 * of an interface once for each of its types. A document of 670 bytes may have 65,536 of them; counting takes time in
 * proportion to the document and the types, not to the count. The document must be valid.
 */
export function countPlannedFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): number {
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
