import {
  type ArgumentNode,
  type DocumentNode,
  defaultTypeResolver,
  type ExecutionResult,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLScalarType,
  type GraphQLSchema,
  getArgumentValues,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql'
import type { Context } from './context.ts'
import { errorsOf, Fault, noteKey, nullFor, type Place } from './fault.ts'
import { miss, PlanMiss } from './plan-miss.ts'
import type { VariableValues } from './variable-plan.ts'

type Data = Record<string, unknown>
/** Completes a value; a list may be one from the index `from` on of a longer one. */
type Complete = (value: unknown, call: Call, from?: number) => unknown

/** What one execution has of its own. */
interface Call {
  readonly variables: VariableValues
  readonly context: Partial<Context>
  readonly faults: Fault[]
}

interface PlannedField extends Place {
  readonly key: string
  readonly resolve: (source: unknown, call: Call) => unknown
  readonly complete: Complete
  /** Of a field that is given a list, so that there may be much to complete. */
  readonly completeInTurns?: (value: unknown, call: Call) => Promise<unknown>
}

/** Items of a list that are completed in one go where others are to get their turn. */
const ITEMS_AT_ONCE = 8

/** The one key that an object does not take as others. */
const UNPLANNED_KEY = '__proto__'

/** An operation taken apart once, for one choice of its conditions. */
export interface OperationPlan {
  execute(variables: VariableValues, context: Partial<Context>): Promise<ExecutionResult>
}

/** Variables that decide, by `@include` or `@skip`, what an operation selects. */
export function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>()
  const visit = (selections: SelectionSetNode | undefined) => {
    for (const selection of selections?.selections ?? []) {
      for (const directive of selection.directives ?? []) {
        const condition = directive.arguments?.find(({ name }) => name.value === 'if')?.value
        if (condition?.kind === Kind.VARIABLE) names.add(condition.name.value)
      }
      if (selection.kind !== Kind.FRAGMENT_SPREAD) visit(selection.selectionSet)
    }
  }
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION) {
      visit(definition.selectionSet)
    }
  }
  return [...names]
}

