import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isAbstractType,
  isCompositeType,
  type SelectionSetNode,
} from 'graphql'
import { isBounded } from './is-bounded.ts'

/** What each object of a field adds to an answer, besides the values of bounded fields. */
export interface Selected {
  /** The object, its fields, and those of objects in it that no bounded field gives. */
  readonly values: number
  /** Of their keys, and about what their values take. */
  readonly bytes: number
}

/** Bytes of a number or an object with the marks around it, about. */
const VALUE_BYTES = 8

type Asked = Pick<GraphQLResolveInfo, 'schema' | 'fieldNodes' | 'fragments' | 'returnType'>

interface Known extends Pick<Asked, 'fieldNodes' | 'returnType'> {
  readonly selected: Selected
}

/** By the first of the nodes: the same field may be selected together with others elsewhere. */
const knownOf = new WeakMap<FieldNode, Known[]>()

/** So many are remembered of one first node; those before are counted again. */
const MOST_KNOWN = 16

/** Counts what is selected of the objects that a field gives; of several types that they may have, the most. */
export function selectedBelow({ schema, fieldNodes, fragments, returnType }: Asked): Selected {
  const [first] = fieldNodes as readonly [FieldNode]
  const known = knownOf.get(first) ?? []
  for (const each of known)
    if (each.returnType === returnType && areSame(each.fieldNodes, fieldNodes)) return each.selected
  const selected = ofType(fieldNodes, getNamedType(returnType) as GraphQLCompositeType)
  if (known.push({ fieldNodes, returnType, selected }) > MOST_KNOWN) known.shift()
  knownOf.set(first, known)
  return selected

  function ofType(nodes: readonly FieldNode[], type: GraphQLCompositeType): Selected {
    const each = isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
    return each
      .map((possible) => ofObject(nodes, possible))
      .reduce((most, next) => ({
        values: Math.max(most.values, next.values),
        bytes: Math.max(most.bytes, next.bytes),
      }))
  }

  function ofObject(nodes: readonly FieldNode[], type: GraphQLObjectType): Selected {
    const byKey = new Map<string, FieldNode[]>()
    const spread = new Set<string>()
    for (const { selectionSet } of nodes) if (selectionSet) collect(selectionSet, type, byKey, spread)
    let values = 1
    let bytes = VALUE_BYTES
    for (const [key, [node, ...more]] of byKey as Map<string, [FieldNode, ...FieldNode[]]>) {
      const field = schema.getField(type, node.name.value)
      const below = field && getNamedType(field.type)
      const selected = isCompositeType(below) && !isBounded(type, field as never) ? ofType([node, ...more], below) : ONE
      values += selected.values
      bytes += selected.bytes + key.length
    }
    return { values, bytes }
  }

  function collect(
    { selections }: SelectionSetNode,
    type: GraphQLObjectType,
    byKey: Map<string, FieldNode[]>,
    spread: Set<string>,
  ): void {
    for (const selection of selections) {
      if (selection.kind === 'Field') {
        const key = (selection.alias ?? selection.name).value
        const nodes = byKey.get(key)
        if (nodes === undefined) byKey.set(key, [selection])
        else nodes.push(selection)
        continue
      }
      const isSpread = selection.kind === 'FragmentSpread'
      if (isSpread && spread.has(selection.name.value)) continue
      if (isSpread) spread.add(selection.name.value)
      const fragment = isSpread ? fragments[selection.name.value] : selection
      if (fragment && applies(fragment.typeCondition?.name.value, type))
        collect(fragment.selectionSet, type, byKey, spread)
    }
  }

  function applies(name: string | undefined, type: GraphQLObjectType): boolean {
    const condition = name === undefined ? type : schema.getType(name)
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type))
  }
}

function areSame(some: readonly FieldNode[], others: readonly FieldNode[]): boolean {
  return some === others || (some.length === others.length && some.every((node, index) => node === others[index]))
}

const ONE: Selected = { values: 1, bytes: VALUE_BYTES }
