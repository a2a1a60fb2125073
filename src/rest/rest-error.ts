import { GraphQLError } from 'graphql'
import { snakeCase } from '../engine/figures/snake-case.ts'
import { type Fault, FaultError } from '../input/fault.ts'
import { NotFoundError } from '../reference/not-found-error.ts'
import { cataloguePath } from './catalogue-path.ts'
import { type Json, JsonText } from './json.ts'

/** An answer other than 200: its status and what went wrong, in the shape that clients of this API know. */
export class RestError extends Error {
  readonly status: number
  readonly detail: Json

  constructor(status: number, detail: Json) {
    super(typeof detail === 'string' ? detail : `${status}`)
    this.status = status
    this.detail = detail
  }
}

/** The answer that an error of any kind means; one that nobody foresaw is thrown on. */
export function restErrorOf(error: unknown): RestError {
  if (error instanceof RestError) return error
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (cause instanceof NotFoundError) return new RestError(404, cause.messageWith(cataloguePath))
  if (cause instanceof FaultError) return new RestError(422, faultDetails(cause))
  throw cause
}

/** A fault that known clients read by its type and its text. */
const EXPECTED_LIST = 'expected a list'

/** Each fault and, where there are more than are named, their number. */
function faultDetails(error: FaultError): Json {
  return [...error.faults.map(faultDetail), ...unnamedFaults(error)]
}

/** How many faults there are besides those that are named; nothing where there are none. */
export function unnamedFaults({ moreFaults }: FaultError): readonly Json[] {
  if (moreFaults === 0) return []
  return [{ type: 'more_faults', loc: ['body'], msg: `${moreFaults} more faults are not named`, input: null }]
}

/** Faults that a resolver found name the GraphQL input; over REST that is the body, in snake_case. */
function faultDetail({ path, message, code, value = null }: Fault): Json {
  const [first, ...rest] = path
  const loc =
    first === 'query' || first === 'body' || first === 'path' ? path : ['body', ...(first === 'input' ? rest : path)]
  const isList = message === EXPECTED_LIST
  return {
    type: isList ? 'list_type' : code.toLowerCase(),
    loc: loc.map((each) => (typeof each === 'string' ? snakeCase(each) : each)),
    msg: isList ? 'Input should be a valid list' : message,
    input: toJson(value),
  }
}

/** What was sent, shown again. */
function toJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? new JsonText(JSON.stringify(value)) : (value as Json)
}
