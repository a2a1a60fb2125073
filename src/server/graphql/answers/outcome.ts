import type { GraphQLError } from 'graphql'

/** The result of an operation, ready to send. */
export interface Outcome {
  /** JSON; UTF-8 bytes if it comes from a thread. */
  readonly text: string | Uint8Array
  /** Status for application/graphql-response+json clients. */
  readonly status: number
  /** Whether application/json clients still get 200, as GraphQL over HTTP requires for the errors it specifies. */
  readonly isSpec: boolean
  /** Label in metrics, from a bounded set. */
  readonly label: string
  /** The code of the first error, or OK. */
  readonly code: string
}

export interface Result {
  readonly data?: unknown
  readonly errors?: readonly GraphQLError[]
  readonly extensions?: object | undefined
  readonly status?: number
  readonly isSpec?: boolean
  readonly label: string
}

/** Writes the result of an operation, without server-only fields. */
export function outcomeOf({ data, errors, extensions, status = 200, isSpec = true, label }: Result): Outcome {
  const code = errors?.[0]?.extensions.code
  const shown = errors === undefined ? undefined : errors.map(shownError)
  const text = JSON.stringify({ errors: shown, data, extensions })
  return { text, status, isSpec, label, code: typeof code === 'string' ? code : 'OK' }
}

function shownError(error: GraphQLError): object {
  const { http, ...extensions } = error.extensions
  return { ...error.toJSON(), extensions }
}

export type Failure = Parameters<typeof outcomeOf>[0]

/** The result of a refused operation. */
export function failureOf(error: GraphQLError, label: string): Failure {
  return failure([error], 400, label)
}

/** A result with errors only; those that GraphQL over HTTP specifies keep their own kind of status. */
export function failure(errors: readonly GraphQLError[], status: number, label: string): Failure {
  const own = errors.find(({ extensions }) => extensions.http)?.extensions.http as { status: number } | undefined
  return { errors, status: own?.status ?? status, isSpec: own === undefined, label }
}
