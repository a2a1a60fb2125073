import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql'
import { getNamedType, getNullableType, isCompositeType, isListType } from 'graphql'

type Variables = Readonly<Record<string, unknown>>

/** How often what is below a field is computed: a number, or one that the variables say. */
type Times = number | ((variables: Variables) => number)

/**
 * The cost of a selection as far as the document says it (`fixed`), and parts that depend on variables. Fragments share
 * their plan, so what a part costs is remembered while one cost is computed.
 */
interface Plan {
  fixed: number
  readonly parts: { readonly times: Times; readonly plan: Plan }[]
  computedIn?: number
  computed?: number
}

/** Items that are assumed of a list whose length nothing in the request says: a server has some ten components. */
const ASSUMED_ITEMS = 10

/** What an item of a list in the input costs besides the fields below it: it is checked, and looked up. */
export const INPUT_ITEM_COST = 5

/** Arguments that say how many items are wanted. */
const COUNT_ARGUMENTS: ReadonlySet<string> = new Set(['first', 'last', 'limit'])

/** The cost of an operation, by its variables. */
export type OperationCost = (variables: Variables) => number

/**
 * Plans the cost of an operation: a field counts 1, and what is below a field counts as often as it is computed. That is
 * the length of the field's list arguments (the items of a fleet; criteria, or the default ones), the number asked for
 * (`first`), or 10 for a list of which the request says nothing. The document must be valid.
 */
export function planCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  defaultCriteria: number,
): OperationCost {
  const plans = new Map<string, Plan>()
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  )
  const root = schema.getRootType(operation.operation)
  const plan = root ? planOf(operation.selectionSet, root, false) : emptyPlan()
  return (variables) => costOf(plan, variables, ++evaluations)

  function planOf(selectionSet: SelectionSetNode, parent: GraphQLCompositeType, isMultiplied: boolean): Plan {
    const whole = emptyPlan()
    for (const selection of selectionSet.selections) {
      if (selection.kind === 'Field') addField(whole, selection, parent, isMultiplied)
      else if (selection.kind === 'InlineFragment') {
        add(
          whole,
          1,
          planOf(selection.selectionSet, narrowed(selection.typeCondition?.name.value, parent), isMultiplied),
        )
      } else add(whole, 1, planOfFragment(selection.name.value, parent, isMultiplied))
    }
    return whole
  }

  function planOfFragment(name: string, parent: GraphQLCompositeType, isMultiplied: boolean): Plan {
    const key = `${name} ${isMultiplied}`
    const known = plans.get(key)
    if (known !== undefined) return known
    const fragment = fragments.get(name)
    const plan = fragment
      ? planOf(fragment.selectionSet, narrowed(fragment.typeCondition.name.value, parent), isMultiplied)
      : emptyPlan()
    plans.set(key, plan)
    return plan
  }

  function addField(whole: Plan, node: FieldNode, parent: GraphQLCompositeType, isMultiplied: boolean): void {
    whole.fixed += 1
    const field = schema.getField(parent, node.name.value)
    const type = field && getNamedType(field.type)
    if (field === undefined || !node.selectionSet || !isCompositeType(type)) return
    const stated = statedTimes(node, field)
    const times = stated ?? (isListType(getNullableType(field.type)) && !isMultiplied ? ASSUMED_ITEMS : 1)
    add(whole, times, planOf(node.selectionSet, type, stated !== undefined))
  }

  function statedTimes(node: FieldNode, field: GraphQLField<unknown, unknown>): Times | undefined {
    let times: Times | undefined
    for (const argument of field.args) {
      const value = node.arguments?.find(({ name }) => name.value === argument.name)?.value
      const factor = COUNT_ARGUMENTS.has(argument.name)
        ? numberOf(value, argument.defaultValue ?? argument.default?.value)
        : isListType(getNullableType(argument.type))
          ? lengthOf(value, argument.name === 'criteria' ? defaultCriteria : undefined)
          : undefined
      if (factor !== undefined) times = times === undefined ? factor : product(times, factor)
    }
    return times
  }

  function lengthOf(value: ValueNode | undefined, absent: number | undefined): Times | undefined {
    if (value === undefined || value.kind === 'NullValue') return absent
    if (value.kind === 'ListValue') return value.values.length
    if (value.kind !== 'Variable') return 1
    const name = value.name.value
    const byDefault = defaults.get(name)
    const otherwise = byDefault?.kind === 'ListValue' ? byDefault.values.length : (absent ?? 0)
    return (variables) => {
      const given = variables[name]
      return Array.isArray(given) ? given.length : given === undefined || given === null ? otherwise : 1
    }
  }

  function numberOf(value: ValueNode | undefined, byDefault: unknown): Times | undefined {
    const otherwise = typeof byDefault === 'number' ? byDefault : ASSUMED_ITEMS
    if (value === undefined) return otherwise
    if (value.kind === 'IntValue') return Math.max(0, Number(value.value))
    if (value.kind !== 'Variable') return otherwise
    const name = value.name.value
    return (variables) => {
      const given = variables[name]
      return typeof given === 'number' ? Math.max(0, given) : otherwise
    }
  }

  function narrowed(typeName: string | undefined, parent: GraphQLCompositeType): GraphQLCompositeType {
    const type = typeName === undefined ? parent : schema.getType(typeName)
    return isCompositeType(type) ? type : parent
  }
}

function emptyPlan(): Plan {
  return { fixed: 0, parts: [] }
}

function add(whole: Plan, times: Times, plan: Plan): void {
  if (plan.parts.length === 0 && typeof times === 'number') whole.fixed += times * plan.fixed
  else whole.parts.push({ times, plan })
}

function product(one: Times, other: Times): Times {
  if (typeof one === 'number' && typeof other === 'number') return one * other
  return (variables) => timesIn(one, variables) * timesIn(other, variables)
}

function timesIn(times: Times, variables: Variables): number {
  return typeof times === 'number' ? times : times(variables)
}

/** Tells one computation of a cost from the next. */
let evaluations = 0

function costOf(plan: Plan, variables: Variables, evaluation: number): number {
  if (plan.parts.length === 0) return plan.fixed
  if (plan.computedIn === evaluation && plan.computed !== undefined) return plan.computed
  let cost = plan.fixed
  for (const part of plan.parts) cost += timesIn(part.times, variables) * costOf(part.plan, variables, evaluation)
  plan.computedIn = evaluation
  plan.computed = cost
  return cost
}
