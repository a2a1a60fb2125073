import {
  type DocumentNode,
  type GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableOutputType,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isNonNullType,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { perObject } from '../../reference/per-object.ts'

/**
 * The schema for one document to be compiled with: an interface of which the document selects the same of each object,
 * whatever its type, is one type. The compiler writes out what is selected of an interface for each of its types: ten times
 * for a component, which makes functions so long that V8 does not optimise them.
 */
export function withUniformTypes(schema: GraphQLSchema, document: DocumentNode): GraphQLSchema {
  const distinguished = distinguishedIn(schema, document)
  const interfaceOf = new Map<GraphQLObjectType, GraphQLInterfaceType>()
  const uniform = new Map<GraphQLInterfaceType, GraphQLObjectType>()
  for (const type of uniformOf(schema)) {
    if ([type, ...type.getInterfaces()].some((each) => distinguished.has(each))) continue
    const one = new GraphQLObjectType({ name: type.name, fields: {} })
    uniform.set(type, one)
    interfaceOf.set(one, type)
  }
  const replaced = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type)) return new GraphQLNonNull(replaced(type.ofType) as GraphQLNullableOutputType)
    if (isListType(type)) return new GraphQLList(replaced(type.ofType))
    return (isInterfaceType(type) && uniform.get(type)) || type
  }
  const getField: GraphQLSchema['getField'] = (parent, name) => {
    const field = schema.getField(interfaceOf.get(parent as GraphQLObjectType) ?? parent, name)
    return field && Object.create(field, { type: { value: replaced(field.type) } })
  }
  const isSubType: GraphQLSchema['isSubType'] = (abstract, type) => {
    const own = interfaceOf.get(type as GraphQLObjectType)
    return own === undefined ? schema.isSubType(abstract, type) : own === abstract || schema.isSubType(abstract, own)
  }
  return Object.create(schema, { getField: { value: getField }, isSubType: { value: isSubType } })
}

/** Interfaces whose types all have its fields as it has them. */
const uniformOf = perObject((schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap())
    .filter(isInterfaceType)
    .filter((type) =>
      Object.values(type.getFields()).every((field) =>
        schema.getPossibleTypes(type).every((each) => {
          const own = each.getFields()[field.name]
          return own?.resolve === field.resolve && String(own?.type) === String(field.type)
        }),
      ),
    ),
)

/** Interfaces of which a document selects something that only some of their types have, or the name of the type. */
function distinguishedIn(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<object> {
  const distinguished = new Set<object>()
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [])),
  )
  const info = new TypeInfo(schema)
  const look = ({ selections }: SelectionSetNode) => {
    const parent = info.getParentType()
    if (!isInterfaceType(parent)) return
    for (const selection of selections) {
      const fragment = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection
      const condition = fragment && 'typeCondition' in fragment ? fragment.typeCondition?.name.value : undefined
      const distinguishes =
        selection.kind === 'Field'
          ? selection.name.value === '__typename'
          : condition !== undefined && ![parent, ...parent.getInterfaces()].some(({ name }) => name === condition)
      if (distinguishes) distinguished.add(parent)
    }
  }
  visit(document, visitWithTypeInfo(info, { SelectionSet: look }))
  return distinguished
}
