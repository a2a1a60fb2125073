import type { GraphQLError } from 'graphql'
import type { outcomeOf } from './outcome.ts'

export type Failure = Parameters<typeof outcomeOf>[0]

/** What comes of an operation that is refused. */
export function failureOf(error: GraphQLError, label: string): Failure {
  return failure([error], 400, label)
}

/** Nothing is answered but errors; what the specification of GraphQL over HTTP names has a status of its own kind. */
export function failure(errors: readonly GraphQLError[], status: number, label: string): Failure {
  const own = errors.find(({ extensions }) => extensions.http)?.extensions.http as { status: number } | undefined
  return { errors, status: own?.status ?? status, isSpec: own === undefined, label }
}
