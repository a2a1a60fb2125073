import type { GraphQLError } from 'graphql'

/** What came of an operation, ready to be sent. */
export interface Outcome {
  /** JSON; as UTF-8 bytes where it comes from a thread. */
  readonly text: string | Uint8Array
  /** What application/graphql-response+json clients get. */
  readonly status: number
  /** Whether application/json clients get 200 all the same, as GraphQL over HTTP has it for what its specification names. */
  readonly isSpec: boolean
  /** For metrics, one of a bounded set. */
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

/** Writes what came of an operation, without what is for the server alone. */
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

/** What comes of an operation that is refused. */
export function failureOf(error: GraphQLError, label: string): Failure {
  return failure([error], 400, label)
}

/** Nothing is answered but errors; what the specification of GraphQL over HTTP names has a status of its own kind. */
export function failure(errors: readonly GraphQLError[], status: number, label: string): Failure {
  const own = errors.find(({ extensions }) => extensions.http)?.extensions.http as { status: number } | undefined
  return { errors, status: own?.status ?? status, isSpec: own === undefined, label }
}
