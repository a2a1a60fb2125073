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

/** The lists and texts in a value, at any depth. */
export interface InputSize {
  /** Items of all lists, and other hosts. */
  readonly total: number
  /** Items of the longest list. */
  readonly longest: number
  /** Items of the longest list inside the value; for a list, inside one of its items. */
  readonly inside: number
  /** Distinct texts without labels. Most are names, and an unknown name is compared with all known ones. */
  readonly texts: number
}

/** Maximum nesting of lists and objects. Inputs of the schema need fewer than ten levels. */
export const MOST_LEVELS = 100

/** Input fields whose texts are returned without a look-up: labels, and tags with keys and values. */
const LABEL = 'label'
const TAGS = 'tags'
/** What sets it is assessed on some other hosts, too: they count as further items. */
const ANY_HOST = 'anyHost'
const OTHER_HOSTS = 7

export const NO_SIZE: InputSize = { total: 0, longest: 0, inside: 0, texts: 0 }
const ONE_TEXT: InputSize = { ...NO_SIZE, texts: 1 }

/**
 * Counts the lists and texts of a JSON value; undefined if it is nested too deeply.
 *
 * @example
 * inputSize([{ cpu: { name: 'EPYC 7763' } }, { cpu: { name: 'EPYC 7763' } }])
 * // { total: 2, longest: 2, inside: 0, texts: 1 }
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

/** Returns false if the value is nested too deeply. */
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
    if (each === true && key === ANY_HOST) counted.total += OTHER_HOSTS
    if (key === TAGS && Array.isArray(each)) {
      if (!countTags(each, counted, level + 1)) return false
      continue
    }
    if (!countEach(each, counted, level)) return false
  }
  return true
}

/** Tags are only checked: they count as items, not as a list that fields are computed for. */
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

/** The inputs of a request's cost. */
interface CostRequest {
  readonly variables: Readonly<Record<string, unknown>>
  /** The size of each variable, by name. */
  readonly sizes: ReadonlyMap<string, InputSize>
  /** Settings of the operation, which tell fields how long their lists are. */
  readonly settings: object
}

/** The cost of an operation, by its variables. */
export type OperationCost = (request: CostRequest) => number

/** A number, or a function of the variables. */
type Amount = number | OperationCost

/**
 * The cost of a selection: a `fixed` part from the document, and terms that depend on variables. Fragments share their
 * plan, so its cost is cached during one computation.
 */
interface Plan {
  fixed: number
  readonly terms: Term[]
  /** The computation that `computed` belongs to. */
  computation?: number
  computed?: number
}

interface Term {
  readonly times: Amount
  readonly plan: Plan | undefined
  /** Whether `@include` and `@skip` leave it in; undefined without them. */
  readonly isSelected?: ((request: CostRequest) => boolean) | undefined
}

/** Assumed items of a list of unknown length. */
const ASSUMED_ITEMS = 10

/** Cost of an item of an input list for each use, besides the fields below it: it is checked and looked up. */
const INPUT_ITEM_COST = 5

/**
 * Cost of a string in an input, except labels. Comparing a processor's with all names takes about 0.5 ms, and finding
 * the closest ones as long again. Results are cached, so the same text counts once in an operation.
 */
const INPUT_TEXT_COST = 50

