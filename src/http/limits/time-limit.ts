import { defaultFieldResolver, type GraphQLSchema, getNamedType, isCompositeType, isObjectType } from 'graphql'

/** Where a context carries the deadline of its operation. */
export const DEADLINE = Symbol('deadline')

/** Thrown by the fields of an operation whose time is up. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

/** Reading the clock costs as much as reading a field: each of the first fields looks, then one in so many. */
const FIELDS_PER_LOOK = 64

/** How often operations are looked after that wait for something. */
const LOOK_MS = 50

/** When one operation must end. It is over when its time is up or its client has left. */
export class Deadline {
  readonly at: number
  isOver = false
  #fields = 0
  #onOver: (() => void) | undefined

  constructor(milliseconds: number) {
    this.at = performance.now() + milliseconds
  }

  /** To be called for fields as they are resolved. Throws when the deadline is over. */
  check(): void {
    const looks = ++this.#fields < FIELDS_PER_LOOK || this.#fields % FIELDS_PER_LOOK === 0
    if (looks && performance.now() > this.at) this.isOver = true
    if (this.isOver) throw new TimeLimitError()
  }

  /** Ends the operation: its fields throw from now on, and who waits for it need not any longer. */
  end(): void {
    this.isOver = true
    this.#onOver?.()
  }

  /** Calls back when the deadline is over, until `unwatch`. */
  watch(onOver: () => void): void {
    this.#onOver = onOver
    watched.add(this)
    timer ??= setInterval(look, LOOK_MS).unref()
  }

  unwatch(): void {
    this.#onOver = undefined
    watched.delete(this)
  }
}

/** One timer for all: most operations are done before a timer of their own would be set up. */
const watched = new Set<Deadline>()
let timer: NodeJS.Timeout | undefined

function look(): void {
  const now = performance.now()
  for (const deadline of watched) if (now > deadline.at) deadline.end()
  if (watched.size > 0) return
  clearInterval(timer)
  timer = undefined
}

const limited = new WeakSet<GraphQLSchema>()

/**
 * Makes the fields of a schema that have fields below them check the deadline. A timer alone would not do: while the
 * engine computes, no timer fires. Operations whose context has no deadline are not concerned.
 */
export function addTimeLimit(schema: GraphQLSchema): void {
  if (limited.has(schema)) return
  limited.add(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      if (!isCompositeType(getNamedType(field.type))) continue
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (source, args, context: { readonly [DEADLINE]?: Deadline } | undefined, info) => {
        context?.[DEADLINE]?.check()
        return resolve(source, args, context, info)
      }
    }
  }
}
