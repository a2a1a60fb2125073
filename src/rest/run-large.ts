import { type DocumentNode, print } from 'graphql'
import { FaultError } from '../input/fault.ts'
import { perObject } from '../reference/per-object.ts'
import { RestError } from './rest-error.ts'

/** What came of an operation that was run elsewhere. */
export interface LargeOutcome {
  /** JSON as GraphQL has it: `data`, `errors`. */
  readonly text: string | Uint8Array
  readonly status: number
}

/**
 * Runs an operation that is too large to be run among others, or refuses one that is too large at all, as the same operation
 * of GraphQL is; undefined where it is neither.
 */
export type RunLarge = (
  text: string,
  variables: Readonly<Record<string, unknown>>,
) => LargeOutcome | Promise<LargeOutcome> | undefined

interface ShownError {
  readonly message: string
  readonly extensions: { readonly code: string; readonly faults?: FaultError['faults'] }
}

const printed = perObject((document: DocumentNode) => ({ text: print(document) }))

/** The data of a large operation; undefined where it is none. Throws what is wrong with it, as REST answers it. */
export async function dataOfLarge<Data>(
  run: RunLarge,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): Promise<Data | undefined> {
  const outcome = await run(printed(document).text, variables)
  if (outcome === undefined) return undefined
  const text = typeof outcome.text === 'string' ? outcome.text : new TextDecoder().decode(outcome.text)
  const { data, errors } = JSON.parse(text) as { readonly data?: Data; readonly errors?: readonly ShownError[] }
  const [error] = errors ?? []
  if (error === undefined) return data
  throw errorOf(error, outcome.status)
}

function errorOf({ message, extensions: { code, faults } }: ShownError, status: number): Error {
  if (code === 'NOT_FOUND') return new RestError(404, message)
  if (faults !== undefined) return new FaultError(faults)
  if (status < 500) {
    return new RestError(422, [{ type: code.toLowerCase(), loc: ['body'], msg: message, input: null }])
  }
  return new RestError(status, message)
}
