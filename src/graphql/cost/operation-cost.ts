import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import type { FieldCost, SentArguments } from '../../../schema/field-cost.ts'
import { holdsVariables } from '../documents/holds-variables.ts'
import { countLists, type InputLists, NO_LISTS } from './input-lists.ts'

/** What the cost of one request is computed from. */
export interface CostRequest {
  readonly variables: Readonly<Record<string, unknown>>
  /** The lists of each variable, by its name. */
  readonly lists: ReadonlyMap<string, InputLists>
  /** What the operation will work with, from which fields know how long their lists are. */
  readonly settings: object
}

/** The cost of an operation, by its variables. */
export type OperationCost = (request: CostRequest) => number

/** A number, or one that follows from the variables. */
type Amount = number | OperationCost

/**
 * The cost of a selection as far as the document shows it (`fixed`), and parts that depend on variables. Fragments share
 * their plan, so what a plan costs is remembered while one cost is computed.
 */
interface Plan {
  fixed: number
  readonly parts: { readonly times: Amount; readonly plan: Plan | undefined }[]
  /** The computation that `computed` is of. */
  computation?: number
  computed?: number
}

/** Items that are assumed of a list of unknown length. */
const ASSUMED_ITEMS = 10

/** What an item of a list in an input costs each time it is used, besides the fields below it: it is checked, and looked up. */
const INPUT_ITEM_COST = 5

/**
 * Plans the cost of an operation. A field counts 1 and what its extensions add (see schema/field-cost.ts), an item of a list
 * in its arguments 5; what is below a field counts as often as it is computed, at least once. The document must be valid.
 * Planning takes time in proportion to the document, however its fragments are spread.
 */
export function planCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): OperationCost {
  const planned = new Map<string, Plan>()
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  )
  const root = schema.getRootType(operation.operation)
  const plan = root ? planOf(operation.selectionSet, root, undefined) : emptyPlan()
  return (request) => Math.ceil(Math.min(costOf(plan, request, ++computations), Number.MAX_SAFE_INTEGER))

  /** `given` is the longest list in the input above; it counts for the first list on each way down. */
  function planOf(selectionSet: SelectionSetNode, parent: GraphQLCompositeType, given: Given | undefined): Plan {
    const whole = emptyPlan()
    for (const selection of selectionSet.selections) {
      if (selection.kind === 'Field') addField(whole, selection, parent, given)
      else if (selection.kind === 'InlineFragment') {
        const type = narrowed(selection.typeCondition?.name.value, parent)
        add(whole, 1, planOf(selection.selectionSet, type, given))
      } else add(whole, 1, planOfFragment(selection.name.value, parent, given))
    }
    return whole
  }

  function planOfFragment(name: string, parent: GraphQLCompositeType, given: Given | undefined): Plan {
    const key = `${name} ${given?.key ?? ''}`
    const known = planned.get(key)
    if (known !== undefined) return known
    const fragment = fragments.get(name)
    const plan = fragment
      ? planOf(fragment.selectionSet, narrowed(fragment.typeCondition.name.value, parent), given)
      : emptyPlan()
    planned.set(key, plan)
    return plan
  }

  function addField(whole: Plan, node: FieldNode, parent: GraphQLCompositeType, given: Given | undefined): void {
    whole.fixed += 1
    const field = schema.getField(parent, node.name.value)
    if (field === undefined) return
    const { listSize, sizedFields, cost } = field.extensions as FieldCost
    const own = addArguments(whole, node, field)
    if (cost !== undefined)
      addAmount(whole, (request) => sane(() => cost(sent(node, field, request), request.settings as never), 0))
    const type = getNamedType(field.type)
    const isList = isListType(getNullableType(field.type))
    if (!node.selectionSet || !isCompositeType(type)) {
      if (isList && listSize) addAmount(whole, sizeOf(listSize, node, field))
      return
    }
    const below = own ?? given
    if (listSize) {
      const [sized, once] = splitSelection(node.selectionSet, sizedFields)
      add(whole, sizeOf(listSize, node, field), planOf(sized, type, below))
      if (once !== undefined) add(whole, 1, planOf(once, type, below))
    } else {
      const times = lengthOfArguments(node, field)
      if (times !== undefined) add(whole, times, planOf(node.selectionSet, type, below))
      else if (!isList) add(whole, 1, planOf(node.selectionSet, type, below))
      else add(whole, assumed(below), planOf(node.selectionSet, type, undefined))
    }
  }

  /** Adds what lists in the arguments cost, and gives the longest that is inside of one. */
  function addArguments(whole: Plan, node: FieldNode, field: GraphQLField<unknown, unknown>): Given | undefined {
    let longest: Given | undefined
    for (const { name: argument, value } of node.arguments ?? []) {
      // Lists of words and numbers are short work.
      const type = field.args.find(({ name }) => name === argument.value)?.type
      if (!isInputObjectType(getNamedType(type))) continue
      let each: Given | undefined
      if (value.kind === 'Variable') {
        const name = value.name.value
        const lists = (request: CostRequest) => request.lists.get(name) ?? defaultLists(name)
        addAmount(whole, (request) => INPUT_ITEM_COST * lists(request).total)
        each = { key: name, items: (request) => lists(request).inside }
      } else if (value.kind === 'ListValue' || value.kind === 'ObjectValue') {
        const lists = (request: CostRequest) => listsOf(value, request)
        if (holdsVariables(value)) {
          addAmount(whole, (request) => INPUT_ITEM_COST * lists(request).total)
          each = { key: `at ${value.loc?.start}`, items: (request) => lists(request).inside }
        } else {
          const { total, inside } = listsOf(value)
          whole.fixed += INPUT_ITEM_COST * total
          if (inside > ASSUMED_ITEMS) each = { key: `${inside}`, items: () => inside }
        }
      }
      longest = longest && each ? longer(longest, each) : (longest ?? each)
    }
    return longest
  }

  function listsOf(value: ValueNode, request?: CostRequest): InputLists {
    return countLists(valueFromASTUntyped(value, request?.variables as Record<string, unknown>)) ?? NO_LISTS
  }

  function defaultLists(name: string): InputLists {
    const value = defaults.get(name)
    return value ? (countLists(valueFromASTUntyped(value)) ?? NO_LISTS) : NO_LISTS
  }

  function lengthOfArguments(node: FieldNode, field: GraphQLField<unknown, unknown>): Amount | undefined {
    const lists = field.args.filter((argument) => isListType(getNullableType(argument.type)))
    if (lists.length === 0) return undefined
    return (request) => {
      const args = sent(node, field, request)
      return lists.reduce((times, { name }) => times * (Array.isArray(args[name]) ? args[name].length : 1), 1)
    }
  }

  function sizeOf(
    listSize: NonNullable<FieldCost['listSize']>,
    node: FieldNode,
    field: GraphQLField<unknown, unknown>,
  ) {
    return (request: CostRequest) =>
      sane(() => listSize(sent(node, field, request), request.settings as never), ASSUMED_ITEMS)
  }

  /** Arguments as they were sent; variables that were not have their defaults. */
  function sent(node: FieldNode, field: GraphQLField<unknown, unknown>, { variables }: CostRequest): SentArguments {
    const args: Record<string, unknown> = {}
    for (const argument of field.args) {
      const value = node.arguments?.find(({ name }) => name.value === argument.name)?.value
      args[argument.name] =
        (value && sentValue(value, variables)) ?? argument.default?.value ?? argument.defaultValue ?? undefined
    }
    return args
  }

  function sentValue(value: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
    if (value.kind !== 'Variable') return valueFromASTUntyped(value, variables as Record<string, unknown>)
    const name = value.name.value
    if (Object.hasOwn(variables, name)) return variables[name]
    const byDefault = defaults.get(name)
    return byDefault && valueFromASTUntyped(byDefault)
  }

  function narrowed(typeName: string | undefined, parent: GraphQLCompositeType): GraphQLCompositeType {
    const type = typeName === undefined ? parent : schema.getType(typeName)
    return isCompositeType(type) ? type : parent
  }
}

