import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type StringValueNode,
  type TypeNode,
  type ValueNode,
  type VariableNode,
  valueFromASTUntyped,
  visit,
} from 'graphql'
import type { FieldCost, SentArguments } from '../../../../schema/field-cost.ts'

/** What a value that was sent has in lists and texts, however deep. */
export interface InputSize {
  /** Items of all lists. */
  readonly total: number
  /** Items of the longest. */
  readonly longest: number
  /** Items of the longest that is inside of the value; where the value is a list, inside of one of its items. */
  readonly inside: number
  /** Different texts, labels apart. Most are names, and a name that no row has is compared with all of them. */
  readonly texts: number
}

/** Lists and objects in each other. Inputs of the schema need less than ten. */
export const MOST_LEVELS = 100

/** Fields of an input whose texts are handed back and looked up nowhere: a label, and tags with their keys and values. */
const LABEL = 'label'
const TAGS = 'tags'

export const NO_SIZE: InputSize = { total: 0, longest: 0, inside: 0, texts: 0 }
const ONE_TEXT: InputSize = { ...NO_SIZE, texts: 1 }

/**
 * Counts the lists and texts of a value that was read from JSON; undefined where more lists and objects are in each other than
 * may be.
 *
 * @example
 * inputSize([{ cpu: { name: 'EPYC 7763' } }, { cpu: { name: 'EPYC 7763' } }]) // { total: 2, longest: 2, inside: 0, texts: 1 }
 */
export function inputSize(value: unknown): InputSize | undefined {
  if (!isObject(value)) return typeof value === 'string' ? ONE_TEXT : NO_SIZE
  const counted = { total: 0, longest: 0, inside: 0, texts: new Set<string>() }
  return count(value, counted, 0) ? { ...counted, texts: counted.texts.size } : undefined
}

interface Counted {
  total: number
  longest: number
  inside: number
  readonly texts: Set<string>
}

/** Whether all of a value could be counted. */
function count(value: object, counted: Counted, level: number): boolean {
  if (level >= MOST_LEVELS) return false
  if (Array.isArray(value)) {
    const { length } = value
    counted.total += length
    if (length > counted.longest) counted.longest = length
    if (level > 0 && length > counted.inside) counted.inside = length
    for (const each of value) if (!countEach(each, counted, level)) return false
    return true
  }
  for (const key in value) {
    const each = (value as Readonly<Record<string, unknown>>)[key]
    if (typeof each === 'string' && key === LABEL) continue
    if (key === TAGS && Array.isArray(each)) {
      if (!countTags(each, counted, level + 1)) return false
      continue
    }
    if (!countEach(each, counted, level)) return false
  }
  return true
}

/** Tags are checked, and nothing is computed of each: they count as items, not as a list that fields are computed for. */
function countTags(tags: readonly unknown[], counted: Counted, level: number): boolean {
  counted.total += tags.length
  const apart = { total: 0, longest: 0, inside: 0, texts: new Set<string>() }
  return tags.every((tag) => !isObject(tag) || count(tag, apart, level + 1))
}

