import type { Fault, FieldAddress } from '../state/view.ts'

/** A fault at one place of the input, as reported by the API. */
interface InputFault {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly code?: string
  readonly nearest?: readonly string[]
  readonly value?: unknown
}

/** An error of a GraphQL answer, with the fields used here. */
export interface GraphqlFault {
  readonly message: string
  readonly extensions?: { readonly code?: string; readonly faults?: readonly InputFault[] }
}

/** The API refused the request. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly errors: readonly GraphqlFault[]

  constructor(errors: readonly GraphqlFault[]) {
    super(errors.map(({ extensions }) => refusalWords(extensions?.code)).join(' '))
    this.errors = errors
  }
}

/** The service is unreachable: a retry may succeed. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** Converts API faults to form messages with their fields; `origins` maps input paths to fields. */
export function faultsOf(
  error: unknown,
  { origins }: { readonly origins: ReadonlyMap<string, FieldAddress> },
): readonly Fault[] {
  if (!(error instanceof ApiError)) {
    const message = error instanceof Error ? error.message : String(error)
    return [{ at: undefined, message, mayRetry: error instanceof UnreachableError }]
  }
  return error.errors.flatMap(({ message, extensions }): readonly Fault[] => {
    const { code, faults } = extensions ?? {}
    const number = NO_WHOLE_NUMBER.exec(message)
    if (number?.[1] !== undefined) {
      const at = originOf(number[1].replaceAll(/\[(\d+)\]/g, '.$1'), origins)
      return [{ at, message: 'Enter a whole number.' }]
    }
    if (faults === undefined) return [{ at: undefined, message: refusalWords(code), mayRetry: code !== 'BAD_REQUEST' }]
    return faults.map((fault) => ({
      at: originOf(fault.path.join('.'), origins),
      message: fieldWords(fault),
      nearest: fault.nearest ?? [],
    }))
  })
}

/** GraphQL's message for a number that is not whole or too large, with its path in the input. */
const NO_WHOLE_NUMBER = /has invalid value at \.(\S+): Int cannot represent/

/** Converts `expected a percentage, 0 to 100` to `Enter a percentage, 0 to 100`, and quotes unknown names. */
function fieldWords({ code, message, value }: InputFault): string {
  if (code === 'NOT_FOUND' || (code?.startsWith('UNKNOWN_') && code !== 'UNKNOWN_YEAR')) {
    const name = typeof value === 'string' ? value : /^Unknown [^"]*"(.*?)"/.exec(message)?.[1]
    return name === undefined ? 'This name is not known.' : `“${name}” is not known.`
  }
  return message.startsWith('expected ') ? `Enter ${message.slice('expected '.length)}.` : `${message}.`
}

function refusalWords(code: string | undefined): string {
  return REFUSALS[code ?? ''] ?? 'The service could not compute this.'
}

const REFUSALS: Readonly<Record<string, string>> = {
  RATE_LIMITED: 'Too many requests in a short time. Wait a moment, then try again.',
  OVERLOADED: 'The service is busy. Try again in a moment.',
  TIMEOUT: 'This took too long to compute. Try with fewer items.',
  OPERATION_TOO_LARGE: 'This is too much for one request. Try with fewer items.',
  REQUEST_TOO_LARGE: 'This is too much for one request. Try with fewer items.',
}

/**
 * A component's archetype is an argument next to the input, but its field belongs to the form. A fault in a list, such
 * as `input.usage.powerProfile.1.powerWatt`, belongs to the field that holds the whole list.
 */
function originOf(path: string, origins: ReadonlyMap<string, FieldAddress>): FieldAddress | undefined {
  const found = origins.get(path) ?? origins.get(`input.${path}`)
  const end = path.lastIndexOf('.')
  return found ?? (end < 0 ? undefined : originOf(path.slice(0, end), origins))
}
