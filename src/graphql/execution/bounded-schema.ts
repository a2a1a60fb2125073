import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, getNamedType, isLeafType } from 'graphql'
import { perObject } from '../../reference/per-object.ts'
import { isBounded } from './is-bounded.ts'
import { BOUNDS, type RunningBounds } from './running-bounds.ts'
import { selectedBelow } from './selected-below.ts'

interface BoundedContext {
  readonly [BOUNDS]: RunningBounds
}

/**
 * The schema for operations of callers: its fields count within the bounds of their operation, compiled or not. A timer
 * alone would not do: while fields compute, no timer fires.
 *
 * A field that only reads a number or a word of few costs nothing of its own: it is counted with the object that it belongs to,
 * and executed as quickly as if there were no bounds.
 */
export const boundedSchema = perObject((schema: GraphQLSchema): GraphQLSchema => {
  const bounded = perObject(boundedField)
  const getField: GraphQLSchema['getField'] = (type, name) => {
    const field = schema.getField(type, name)
    return field && isBounded(type, field) ? bounded(field) : field
  }
  return Object.create(schema, { getField: { value: getField } })
})

function boundedField(field: GraphQLField<unknown, unknown>): GraphQLField<unknown, unknown> {
  const resolve = field.resolve ?? defaultFieldResolver
  const isLeaf = isLeafType(getNamedType(field.type))
  const doesWork = field.resolve !== undefined
  const countLeaf: typeof resolve = (source, args, context, info) => {
    const bounds = (context as BoundedContext)[BOUNDS]
    if (doesWork) bounds.check()
    const value = resolve(source, args, context, info)
    if (value instanceof Promise) return value.then((settled) => bounds.countLeaf(settled))
    return bounds.countLeaf(value)
  }
  const countObjects: typeof resolve = (source, args, context, info) => {
    const bounds = (context as BoundedContext)[BOUNDS]
    bounds.check()
    const below = selectedBelow(info)
    const value = resolve(source, args, context, info)
    if (value instanceof Promise) return value.then((settled) => bounds.countObjects(settled, below))
    return bounds.countObjects(value, below)
  }
  return Object.create(field, { resolve: { value: isLeaf ? countLeaf : countObjects } })
}