function countEach(value: unknown, counted: Counted, level: number): boolean {
  if (typeof value === 'string') counted.texts.add(value)
  return !isObject(value) || count(value, counted, level + 1)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What the cost of one request is computed from. */
interface CostRequest {
  readonly variables: Readonly<Record<string, unknown>>
  /** What each variable has in it, by its name. */
  readonly sizes: ReadonlyMap<string, InputSize>
  /** What the operation will work with, from which fields know how long their lists are. */
  readonly settings: object
}

/** The cost of an operation, by its variables. */
export type OperationCost = (request: CostRequest) => number

/** A number, or one that follows from the variables. */
type Amount = number | OperationCost

/**
 * The cost of a selection as far as the document shows it (`fixed`), and terms that depend on variables. Fragments share
 * their plan, so what a plan costs is remembered while one cost is computed.
 */
interface Plan {
  fixed: number
  readonly terms: { readonly times: Amount; readonly plan: Plan | undefined }[]
  /** The computation that `computed` is of. */
  computation?: number
  computed?: number
}

/** Items that are assumed of a list of unknown length. */
const ASSUMED_ITEMS = 10

/** What an item of a list in an input costs each time it is used, besides the fields below it: it is checked, and looked up. */
const INPUT_ITEM_COST = 5

/**
 * What a text in an input costs, labels apart: that of a processor takes some 0.5 ms to be compared with all names, and as long
 * again where the nearest are to be found. What is found is remembered, so the same text counts once in an operation.
 */
const INPUT_TEXT_COST = 50

/**
 * Plans the cost of an operation. A field counts 1 and what its extensions add (see schema/field-cost.ts), an item of a list
 * in its arguments 5, a text in an input 50, wherever they are written; what is below a field counts as often as it is computed,
 * at least once. The document must be valid. Planning takes time in proportion to the document, however its fragments are spread.
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
  /** What counts once, wherever it stands. */
  const once: OperationCost[] = []
  const root = schema.getRootType(operation.operation)
  const plan = root ? planOf(operation.selectionSet, root, undefined) : emptyPlan()
  for (const each of once) addAmount(plan, each)
  const written = textsIn([operation, ...fragments.values()])
  const inInputs = (operation.variableDefinitions ?? []).flatMap(({ variable: { name }, type }) => {
    const named = schema.getType(nameOf(type))
    // Values of enums are texts in JSON, too.
    return isInputObjectType(named) || (written.variables.has(name.value) && !isEnumType(named)) ? name.value : []
  })
  plan.fixed += INPUT_TEXT_COST * written.texts.size
  addAmount(plan, ({ sizes }) => {
    let texts = 0
    for (const name of inInputs) texts += sizes.get(name)?.texts ?? 0
    return INPUT_TEXT_COST * texts
  })
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
    const { listSize, sizedFields, cost, costOnce } = field.extensions as FieldCost
    const own = addArguments(whole, node, field)
    if (cost !== undefined)
      addAmount(whole, (request) => sane(() => cost(sent(node, field, request), request.settings as never), 0))
    if (costOnce !== undefined)
      once.push((request) => sane(() => costOnce(sent(node, field, request), request.settings as never), 0))
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
      const times = lengthOfArguments(node, field, isList)
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
        const size = (request: CostRequest) => request.sizes.get(name) ?? sizeOfDefault(name)
        addAmount(whole, (request) => INPUT_ITEM_COST * size(request).total)
        each = { key: name, items: (request) => size(request).inside }
      } else if (value.kind === 'ListValue' || value.kind === 'ObjectValue') {
        const size = (request: CostRequest) => sizeOfLiteral(value, request)
        if (holdsVariables(value)) {
          addAmount(whole, (request) => INPUT_ITEM_COST * size(request).total)
          each = { key: `at ${value.loc?.start}`, items: (request) => size(request).inside }
        } else {
          const { total, inside } = sizeOfLiteral(value)
          whole.fixed += INPUT_ITEM_COST * total
          if (inside > ASSUMED_ITEMS) each = { key: `${inside}`, items: () => inside }
        }
      }
      longest = longest && each ? longer(longest, each) : (longest ?? each)
    }
    return longest
  }

  function sizeOfLiteral(value: ValueNode, request?: CostRequest): InputSize {
    return inputSize(valueFromASTUntyped(value, request?.variables as Record<string, unknown>)) ?? NO_SIZE
  }

  function sizeOfDefault(name: string): InputSize {
    const value = defaults.get(name)
    return value ? (inputSize(valueFromASTUntyped(value)) ?? NO_SIZE) : NO_SIZE
  }

  /** Undefined where no argument is a list. A list of words only chooses from a list that is given: `components(kinds: [RAM])`. */
  function lengthOfArguments(
    node: FieldNode,
    field: GraphQLField<unknown, unknown>,
    givesList: boolean,
  ): Amount | undefined {
    const lists = field.args.filter(
      ({ type }) => isListType(getNullableType(type)) && (!givesList || isInputObjectType(getNamedType(type))),
    )
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

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type)
}

/** Different texts in the objects that are written into a document, labels apart, and the variables in them. */
function textsIn(definitions: readonly (OperationDefinitionNode | FragmentDefinitionNode)[]) {
  const texts = new Set<string>()
  const variables = new Set<string>()
  let objects = 0
  const visitor = {
    ObjectValue: { enter: () => void objects++, leave: () => void objects-- },
    ObjectField: ({ name, value }: ObjectFieldNode) =>
      (name.value === LABEL && value.kind === Kind.STRING) || name.value === TAGS ? false : undefined,
    StringValue: ({ value }: StringValueNode) => void (objects > 0 && texts.add(value)),
    Variable: ({ name }: VariableNode) => void (objects > 0 && variables.add(name.value)),
  }
  for (const each of definitions) visit(each, visitor)
  return { texts, variables }
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
  return { fixed: 0, terms: [] }
}

function add(whole: Plan, times: Amount, plan: Plan): void {
  if (plan.terms.length === 0 && typeof times === 'number') whole.fixed += Math.max(1, times) * plan.fixed
  else whole.terms.push({ times, plan })
}

function addAmount(whole: Plan, amount: OperationCost): void {
  whole.terms.push({ times: amount, plan: undefined })
}

/** Counts computations, to know one from the next. */
let computations = 0

function costOf(plan: Plan, request: CostRequest, computation: number): number {
  if (plan.terms.length === 0) return plan.fixed
  if (plan.computation === computation && plan.computed !== undefined) return plan.computed
  let cost = plan.fixed
  for (const { times, plan: part } of plan.terms) {
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

/** Whether a literal has a variable in it: `{cpu: $cpu}` does. */
export function holdsVariables(value: ValueNode): boolean {
  if (value.kind === 'ListValue') return value.values.some(holdsVariables)
  if (value.kind === 'ObjectValue') return value.fields.some((field) => holdsVariables(field.value))
  return value.kind === 'Variable'
}
