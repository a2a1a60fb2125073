import {
  type ArgumentNode,
  type DocumentNode,
  defaultTypeResolver,
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
import { miss, UNPLANNED_NAME, type VariableValues } from './variable-plan.ts'

type Data = Record<string, unknown>
type Complete = (value: unknown, call: Call) => unknown

/** What one execution has of its own. */
interface Call {
  readonly variables: VariableValues
  readonly context: object
}

interface PlannedField {
  readonly key: string
  readonly resolve: (source: unknown, call: Call) => unknown
  readonly complete: Complete
}

/** An operation taken apart once, for one choice of its conditions. */
export interface OperationPlan {
  execute(variables: VariableValues, context: object): Promise<Data>
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

  const root = planFields(queryType, [operation.selectionSet])
  return {
    async execute(variables, context) {
      const call = { variables, context }
      const resolved = root.map(({ resolve }) => resolve(undefined, call))
      const values = resolved.length === 1 ? [await resolved[0]] : await Promise.all(resolved)
      const data: Data = {}
      root.forEach(({ key, complete }, index) => {
        data[key] = complete(values[index], call)
      })
      return data
    },
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
    if (node === undefined || key === UNPLANNED_NAME) miss()
    if (node.name.value === '__typename') return { key, resolve: () => type.name, complete: (value) => value }
    const field = type.getFields()[node.name.value]
    if (field === undefined) miss()
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    return { key, resolve: planResolve(field, node), complete: planComplete(field.type, selectionSets) }
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
      return (value, call) => {
        const completed = complete(value, call)
        if (completed === null) miss()
        return completed
      }
    }
    if (isListType(type)) {
      const complete = planComplete(type.ofType, selectionSets)
      return (value, call) => {
        if (value == null) return null
        if (!Array.isArray(value)) miss()
        // A list whose items are complete as they are, as of texts, is not copied.
        let items: unknown[] | undefined
        for (let index = 0; index < value.length; index++) {
          const completed = complete(value[index], call)
          if (completed === value[index]) continue
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
      for (const { key, resolve, complete } of fields) data[key] = complete(resolve(value, call), call)
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

function planLeaf(type: GraphQLScalarType | GraphQLEnumType): Complete {
  const coerce = (value: unknown) => (value == null ? null : type.coerceOutputValue(value))
  if (type.name === 'Float') {
    return (value) => (typeof value === 'number' && Number.isFinite(value) ? value : coerce(value))
  }
  if (type.name === 'String') return (value) => (typeof value === 'string' ? value : coerce(value))
  return coerce
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