/** The longest list inside of an input; inputs of one key are the same. */
interface Given {
  readonly key: string
  readonly items: OperationCost
}

function longer(one: Given, other: Given): Given {
  const items = (request: CostRequest) => Math.max(one.items(request), other.items(request))
  return { key: `${one.key} ${other.key}`, items }
}

function assumed(given: Given | undefined): Amount {
  return given === undefined ? ASSUMED_ITEMS : (request) => Math.max(ASSUMED_ITEMS, given.items(request))
}

/** An amount that a field computes of its arguments; of a wrong type, they may make no sense to it. */
function sane(compute: () => unknown, otherwise: number): number {
  try {
    const amount = compute()
    return typeof amount === 'number' && amount >= 0 && amount < Number.POSITIVE_INFINITY ? amount : otherwise
  } catch {
    return otherwise
  }
}

function emptyPlan(): Plan {
  return { fixed: 0, parts: [] }
}

function add(whole: Plan, times: Amount, plan: Plan): void {
  if (plan.parts.length === 0 && typeof times === 'number') whole.fixed += Math.max(1, times) * plan.fixed
  else whole.parts.push({ times, plan })
}

function addAmount(whole: Plan, amount: OperationCost): void {
  whole.parts.push({ times: amount, plan: undefined })
}

/** Counts computations, to know one from the next. */
let computations = 0

function costOf(plan: Plan, request: CostRequest, computation: number): number {
  if (plan.parts.length === 0) return plan.fixed
  if (plan.computation === computation && plan.computed !== undefined) return plan.computed
  let cost = plan.fixed
  for (const { times, plan: part } of plan.parts) {
    const amount = typeof times === 'number' ? times : times(request)
    // What is selected below an empty list is looked at once all the same.
    cost += part === undefined ? amount : Math.max(1, amount) * costOf(part, request, computation)
  }
  plan.computation = computation
  plan.computed = cost
  return cost
}

/** What is selected of the fields that are computed often, and of those that are computed once; a fragment may have any. */
function splitSelection(
  whole: SelectionSetNode,
  sizedFields: readonly string[] | undefined,
): readonly [SelectionSetNode, SelectionSetNode?] {
  if (sizedFields === undefined) return [whole]
  const isSized = (node: SelectionNode) => node.kind !== 'Field' || sizedFields.includes(node.name.value)
  return [
    { ...whole, selections: whole.selections.filter(isSized) },
    { ...whole, selections: whole.selections.filter((node) => !isSized(node)) },
  ]
}
