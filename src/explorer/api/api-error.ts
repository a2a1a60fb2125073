import type { Fault } from '../subjects/subject-request.ts'

/** One error of a GraphQL answer, as far as it is used here. */
export interface GraphqlFault {
  readonly message: string
  readonly extensions?: {
    readonly code?: string
    readonly faults?: readonly { readonly path: readonly (string | number)[]; readonly message: string }[]
    readonly given?: string
    readonly nearest?: readonly string[]
  }
}

/** The API answered, but not with what was asked for. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly errors: readonly GraphqlFault[]

  constructor(errors: readonly GraphqlFault[]) {
    super(errors.map(({ message }) => message).join('; '))
    this.errors = errors
  }
}

/** What could not be done, in words, and in which field; `origins` says which part of the input came from which field. */
export function faultsOf(
  error: unknown,
  { origins, input }: { readonly origins: ReadonlyMap<string, NonNullable<Fault['at']>>; readonly input: unknown },
): readonly Fault[] {
  if (!(error instanceof ApiError)) {
    return [{ at: undefined, message: error instanceof Error ? error.message : String(error) }]
  }
  return error.errors.flatMap(({ message, extensions }): readonly Fault[] => {
    if (extensions?.faults !== undefined) {
      return extensions.faults.map((fault) => ({ at: origins.get(fault.path.join('.')), message: fault.message }))
    }
    if (extensions?.given !== undefined) {
      return [{ at: originOfValue(extensions.given, origins, input), message }]
    }
    return [{ at: undefined, message }]
  })
}

function originOfValue(
  given: string,
  origins: ReadonlyMap<string, NonNullable<Fault['at']>>,
  input: unknown,
): Fault['at'] {
  for (const [path, from] of origins) {
    const value = path
      .split('.')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], input)
    if (String(value).trim().toLowerCase() === given.trim().toLowerCase()) return from
  }
  return undefined
}
