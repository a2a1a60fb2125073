import { GraphQLError } from 'graphql'
import { snakeCase } from '../engine/figures/snake-case.ts'
import { type Fault, FaultError } from '../input/fault.ts'
import { NotFoundError } from '../reference/not-found-error.ts'
import { cataloguePath } from './catalogue-path.ts'
import { type Json, JsonText } from './json.ts'

/** An answer other than 200: its status and its `detail`, in the shape that clients of this API know. */
export class RestError extends Error {
  readonly status: number
  readonly detail: Json

  constructor(status: number, detail: Json) {
    super(typeof detail === 'string' ? detail : `${status}`)
    this.status = status
    this.detail = detail
  }
}

/** The two versions of the API: clients of each know other paths in bodies. */
export type Version = 'v1' | 'v2'

/** The answer that an error of any kind means; an unforeseen one is thrown again. */
export function restErrorOf(error: unknown, version: Version = 'v1'): RestError {
  if (error instanceof RestError) return error
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (cause instanceof NotFoundError) return new RestError(404, cause.messageWith(cataloguePath))
  if (cause instanceof FaultError) return new RestError(422, faultDetails(cause, version))
  throw cause
}

/** Each fault and, where there are more than are named, their number. */
function faultDetails({ faults, moreFaults }: FaultError, version: Version): Json {
  const details = faults.map((fault) => (version === 'v1' ? v1Detail(fault) : detailOf(fault)))
  if (moreFaults === 0) return details
  return [
    ...details,
    { type: 'more_faults', loc: ['body'], msg: `${moreFaults} more faults are not named`, input: null },
  ]
}

function detailOf({ path, message, code, value = null }: Fault) {
  return { type: code.toLowerCase(), loc: placeOf(path, ['asset']), msg: message, input: toJson(value) }
}

/** A fault that clients of /v1 read by its type and its text. */
const EXPECTED_LIST = 'expected a list'

/** Under /v1 the body is the input itself, in snake_case. */
function v1Detail(fault: Fault) {
  const loc = placeOf(fault.path, []).map((each) => (typeof each === 'string' ? snakeCase(each) : each))
  const isList = fault.message === EXPECTED_LIST
  return { ...detailOf(fault), loc, ...(isList && { type: 'list_type', msg: 'Input should be a valid list' }) }
}

/** Where a fault stands in a request, of its path in an operation, whose argument `input` stands at a place in the body. */
function placeOf(path: Fault['path'], input: readonly string[]): Fault['path'] {
  const [first, ...rest] = path
  if (first === 'query' || first === 'body' || first === 'path') return path
  return ['body', ...(first === 'input' ? [...input, ...rest] : path)]
}

/** The value that was sent. */
function toJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? new JsonText(JSON.stringify(value)) : (value as Json)
}
