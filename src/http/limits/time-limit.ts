import { defaultFieldResolver, getNamedType, type GraphQLSchema, isCompositeType, isObjectType } from 'graphql'

/** Stops one operation when its time is up. It is carried by the context under a key of its own. */
export interface Deadline {
  /** Milliseconds of the process's monotonic clock. */
  readonly at: number
  readonly controller: AbortController
}

/** Where a context carries its deadline. */
export const DEADLINE = Symbol('deadline')

/** The reason of an abort because of the time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'

  constructor(milliseconds: number) {
    super(`The operation took longer than ${milliseconds} ms`)
  }
}

/** Reading the clock costs as much as reading a field; this often is often enough. */
const FIELDS_PER_LOOK = 64

const limited = new WeakSet<GraphQLSchema>()

/**
 * Makes the fields of a schema that have fields below them look at the deadline. A timer alone would not do: while the
 * engine computes, no timer fires. Operations whose context has no deadline are not concerned.
 */
export function addTimeLimit(schema: GraphQLSchema, milliseconds: number): void {
  if (limited.has(schema)) return
  limited.add(schema)
  let fields = 0
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      if (!isCompositeType(getNamedType(field.type))) continue
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (source, args, context, info) => {
        if (++fields % FIELDS_PER_LOOK === 0) lookAtClock(context as { readonly [DEADLINE]?: Deadline } | undefined, milliseconds)
        return resolve(source, args, context, info)
      }
    }
  }
}

function lookAtClock(context: { readonly [DEADLINE]?: Deadline } | undefined, milliseconds: number): void {
  const deadline = context?.[DEADLINE]
  if (deadline !== undefined && performance.now() > deadline.at && !deadline.controller.signal.aborted) {
    deadline.controller.abort(new TimeLimitError(milliseconds))
  }
}
