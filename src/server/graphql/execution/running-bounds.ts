import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  type SelectionSetNode,
} from 'graphql'
import { perObject } from '../../../catalogue/per-object.ts'
import { refusal, tooLarge } from '../answers/errors.ts'

/** Where a context carries the bounds of its operation. */
export const BOUNDS = Symbol('bounds')

export interface Bounds {
  readonly timeLimitMs: number
  /** Values that an answer may have: numbers, words, objects and lists. */
  readonly maxAnswerValues: number
  readonly maxAnswerBytes: number
}

/** Reading the clock costs as much as reading a field: each of the first fields looks, then one in so many. */
const FIELDS_PER_LOOK = 64

/** How often operations are looked after that wait for something. */
const LOOK_MS = 50

/**
 * What one operation may use while it runs. What it costs is estimated before; this counts what it does. Over a bound all its
 * fields throw, and `refusal` is the reason: nothing of it is answered.
 */
export class RunningBounds {
  readonly #bounds: Bounds
  readonly #endsAt: number
  readonly #isCancelled: (() => boolean) | undefined
  #fields = 0
  #values = 0
  #bytes = 0
  #refusal: GraphQLError | undefined
  #onOver: (() => void) | undefined

  /** Calls `isCancelled` now and then: whether nobody waits for the answer any more. Of the time limit, `leftMs` are left. */
  constructor(bounds: Bounds, isCancelled?: () => boolean, leftMs = bounds.timeLimitMs) {
    this.#bounds = bounds
    this.#endsAt = performance.now() + leftMs
    this.#isCancelled = isCancelled
  }

  /** Why the operation ended; undefined where it is within its bounds. */
  get refusal(): GraphQLError | undefined {
    return this.#refusal
  }

  /** To be called before a field that does work is resolved. Throws where the operation is over. */
  check(): void {
    const looks = ++this.#fields < FIELDS_PER_LOOK || this.#fields % FIELDS_PER_LOOK === 0
    if (looks && this.#refusal === undefined) this.#look()
    if (this.#refusal !== undefined) throw this.#refusal
  }

  /** Counts a number, a text, or a list of them, and gives it back. Throws where it is too much. */
  countLeaf<Value>(value: Value): Value {
    if (typeof value === 'string') this.#bytes += value.length
    else if (Array.isArray(value)) {
      this.#values += value.length
      this.#bytes += 2 * value.length
      if (typeof value[0] === 'string') for (const each of value) this.#bytes += String(each).length
    }
    this.#checkCounts()
    return value
  }

  /** Counts an object or a list of them by what is selected of each, and gives it back. Throws where it is too much. */
  countObjects<Value>(value: Value, each: Selected): Value {
    if (value === null || value === undefined) return value
    const objects = Array.isArray(value) ? value.flat().length : 1
    this.#values += objects * each.values
    this.#bytes += objects * each.bytes
    this.#checkCounts()
    return value
  }

  #checkCounts(): void {
    const { maxAnswerValues: maximum, maxAnswerBytes } = this.#bounds
    if (this.#values > maximum)
      this.#end(tooLarge('values', `The answer has more than ${maximum} values`, maximum, this.#values))
    if (this.#bytes > maxAnswerBytes) this.#end(this.#tooManyBytes(this.#bytes))
    if (this.#refusal !== undefined) throw this.#refusal
  }

  /** Checks the text of the answer, which has marks and digits that are not counted while it comes about. */
  checkText(text: string): GraphQLError | undefined {
    const { maxAnswerBytes } = this.#bounds
    if (text.length * 3 <= maxAnswerBytes) return undefined
    const bytes = Buffer.byteLength(text)
    return bytes > maxAnswerBytes ? this.#tooManyBytes(bytes) : undefined
  }

  /** Ends the operation where it waits: its client has left. */
  abandon(): void {
    this.#end(this.#timeout())
  }

  /** What is promised, or nothing when the operation is over its bounds before. */
  within<Value>(promised: Promise<Value>): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#onOver = () => {
        watched.delete(this)
        resolve(undefined)
      }
      if (this.#refusal !== undefined) this.#onOver()
      else {
        watched.add(this)
        timer ??= setInterval(lookAtAll, LOOK_MS).unref()
      }
      const done = () => {
        watched.delete(this)
        this.#onOver = undefined
      }
      promised.then(
        (value) => {
          done()
          resolve(value)
        },
        (error: Error) => {
          done()
          reject(error)
        },
      )
    })
  }

  /** To be called now and then while the operation waits. */
  look(now: number): void {
    if (now > this.#endsAt) this.#end(this.#timeout())
  }

  #look(): void {
    if (performance.now() > this.#endsAt || this.#isCancelled?.()) this.#end(this.#timeout())
  }

  #end(why: GraphQLError): void {
    this.#refusal ??= why
    this.#onOver?.()
  }

  #timeout(): GraphQLError {
    return refusal(`The operation took longer than ${this.#bounds.timeLimitMs} ms`, 'TIMEOUT', 503)
  }

