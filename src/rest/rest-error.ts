import { GraphQLError } from 'graphql'
import { InputError, type InputFault } from '../input/check-input.ts'
import { snakeCase } from '../input/rest-body.ts'
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
  if (cause instanceof InputError) return new RestError(422, cause.faults.map(faultDetail))
  throw cause
}

/** Faults that a resolver found name the GraphQL input; over REST that is the body, in snake_case. */
function faultDetail({ path, message, code, value }: InputFault): Json {
  const [first, ...rest] = path
  const loc =
    first === 'query' || first === 'body' || first === 'path' ? path : ['body', ...(first === 'input' ? rest : path)]
  return {
    type: code,
    loc: loc.map((each) => (typeof each === 'string' ? snakeCase(each) : each)),
    msg: message,
    input: toJson(value),
  }
}

/** What was sent, shown again; long texts are cut, and what has too much in it is not shown. */
function toJson(value: unknown): Json {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value.slice(0, LONGEST_SHOWN)
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  const text = isShallow(value, DEEPEST_SHOWN) ? JSON.stringify(value) : undefined
  return text !== undefined && text.length <= 5 * LONGEST_SHOWN ? new JsonText(text) : '(too long to show)'
}

const LONGEST_SHOWN = 200
const DEEPEST_SHOWN = 10

/** A value may be nested deeper than the stack of calls that would write it. */
function isShallow(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== 'object') return true
  if (depth === 0) return false
  for (const key in value) if (!isShallow((value as Record<string, unknown>)[key], depth - 1)) return false
  return true
}