/**
 * Plans the cost of an operation. A field counts 1 plus its extensions (see schema/field-cost.ts), an item of a list
 * in its arguments 5, a string in an input 50, wherever they are written. A nested field counts as often as it is
 * computed, at least once. The document must be valid. Planning takes time in proportion to the document, however its
 * fragments are spread.
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
  /** Terms that count once, at any place. */
  const once: OperationCost[] = []
  const root = schema.getRootType(operation.operation)
  const plan = root ? planOf(operation.selectionSet, root, undefined) : emptyPlan()
  for (const each of once) addAmount(plan, each)
  const written = textsIn([operation, ...fragments.values()])
  const inInputs = (operation.variableDefinitions ?? []).flatMap(({ variable: { name }, type }) => {
    const named = schema.getType(nameOf(type))
    // Enum values are texts in JSON too.
    return isInputObjectType(named) || (written.variables.has(name.value) && !isEnumType(named)) ? name.value : []
  })
  plan.fixed += INPUT_TEXT_COST * written.texts.size
  addAmount(plan, ({ sizes }) => {
    let texts = 0
    for (const name of inInputs) texts += sizes.get(name)?.texts ?? 0
    return INPUT_TEXT_COST * texts
  })
  return (request) => Math.ceil(Math.min(costOf(plan, request, ++computations), Number.MAX_SAFE_INTEGER))

  /** `given` is the longest list in the input above; it counts for the first list on each path down. */
  function planOf(selectionSet: SelectionSetNode, parent: GraphQLCompositeType, given: Given | undefined): Plan {
    const whole = emptyPlan()
    for (const selection of selectionSet.selections) {
      const isSelected = conditionOf(selection)
      const part = isSelected ? emptyPlan() : whole
      if (selection.kind === 'Field') addField(part, selection, parent, given)
      else if (selection.kind === 'InlineFragment') {
        const type = narrowed(selection.typeCondition?.name.value, parent)
        add(part, 1, planOf(selection.selectionSet, type, given))
      } else add(part, 1, planOfFragment(selection.name.value, parent, given))
      if (isSelected) whole.terms.push({ times: 1, plan: part, isSelected })
    }
    return whole
  }

  /** Whether the directives of a selection leave it in; undefined without directives. */
  function conditionOf({ directives = [] }: SelectionNode): Term['isSelected'] {
    const conditions = directives.flatMap(({ name: { value: name }, arguments: [given] = [] }) =>
      given && (name === 'include' || name === 'skip') ? [{ value: given.value, excluded: name === 'skip' }] : [],
    )
    if (conditions.length === 0) return undefined
    return ({ variables }) => conditions.every(({ value, excluded }) => sentValue(value, variables) !== excluded)
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

  /** Adds the cost of lists in the arguments, and returns the longest nested one. */
  function addArguments(whole: Plan, node: FieldNode, field: GraphQLField<unknown, unknown>): Given | undefined {
    let longest: Given | undefined
    for (const { name: argument, value } of node.arguments ?? []) {
      // Lists of words and numbers are cheap.
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

  /** Undefined if no argument is a list. A list of words only filters an existing list: `components(kinds: [RAM])`. */
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

  /** The arguments as sent; missing variables have their defaults. */
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

/** Distinct texts in the objects of a document's literals, without labels, and the variables in them. */
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

/** The longest list in an input; inputs with the same key are the same. */
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

/** An amount that a field computes from its arguments, which may have a wrong type and mislead it. */
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

/** Counts computations, to distinguish them. */
let computations = 0

function costOf(plan: Plan, request: CostRequest, computation: number): number {
  if (plan.terms.length === 0) return plan.fixed
  if (plan.computation === computation && plan.computed !== undefined) return plan.computed
  let cost = plan.fixed
  for (const { times, plan: part, isSelected } of plan.terms) {
    if (isSelected?.(request) === false) continue
    const amount = typeof times === 'number' ? times : times(request)
    // A selection below an empty list is still examined once.
    cost += part === undefined ? amount : Math.max(1, amount) * costOf(part, request, computation)
  }
  plan.computation = computation
  plan.computed = cost
  return cost
}

/** Splits a selection into fields computed often and fields computed once; a fragment may have both. */
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

/** Whether a literal contains a variable, as `{cpu: $cpu}` does. */
export function holdsVariables(value: ValueNode): boolean {
  if (value.kind === 'ListValue') return value.values.some(holdsVariables)
  if (value.kind === 'ObjectValue') return value.fields.some((field) => holdsVariables(field.value))
  return value.kind === 'Variable'
}
