import { type FieldNode, GraphQLError, locatedError } from 'graphql'
import type { Context } from './context.ts'
import { PlanMiss } from './plan-miss.ts'

type Key = string | number

/** Errors that one answer tells; how many more there are, one more error says. */
const MOST_TOLD = 1000

/** An error met while an operation is executed, and the way to it, which is noted from the inside out. */
export class Fault {
  readonly error: unknown
  readonly path: Key[] = []
  nodes: readonly FieldNode[] | undefined

  constructor(error: unknown) {
    this.error = error
  }
}

/** Where an error may be met: at a key of an object, or at an index of a list. */
export interface Place {
  readonly key: Key
  readonly isNullable: boolean
  /** The field; that of the list where the place is an item of it. */
  readonly nodes?: readonly FieldNode[]
}

/**
 * Keeps an error where there may be null instead, and gives the null; elsewhere throws it on, to what is around. Faults from
 * `known` on are those met at the place.
 */
export function nullFor(error: unknown, { key, isNullable, nodes }: Place, faults: Fault[], known: number): null {
  if (error instanceof PlanMiss) throw error
  const fault = error instanceof Fault ? error : new Fault(error)
  fault.nodes ??= nodes
  if (isNullable) {
    faults.push(fault)
    return null
  }
  fault.path.push(key)
  noteKey(faults, known, key)
  throw fault
}

/** Notes that faults were met below a key. */
export function noteKey(faults: readonly Fault[], known: number, key: Key): void {
  for (let index = known; index < faults.length; index++) faults[index]?.path.push(key)
}

/** The errors as graphql-js tells them, up to a bound. */
export async function errorsOf(
  faults: readonly Fault[],
  { pause }: Partial<Context>,
): Promise<readonly GraphQLError[]> {
  const errors: GraphQLError[] = []
  for (const { error, nodes, path } of faults.slice(0, MOST_TOLD)) {
    errors.push(locatedError(error, nodes, path.toReversed()))
    const turn = pause?.()
    if (turn) await turn
  }
  return withRest(errors, faults.length - errors.length)
}

/** Errors that were told by others, up to the same bound. */
export function withinBound(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  return withRest(errors.slice(0, MOST_TOLD), errors.length - MOST_TOLD)
}

function withRest(told: readonly GraphQLError[], count: number): readonly GraphQLError[] {
  if (count <= 0) return told
  return [
    ...told,
    new GraphQLError(`${count} more errors are not told`, { extensions: { code: 'MORE_ERRORS', count } }),
  ]
}
