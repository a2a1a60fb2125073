import {
  coerceInputLiteral,
  coerceInputValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isRequiredInputField,
} from 'graphql'
import { perObject } from '../../../catalogue/per-object.ts'

/** A field of an input type. */
export interface InputField {
  readonly name: string
  readonly type: GraphQLInputType
  readonly isRequired: boolean
  /** Undefined if it has none. */
  readonly usual: unknown
}

/** The fields of an input type by name, in schema order. */
export const inputFieldsOf = perObject((type: GraphQLInputObjectType): ReadonlyMap<string, InputField> => {
  const all = Object.values(type.getFields())
  return new Map(all.map((field) => [field.name, fieldOf(field)]))
})

function fieldOf(field: GraphQLInputField): InputField {
  const { name, type } = field
  return { name, type, isRequired: isRequiredInputField(field), usual: usualOf(field) }
}

function usualOf({ type, default: byDefault, defaultValue }: GraphQLInputField): unknown {
  if (byDefault === undefined) return defaultValue
  return byDefault.literal ? coerceInputLiteral(byDefault.literal, type) : coerceInputValue(byDefault.value, type)
}
