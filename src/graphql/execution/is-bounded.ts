import { type GraphQLCompositeType, type GraphQLField, getNamedType, getNullableType, isListType } from 'graphql'

/** Fields that do work, and those whose values may be long: lists, and texts, which may be a caller's own. */
export function isBounded(
  type: GraphQLCompositeType,
  { name, type: gives, resolve }: GraphQLField<unknown, unknown>,
): boolean {
  if (type.name.startsWith('__') || name.startsWith('__')) return false
  const named = getNamedType(gives)
  return resolve !== undefined || isListType(getNullableType(gives)) || named.name === 'String' || named.name === 'ID'
}
