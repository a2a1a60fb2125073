import { type DocumentNode, print } from 'graphql'
import { perObject } from '../../catalogue/per-object.ts'
import { FaultError } from '../../input/fault.ts'
import { JsonText } from './json.ts'
import { RestError } from './rest-error.ts'

/** The result of an operation that ran elsewhere. */
interface LargeOutcome {
  /** JSON in GraphQL's form: `data`, `errors`. */
  readonly text: string | Uint8Array
  readonly status: number
}

/** A request as the client sent it. */
export interface Sent {
  /** Its length, which the limit of its cost grows with. */
  readonly bytes: number
  /** What makes it large: the place and the value in a fault. */
  readonly place: readonly string[]
  readonly value: string | null
}

/**
 * Runs an operation too large for the event loop, or refuses one beyond the limits, as /graphql does. Undefined for
 * small operations.
 */
export type RunLarge = (
  text: string,
  variables: Readonly<Record<string, unknown>>,
  bytes: number,
) => LargeOutcome | Promise<LargeOutcome> | undefined

interface ShownError {
  readonly message: string
  readonly extensions: { readonly code: string; readonly faults?: FaultError['faults'] }
}

const printed = perObject((document: DocumentNode) => ({ text: print(document) }))

/** The data of a large operation; undefined for a small one. Throws its errors in the form of REST. */
export async function dataOfLarge<Data>(
  run: RunLarge,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  sent: Sent,
): Promise<Data | undefined> {
  const outcome = await run(printed(document).text, variables, sent.bytes)
  if (outcome === undefined) return undefined
  const text = typeof outcome.text === 'string' ? outcome.text : new TextDecoder().decode(outcome.text)
  const { data, errors } = readOutcome(text) as { readonly data?: Data; readonly errors?: readonly ShownError[] }
  const [error] = errors ?? []
  if (error === undefined) return data
  throw errorOf(error, outcome.status, sent)
}

const POINTS = '"points":['

/**
 * Keeps the points of a timeline as text, up to the first end of a list. They are most of the text, 700 kB for a year,
 * and hold only numbers. Their start cannot occur within a JSON string, whose quotes are escaped.
 */
function readOutcome(text: string): object {
  const start = text.indexOf(POINTS)
  if (start < 0) return JSON.parse(text)
  const from = start + POINTS.length - 1
  const to = text.indexOf(']', from) + 1
  const read = JSON.parse(`${text.slice(0, from)}[]${text.slice(to)}`)
  const timeline = read.data?.release?.asset?.timeline
  if (timeline === undefined || timeline === null) return JSON.parse(text)
  timeline.points = new JsonText(text.slice(from, to))
  return read
}

function errorOf({ message, extensions: { code, faults } }: ShownError, status: number, { place, value }: Sent): Error {
  if (faults !== undefined) return new FaultError(faults, code === 'NOT_FOUND' ? code : undefined)
  if (status < 500) {
    return new RestError(422, [{ type: code.toLowerCase(), loc: [...place], msg: message, input: value }])
  }
  return new RestError(status, message)
}
