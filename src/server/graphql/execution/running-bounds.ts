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

/** The key of the operation's limits in a context. */
export const BOUNDS = Symbol('bounds')

export interface Bounds {
  readonly timeLimitMs: number
  /** Maximum values in an answer: numbers, words, objects and lists. */
  readonly maxAnswerValues: number
  readonly maxAnswerBytes: number
}

/**
 * Reading the clock costs as much as a field, so the first fields check it each time and later ones at this interval.
 */
const FIELDS_PER_LOOK = 64

/** Interval at which waiting operations are checked. */
const LOOK_MS = 50

/**
 * Limits of a running operation. Its cost is estimated before; this counts what it does. Beyond a limit all its fields
 * throw, and the whole operation is refused with `refusal`.
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

  /** Calls `isCancelled` regularly to see whether the client has left. `leftMs` of the time limit are left. */
  constructor(bounds: Bounds, isCancelled?: () => boolean, leftMs = bounds.timeLimitMs) {
    this.#bounds = bounds
    this.#endsAt = performance.now() + leftMs
    this.#isCancelled = isCancelled
  }

  /** Why the operation ended; undefined while it is within its limits. */
  get refusal(): GraphQLError | undefined {
    return this.#refusal
  }

  /** Call it before resolving a field that does work. Throws once the operation has ended. */
  check(): void {
    const looks = ++this.#fields < FIELDS_PER_LOOK || this.#fields % FIELDS_PER_LOOK === 0
    if (looks && this.#refusal === undefined) this.#look()
    if (this.#refusal !== undefined) throw this.#refusal
  }

  /** Counts a number, a text, or a list of them, and returns it. Throws beyond the limit. */
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

  /** Counts an object or a list of them with its selection, and returns it. Throws beyond the limit. */
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

  /** Checks the text of the answer, whose punctuation and digits are not counted during execution. */
  checkText(text: string): GraphQLError | undefined {
    const { maxAnswerBytes } = this.#bounds
    if (text.length * 3 <= maxAnswerBytes) return undefined
    const bytes = Buffer.byteLength(text)
    return bytes > maxAnswerBytes ? this.#tooManyBytes(bytes) : undefined
  }

  /** Ends the operation while it waits: its client has left. */
  abandon(): void {
    this.#end(this.#timeout())
  }

  /** The result of a promise, or undefined if the operation exceeds its limits first. */
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

  /** Call it regularly while the operation waits. */
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

/** One timer for all: most operations end before their own timer would be set up. */
const watched = new Set<RunningBounds>()
let timer: NodeJS.Timeout | undefined

function lookAtAll(): void {
  const now = performance.now()
  for (const bounds of watched) bounds.look(now)
  if (watched.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Fields that do work, and those with long values: lists, and texts, which may be the caller's. */
function isBounded(
  type: GraphQLCompositeType,
  { name, type: gives, resolve }: GraphQLField<unknown, unknown>,
): boolean {
  if (type.name.startsWith('__') || name.startsWith('__')) return false
  const named = getNamedType(gives)
  return resolve !== undefined || isListType(getNullableType(gives)) || named.name === 'String' || named.name === 'ID'
}

/** What each object of a field adds to an answer, besides the values of counted fields. */
interface Selected {
  /** The object, its fields, and those of nested objects that no counted field returns. */
  readonly values: number
  /** Of their keys, and approximately of their values. */
  readonly bytes: number
}

/** Approximate bytes of a number or an object with its punctuation. */
const VALUE_BYTES = 8

type Asked = Pick<GraphQLResolveInfo, 'schema' | 'fieldNodes' | 'fragments' | 'returnType'>

interface Known extends Pick<Asked, 'fieldNodes' | 'returnType'> {
  readonly selected: Selected
}

/** By first node: the same field may be selected together with others elsewhere. */
const knownOf = new WeakMap<FieldNode, Known[]>()

/** Entries cached per first node; older ones are counted again. */
const MOST_KNOWN = 16

/** Counts the selection of a field's objects; with several possible types, the largest. */
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
 * The schema for callers' operations: its fields count within the limits of their operation, compiled or not. A timer
 * is not enough, because no timer fires while fields compute.
 *
 * A field that only reads a number or a short word costs nothing itself: it is counted with its object, and executed as
 * fast as without limits.
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