  #tooManyBytes(bytes: number): GraphQLError {
    const { maxAnswerBytes: maximum } = this.#bounds
    return tooLarge('bytes', `The answer has more than ${maximum} bytes`, maximum, bytes)
  }
}

/** One timer for all: most operations are done before a timer of their own would be set up. */
const watched = new Set<RunningBounds>()
let timer: NodeJS.Timeout | undefined

function lookAtAll(): void {
  const now = performance.now()
  for (const bounds of watched) bounds.look(now)
  if (watched.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Fields that do work, and those whose values may be long: lists, and texts, which may be a caller's own. */
function isBounded(
  type: GraphQLCompositeType,
  { name, type: gives, resolve }: GraphQLField<unknown, unknown>,
): boolean {
  if (type.name.startsWith('__') || name.startsWith('__')) return false
  const named = getNamedType(gives)
  return resolve !== undefined || isListType(getNullableType(gives)) || named.name === 'String' || named.name === 'ID'
}

/** What each object of a field adds to an answer, besides the values of bounded fields. */
interface Selected {
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
function selectedBelow({ schema, fieldNodes, fragments, returnType }: Asked): Selected {
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

interface BoundedContext {
  readonly [BOUNDS]: RunningBounds
}

/**
 * The schema for operations of callers: its fields count within the bounds of their operation, compiled or not. A timer
 * alone would not do: while fields compute, no timer fires.
 *
 * A field that only reads a number or a word of few costs nothing of its own: it is counted with the object that it belongs to,
 * and executed as quickly as if there were no bounds.
 */
export const boundedSchema = perObject((schema: GraphQLSchema): GraphQLSchema => {
  const bounded = perObject(boundedField)
  const getField: GraphQLSchema['getField'] = (type, name) => {
    const field = schema.getField(type, name)
    return field && isBounded(type, field) ? bounded(field) : field
  }
  return Object.create(schema, { getField: { value: getField } })
})

function boundedField(field: GraphQLField<unknown, unknown>): GraphQLField<unknown, unknown> {
  const resolve = field.resolve ?? defaultFieldResolver
  const isLeaf = isLeafType(getNamedType(field.type))
  const doesWork = field.resolve !== undefined
  const countLeaf: typeof resolve = (source, args, context, info) => {
    const bounds = (context as BoundedContext)[BOUNDS]
    if (doesWork) bounds.check()
    const value = resolve(source, args, context, info)
    if (value instanceof Promise) return value.then((settled) => bounds.countLeaf(settled))
    return bounds.countLeaf(value)
  }
  const countObjects: typeof resolve = (source, args, context, info) => {
    const bounds = (context as BoundedContext)[BOUNDS]
    bounds.check()
    const below = selectedBelow(info)
    const value = resolve(source, args, context, info)
    if (value instanceof Promise) return value.then((settled) => bounds.countObjects(settled, below))
    return bounds.countObjects(value, below)
  }
  return Object.create(field, { resolve: { value: isLeaf ? countLeaf : countObjects } })
}
