import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  getVariableValues,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import { miss } from './plan-miss.ts'

/** Values of variables as resolvers get them; those that were neither given nor have a default are not there. */
export type VariableValues = Readonly<Record<string, unknown>>

/** Reads the variables of an operation, as they were sent. Throws a PlanMiss where one of them is not right. */
export type VariablePlan = (sent: Readonly<Record<string, unknown>>) => VariableValues

type Coerce = (value: unknown) => unknown

/**
 * Plans how the variables of a validated operation are read: the same as graphql-js does at every request, with the types
 * taken apart once. What is sent as resolvers need it, as nearly everything is, is handed on and not copied.
 */
export function planVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): VariablePlan {
  const ofInputs = new Map<GraphQLInputObjectType, Coerce>()
  const withDefault = variableDefinitions.filter(({ defaultValue }) => defaultValue !== undefined)
  const { coerced: defaults } = getVariableValues(schema, withDefault, {}).variableValues ?? miss()
  const variables = variableDefinitions.map(({ variable, type }) => {
    const name = variable.name.value
    const inputType = typeFromAST(schema, type) as GraphQLInputType
    return { name, coerce: coercionTo(inputType), isRequired: isNonNullType(inputType) }
  })
  return (sent) => {
    // Without a prototype: a variable may be named like a member of one.
    const values: Record<string, unknown> = Object.assign(Object.create(null), defaults)
    for (const { name, coerce, isRequired } of variables) {
      const value = Object.hasOwn(sent, name) ? sent[name] : undefined
      if (value !== undefined) values[name] = coerce(value)
      else if (isRequired && !Object.hasOwn(values, name)) miss()
    }
    return values
  }

  function coercionTo(type: GraphQLInputType): Coerce {
    if (isNonNullType(type)) {
      const coerce = coercionTo(type.ofType)
      return (value) => (value == null ? miss() : coerce(value))
    }
    const coerce = isListType(type)
      ? listCoercion(coercionTo(type.ofType))
      : isInputObjectType(type)
        ? inputCoercion(type)
        : leafCoercion(type)
    return (value) => (value == null ? null : coerce(value))
  }

  function inputCoercion(type: GraphQLInputObjectType): Coerce {
    // A type may hold itself, so that it is known before its fields are.
    const known = ofInputs.get(type)
    if (known !== undefined) return known
    const fields = new Map<string, Coerce>()
    const required: string[] = []
    const usual: [string, unknown][] = []
    ofInputs.set(type, coerce)
    for (const field of Object.values(type.getFields())) {
      fields.set(field.name, coercionTo(field.type))
      // Pothos gives defaults as resolvers get them; as clients would write them they are not planned.
      if (field.default !== undefined) miss()
      if (isRequiredInputField(field)) required.push(field.name)
      else if (field.defaultValue !== undefined) usual.push([field.name, field.defaultValue])
    }
    return coerce

    function coerce(value: unknown): unknown {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return miss()
      const given = value as Readonly<Record<string, unknown>>
      let values: Record<string, unknown> | undefined
      let count = 0
      for (const key in given) {
        const each = given[key]
        if (each === undefined) continue
        const field = fields.get(key)
        if (field === undefined) return miss()
        const coerced = field(each)
        if (coerced !== each) {
          values ??= { ...given }
          values[key] = coerced
        }
        count++
      }
      if (type.isOneOf && (count !== 1 || Object.values(given).some((each) => each === null))) return miss()
      for (const name of required) if (given[name] === undefined) return miss()
      for (const [name, byDefault] of usual) {
        if (given[name] !== undefined) continue
        values ??= { ...given }
        values[name] = byDefault
      }
      return values ?? given
    }
  }
}

function listCoercion(coerce: Coerce): Coerce {
  return (value) => {
    if (!Array.isArray(value)) return isIterable(value) ? miss() : [coerce(value)]
    let values: unknown[] | undefined
    for (let index = 0; index < value.length; index++) {
      const coerced = coerce(value[index])
      if (coerced === value[index]) continue
      values ??= [...value]
      values[index] = coerced
    }
    return values ?? value
  }
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function leafCoercion(type: GraphQLLeafType): Coerce {
  const coerce = (value: unknown) => {
    try {
      return type.coerceInputValue(value)
    } catch {
      return miss()
    }
  }
  if (type.name === 'Float') return (value) => (Number.isFinite(value) ? value : coerce(value))
  if (type.name === 'String') return (value) => (typeof value === 'string' ? value : coerce(value))
  return coerce
}