/**
 * Plans a validated query: which fields each type has to give, how their arguments come from the variables, and how their
 * values are completed. Executing the plan then only calls resolvers, without looking at the document again.
 *
 * Throws PlanMiss for what is not planned: introspection, mutations, and directives other than `@include` and `@skip`.
 */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  conditions: Readonly<Record<string, unknown>>,
): OperationPlan {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  const operation = operations.find(({ name }) => operationName === undefined || name?.value === operationName)
  const queryType = schema.getQueryType()
  if (operation?.operation !== 'query' || queryType == null || (operationName === undefined && operations.length > 1)) {
    miss()
  }

  const root = planRoot(queryType, operation.selectionSet)
  return {
    async execute(variables, context) {
      const call: Call = { variables, context, faults: [] }
      const values = await Promise.all(root.map((field) => settle(field, call)))
      const data: Data = {}
      for (const [index, field] of root.entries()) {
        const known = call.faults.length
        const { key, complete, completeInTurns } = field
        const value = values[index]
        try {
          if (value instanceof Fault) throw value
          data[key] = completeInTurns ? await completeInTurns(value, call) : complete(value, call)
        } catch (error) {
          data[key] = nullFor(error, field, call.faults, known)
        }
        noteKey(call.faults, known, key)
        const turn = index < root.length - 1 ? context.pause?.() : undefined
        if (turn) await turn
      }
      return call.faults.length === 0 ? { data } : { errors: await errorsOf(call.faults, context), data }
    },
  }

  function planRoot(type: GraphQLObjectType, selectionSet: SelectionSetNode): readonly PlannedField[] {
    return planFields(type, [selectionSet]).map((field) => {
      const { args, type: ofField } = type.getFields()[field.nodes?.[0]?.name.value ?? ''] ?? {}
      const isGivenList = args?.some((argument) => isListType(getNullableType(argument.type)))
      if (!isGivenList || !isObjectType(ofField)) return field
      return { ...field, completeInTurns: planInTurns(ofField, selectionSetsOf(field.nodes ?? [])) }
    })
  }

  /** Completes what may be large, field by field and some items at a time; its fields may wait. */
  function planInTurns(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
  ): (value: unknown, call: Call) => Promise<unknown> {
    const fields = planFields(type, selectionSets)
    return async (value, call) => {
      if (value == null) return null
      const data: Data = {}
      for (const field of fields) {
        const known = call.faults.length
        try {
          const given = await field.resolve(value, call)
          data[field.key] = Array.isArray(given) ? await completeList(given, field, call) : field.complete(given, call)
        } catch (error) {
          data[field.key] = nullFor(error, field, call.faults, known)
        }
        noteKey(call.faults, known, field.key)
      }
      return data
    }
  }

  async function completeList(list: readonly unknown[], { complete }: PlannedField, call: Call): Promise<unknown[]> {
    const completed: unknown[] = []
    while (completed.length < list.length) {
      const next = list.slice(completed.length, completed.length + ITEMS_AT_ONCE)
      completed.push(...(complete(next, call, completed.length) as unknown[]))
      const turn = call.context.pause?.()
      if (turn) await turn
    }
    return completed
  }

  function planFields(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): readonly PlannedField[] {
    const nodes = new Map<string, FieldNode[]>()
    for (const selectionSet of selectionSets) collect(type, selectionSet, nodes)
    return [...nodes].map(([key, fieldNodes]) => planField(type, key, fieldNodes))
  }

  /** Selected fields by the key they have in the answer; equal ones are selected together. */
  function collect(type: GraphQLObjectType, { selections }: SelectionSetNode, nodes: Map<string, FieldNode[]>): void {
    for (const selection of selections) {
      if (!isSelected(selection.directives ?? [])) continue
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        nodes.set(key, [...(nodes.get(key) ?? []), selection])
        continue
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
      if (fragment === undefined) miss()
      if (fragment.typeCondition !== undefined && !applies(typeFromAST(schema, fragment.typeCondition), type)) continue
      collect(type, fragment.selectionSet, nodes)
    }
  }

  function applies(condition: unknown, type: GraphQLObjectType): boolean {
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type))
  }

  function isSelected(directives: NonNullable<FieldNode['directives']>): boolean {
    return directives.every((directive) => {
      const { value: name } = directive.name
      const condition = directive.arguments?.find((argument) => argument.name.value === 'if')?.value
      if ((name !== 'include' && name !== 'skip') || condition === undefined) miss()
      const holds =
        condition.kind === Kind.VARIABLE
          ? conditions[condition.name.value]
          : condition.kind === Kind.BOOLEAN && condition.value
      return name === 'include' ? holds === true : holds !== true
    })
  }

  function planField(type: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): PlannedField {
    const [node] = nodes
    if (node === undefined || key === UNPLANNED_KEY) miss()
    if (node.name.value === '__typename') {
      return { key, isNullable: false, resolve: () => type.name, complete: (value) => value }
    }
    const field = type.getFields()[node.name.value]
    if (field === undefined) miss()
    const complete = planComplete(field.type, selectionSetsOf(nodes))
    return { key, nodes, isNullable: !isNonNullType(field.type), resolve: planResolve(field, node), complete }
  }

  function planResolve(field: GraphQLField<unknown, unknown>, node: FieldNode): PlannedField['resolve'] {
    const { name, resolve } = field
    if (resolve === undefined) return (source) => (source as Data)[name]
    const argumentsOf = planArguments(field, node)
    // No resolver of this schema reads what it is asked for.
    return (source, call) => resolve(source, argumentsOf(call.variables), call.context, undefined as never)
  }

  function planComplete(type: GraphQLOutputType, selectionSets: readonly SelectionSetNode[]): Complete {
    if (isNonNullType(type)) {
      const complete = planComplete(type.ofType, selectionSets)
      return (value, call, from) => {
        const completed = complete(value, call, from)
        if (completed === null) miss()
        return completed
      }
    }
    if (isListType(type)) {
      const complete = planComplete(type.ofType, selectionSets)
      const isNullable = !isNonNullType(type.ofType)
      return (value, call, from = 0) => {
        if (value == null) return null
        if (!Array.isArray(value)) miss()
        // A list whose items are complete as they are, as of texts, is not copied.
        let items: unknown[] | undefined
        for (let index = 0; index < value.length; index++) {
          const each = value[index]
          const known = call.faults.length
          const key = from + index
          let completed: unknown
          try {
            completed = complete(each, call)
          } catch (error) {
            completed = nullFor(error, { key, isNullable }, call.faults, known)
          }
          if (call.faults.length > known) noteKey(call.faults, known, key)
          if (completed === each) continue
          items ??= [...value]
          items[index] = completed
        }
        return items ?? value
      }
    }
    if (isLeafType(type)) return planLeaf(type)
    if (isObjectType(type)) return planObject(type, selectionSets)
    return planAbstract(type, selectionSets)
  }

  function planObject(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): Complete {
    const fields = planFields(type, selectionSets)
    return (value, call) => {
      if (value == null) return null
      // Nothing below the root waits: of a promise there, graphql-js makes what is to be made.
      if (value instanceof Promise) miss()
      const data: Data = {}
      for (const field of fields) {
        const known = call.faults.length
        try {
          data[field.key] = field.complete(field.resolve(value, call), call)
        } catch (error) {
          data[field.key] = nullFor(error, field, call.faults, known)
        }
        if (call.faults.length > known) noteKey(call.faults, known, field.key)
      }
      return data
    }
  }

  function planAbstract(type: GraphQLAbstractType, selectionSets: readonly SelectionSetNode[]): Complete {
    const byType = new Map(
      schema.getPossibleTypes(type).map((each) => [each.name, planObject(each, selectionSets)] as const),
    )
    const typeOf = planTypeOf(type)
    return (value, call) => {
      if (value == null) return null
      if (value instanceof Promise) miss()
      const complete = byType.get(typeOf(value, call))
      if (complete === undefined) miss()
      return complete(value, call)
    }
  }

  /** The concrete type of a value, as its abstract type tells it; values of one class are of one type. */
  function planTypeOf(type: GraphQLAbstractType): (value: unknown, call: Call) => string {
    const resolveType = type.resolveType ?? defaultTypeResolver
    const info = { schema } as GraphQLResolveInfo
    const byClass = new Map<unknown, string>()
    return (value, { context }) => {
      const ofClass = (value as object).constructor
      const known = byClass.get(ofClass)
      if (known !== undefined) return known
      const name = resolveType(value, context, info, type)
      if (typeof name !== 'string') miss()
      if (ofClass !== Object) byClass.set(ofClass, name)
      return name
    }
  }
}

