import {
  type GraphQLFieldResolver,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLNullableOutputType,
  type GraphQLOutputType,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
} from 'graphql'
import { perObject } from '../src/catalogue/per-object.ts'

/**
 * The `extensions` of a type that REST operations take as an engine object, since they read all of it. Its class or
 * interface is `name` in that file under src/.
 *
 * @example
 * builder.objectRef<EngineImpact>('Impact').implement({ extensions: engineObject('engine/assessment/impact.ts',
 * 'Impact') })
 */
export function engineObject(file: string, name: string): { readonly engineObject: string } {
  return { engineObject: `${file}#${name}` }
}

/** The engine type behind a schema type: `engine/assessment/impact.ts#Impact`; undefined for unmarked types. */
export function engineTypeOf({ extensions }: Pick<GraphQLNamedType, 'extensions'>): string | undefined {
  return extensions.engineObject as string | undefined
}

/** The `extensions` of a field whose resolver copies what `resolve` gives; as an engine object it needs no copy. */
export function unnamed(resolve: Resolver): { readonly unnamed: Resolver } {
  return { unnamed: resolve }
}

type Resolver = GraphQLFieldResolver<unknown, unknown>

const EngineObject = new GraphQLScalarType({ name: 'EngineObject__', serialize: (value) => value })

/**
 * The schema with a leaf for each marked type, and for lists of them. An answer then holds the engine's objects,
 * without copies. For our own operations, which are written against it.
 */
export const withEngineObjects = perObject((schema: GraphQLSchema): GraphQLSchema => {
  const replaced = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type)) return new GraphQLNonNull(replaced(type.ofType) as GraphQLNullableOutputType)
    if (engineTypeOf(getNamedType(type)) !== undefined) return EngineObject
    return isListType(type) ? new GraphQLList(replaced(type.ofType)) : type
  }
  const getField: GraphQLSchema['getField'] = (parent, name) => {
    const field = schema.getField(parent, name)
    if (field === undefined) return undefined
    const type = replaced(field.type)
    const { unnamed: given } = field.extensions as Partial<ReturnType<typeof unnamed>>
    const resolve = getNamedType(type) === EngineObject && given ? given : field.resolve
    return Object.create(field, { type: { value: type }, resolve: { value: resolve } })
  }
  return Object.create(schema, { getField: { value: getField } })
})