function selectionSetsOf(nodes: readonly FieldNode[]): readonly SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
}

function planLeaf(type: GraphQLScalarType | GraphQLEnumType): Complete {
  const coerce = (value: unknown) =>
    value instanceof Promise ? miss() : value == null ? null : type.coerceOutputValue(value)
  if (type.name === 'Float') {
    return (value) => (typeof value === 'number' && Number.isFinite(value) ? value : coerce(value))
  }
  if (type.name === 'String') return (value) => (typeof value === 'string' ? value : coerce(value))
  return coerce
}

/** What a root field is resolved to, or its fault: none is left to itself when another fails. */
async function settle({ resolve }: PlannedField, call: Call): Promise<unknown> {
  try {
    return await resolve(undefined, call)
  } catch (error) {
    if (error instanceof PlanMiss) throw error
    return new Fault(error)
  }
}

/** How the arguments of a field come from the variables: once and for all, by name, or by graphql-js. */
function planArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: VariableValues) => Record<string, unknown> {
  const given = node.arguments ?? []
  if (given.some((argument) => !isVariable(argument) && mentionsVariable(argument))) {
    // What the variables were before is asked for by scalars that read literals themselves, and there are none.
    return (variables) => getArgumentValues(field, node, { sources: {}, coerced: variables })
  }
  const fromVariables = given.flatMap(({ name, value }) => {
    const argument = field.args.find((each) => each.name === name.value)
    return value.kind === Kind.VARIABLE && argument !== undefined ? [{ argument, variable: value.name.value }] : []
  })
  // Coerced without what comes from variables, so that their defaults are there where a variable has no value.
  const optional = field.args.filter(
    (each) => !isRequiredArgument(each) || !fromVariables.some(({ argument }) => argument === each),
  )
  const constant = given.filter((argument) => !isVariable(argument))
  const fixed = getArgumentValues(
    { ...field, args: optional } as unknown as typeof field,
    { ...node, arguments: constant },
    undefined,
  )
  if (fromVariables.length === 0) return () => fixed
  return (variables) => {
    const values = { ...fixed }
    for (const { argument, variable } of fromVariables) {
      if (Object.hasOwn(variables, variable)) values[argument.name] = variables[variable]
      if (values[argument.name] == null && isNonNullType(argument.type)) miss()
    }
    return values
  }
}

function isVariable({ value }: ArgumentNode): boolean {
  return value.kind === Kind.VARIABLE
}

function mentionsVariable(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(mentionsVariable)
  if (node === null || typeof node !== 'object') return false
  if ((node as { kind?: unknown }).kind === Kind.VARIABLE) return true
  return Object.entries(node).some(([key, each]) => key !== 'loc' && mentionsVariable(each))
}
